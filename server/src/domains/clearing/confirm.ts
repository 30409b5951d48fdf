import type { InputOf } from '@yibao/shared/call.ts'
import type { clearScore as calls } from '@yibao/shared/calls/clear-score.ts'
import { fen, sum } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, getTableColumns, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type ClearingVerdict, clearingPageRows, confirmClearing } from '../../centre/operations/clearing.ts'
import type { Renew } from '../../database/claims.ts'
import { besideText } from '../auth/other-areas.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { quoted } from '../reconciliation/classify/evidence.ts'
import { storesOf } from '../reconciliation/month/run.ts'
import { eachStore, type Told } from '../system/each-store.ts'
import { compareMonth } from './compare.ts'
import { land } from './keep.ts'
import {
  clearingOf,
  closedBy,
  closedNow,
  type Found,
  findMonth,
  type Month,
  mark,
  requireState,
  run,
  withMonth,
} from './month.ts'
import { settleUnknown } from './resolve.ts'
import { clearingMonth, clearingRow } from './tables.ts'
import { mayBeMadeUp } from './told-time.ts'

type Row = typeof clearingRow.$inferSelect

interface Sending {
  verdict: ClearingVerdict
  note: string
  /** Rows it is about, of those that are open. */
  which: SQL
  /** What the centre pays of each that was named, fen, as it was then. */
  named?: ReadonlyMap<string, number>
}

/** What 3261 has to name: the centre takes no row without it, and refuses the others that are sent beside. */
const nameable = and(ne(clearingRow.setlSn, ''), ne(clearingRow.mdtrtId, ''))!

/** Refuses rows whose time may be none of the centre's: 3261 has to name it. */
const requireDated = ({ month }: Month, rows: readonly Row[]): void => {
  const n = rows.filter((row) => mayBeMadeUp(month, row)).length
  if (n) refuse('clearing.madeUp', { n })
}

/** Marks a batch as unknown before it leaves: the month as it is then; undefined when the claim has ended. */
const depart = (c: Context, one: Month, rows: readonly Row[], { verdict, note }: Sending): Promise<Month | undefined> =>
  c.db.transaction(async (db) => {
    const now = c.deps.clock()
    const left = await mark({ db }, one, { state: '5', closedAt: closedBy(c), message: '' })
    if (!left) return undefined
    const by = { answeredBy: c.me.name, answeredAt: now }
    await db
      .update(clearingRow)
      .set({ answer: 'unknown', asked: verdict, note, ...by })
      .where(
        inArray(
          clearingRow.id,
          rows.map(({ id }) => id),
        ),
      )
    return left
  })

/** Refuses where a message turned out never to have arrived: nothing was answered, and it is not sent by itself again. */
const requireAnswered = async ({ db }: Context, ids: readonly string[]): Promise<void> => {
  const open = and(inArray(clearingRow.id, [...ids]), eq(clearingRow.answer, 'open'))
  const [back] = await db.select({ id: clearingRow.id }).from(clearingRow).where(open).limit(1)
  if (back) refuse('centre.down')
}

const send = async (
  c: Context,
  { shop, one }: Found,
  rows: readonly Row[],
  sending: Sending,
  renew: Renew,
): Promise<void> => {
  const { vault } = c.services
  const detail = rows.map((row) => ({
    ...{ certNo: vault.open(row.cert ?? ''), mdtrtId: row.mdtrtId, settledAt: formatTime(row.settledAt) },
    ...{ setlSn: row.setlSn, total: row.total ?? 0, paid: row.paid ?? 0, verdict: sending.verdict },
  }))
  const left = await depart(c, one, rows, sending)
  if (!left) return refuse('clearing.busy')
  const ids = rows.map(({ id }) => id)
  const answer = await run(c, shop, confirmClearing, { month: one.month, rows: detail })
  if (answer.kind === 'unknown') {
    await settleUnknown(c, shop, left, renew)
    return requireAnswered(c, ids)
  }
  const answered = closedNow(c, left)
  if (answer.kind === 'booked') return land(c, answered, ids, sending.verdict)
  const message = answer.kind === 'refused' ? quoted(answer.message) : ''
  await land(c, answered, ids, 'open', message)
  if (answer.kind === 'refused' && !answer.signInLost) return refuse('centre.refused', { text: answer.message })
  return refuse('centre.down')
}

/** What one message took of the rows, and whether others are left for the next one. */
interface Batch {
  n: number
  more: boolean
}

/**
 * The next hundred under a claim of their own. No number twice in one message: a centre that refuses that would refuse all
 * of it, and what bears a number of before (a reversal, a twin) goes with the next one.
 */
const nextBatch = (c: Context, shop: StoreRow, { id }: Month, sending: Sending): Promise<Batch> =>
  withMonth(c, id, async (one, renew) => {
    requireState({ one, shop }, ['2', '3', '4'], '确认', '提取未完成的请先「提取明细」；结果未知的请先「核实结果」')
    const open = and(eq(clearingRow.monthId, id), eq(clearingRow.answer, 'open'), nameable, sending.which)
    const { setlSn, settledAt, id: rowId } = clearingRow
    const firsts = c.db
      .selectDistinctOn([setlSn], { ...getTableColumns(clearingRow), open: sql<number>`count(*) over ()`.as('open') })
      .from(clearingRow)
      .where(open)
      .orderBy(setlSn, settledAt, rowId)
      .as('firsts')
    const rows = await c.db.select().from(firsts).orderBy(asc(firsts.settledAt), asc(firsts.id)).limit(clearingPageRows)
    // Extracted anew since they were named: nobody has said yes to what the centre pays by now.
    const moved = sending.named && rows.some((row) => sending.named?.get(row.id) !== (row.paid ?? 0))
    if (moved) refuse('clearing.rows', { text: movedText })
    requireDated(one, rows)
    if (rows.length) await send(c, { shop, one }, rows, sending, renew)
    return { n: rows.length, more: Number(rows[0]?.open ?? 0) > rows.length }
  })

const movedText = '选中的明细金额刚有变动，与页面上的不同'

/** How many open rows of those asked about were left out because the centre did not name them. */
const unnamed = async (c: Context, { id }: Month, { which }: Sending): Promise<string> => {
  const open = and(eq(clearingRow.monthId, id), eq(clearingRow.answer, 'open'), not(nameable), which)
  const [left] = await c.db.select({ n: sql<number>`count(*)::int` }).from(clearingRow).where(open)
  return left?.n ? `，另有 ${left.n} 笔医保中心没有给结算流水号或就诊号，没有确认` : ''
}

const words = { confirmed: '已确认', refused: '已报不认' } as const

const sendStore = async (
  c: Context,
  shop: StoreRow,
  month: string,
  sending: Sending,
  step: (text: string) => Promise<void>,
): Promise<Told> => {
  clearingOf(c, shop)
  const one = await findMonth(c, shop, month)
  if (!one) return { ok: false, text: '还没有提取这个月的清分明细' }
  if (one.state === '0') return { ok: true, text: '没有异地清分明细' }
  // Our book may have moved since: what is sent is equal now, not then.
  await withMonth(c, one.id, async (now) => {
    if (now.state === '2' || now.state === '3' || now.state === '4') await compareMonth(c, shop, now)
  })
  let sent = 0
  try {
    for (;;) {
      const { n, more } = await nextBatch(c, shop, one, sending)
      sent += n
      if (!more) break
      await step(`${words[sending.verdict]} ${sent} 笔`)
    }
  } catch (error) {
    if (!(error instanceof Refusal) || !sent) throw error
    return { ok: false, text: `${words[sending.verdict]} ${sent} 笔后停止：${error.message}` }
  }
  const done = sent ? `${words[sending.verdict]} ${sent} 笔` : '没有待确认的一致明细'
  return { ok: true, text: done + (await unnamed(c, one, sending)) }
}

interface Named {
  month: string
  rowIds: readonly string[]
  /** What the centre pays of all of them, as whoever names them reads it. */
  paid?: string
}

/** Stores and rows that were named, all of one month; refuses what cannot be answered. */
const named = async (c: Context, { month, rowIds, paid }: Named) => {
  const rows = await c.db
    .select({ row: clearingRow, shop: store })
    .from(clearingRow)
    .innerJoin(store, eq(store.id, clearingRow.storeId))
    .where(and(inArray(clearingRow.id, [...new Set(rowIds)]), c.scope.where(clearingRow.storeId)))
  const stop = (text: string) => refuse('clearing.rows', { text })
  if (!rows.length || rows.length < new Set(rowIds).size) stop('选中的明细有变动，不能处理')
  if (rows.some(({ row }) => row.month !== month)) stop('选中的明细不是同一个月')
  const count = (which: (row: Row) => boolean) => rows.filter(({ row }) => which(row)).length
  const ours = count(({ result }) => result === 'oursOnly')
  if (ours) stop(`选中的明细有 ${ours} 笔仅本地有，中心没有清分，不能处理`)
  const bare = count(({ setlSn, mdtrtId }) => !setlSn || !mdtrtId)
  if (bare) stop(`选中的明细有 ${bare} 笔医保中心没有给结算流水号或就诊号，不能处理`)
  const done = count(({ answer }) => answer !== 'open')
  if (done) stop(`选中的明细有 ${done} 笔已经处理`)
  const amounts = new Map(rows.map(({ row }) => [row.id, row.paid ?? 0]))
  if (paid !== undefined && fen(paid) !== sum([...amounts.values()])) stop(movedText)
  const shops = [...new Map(rows.map(({ shop }) => [shop.id, shop])).values()]
  return { shops, rows: rows.map(({ row }) => row), amounts }
}

/** ClearScore/Confirm: rows that were named, or every equal one of a month's stores. */
export const confirm = async (c: Context, input: InputOf<typeof calls.confirm>) => {
  const { month, storeId, rowIds, paid, note = '' } = input
  const done = (n: number) => `${n} 家门店已确认`
  if (!rowIds?.length) {
    const which = eq(clearingRow.result, 'equal')
    const stores = await storesOf(c, month, storeId === undefined ? undefined : [storeId])
    const known = await c.db
      .select({ id: clearingMonth.storeId })
      .from(clearingMonth)
      .where(eq(clearingMonth.month, month))
    const shops = stores.filter(({ id }) => known.some((one) => one.id === id))
    if (!shops.length) return refuse('not.found', { what: '这个月的清分明细' })
    const beside = await besideText(c, storeId)
    return eachStore(c, shops, { name: '确认清分', of: month, done, beside }, (shop, step) =>
      sendStore(c, shop, month, { verdict: 'confirmed', note, which }, step),
    )
  }
  const { shops, rows, amounts } = await named(c, { month, rowIds, paid })
  const differing = rows.filter(({ result }) => result !== 'equal').length
  if (differing && !note.trim()) refuse('clearing.note', { n: differing })
  // Without a note only what is still equal when it leaves.
  const which = and(inArray(clearingRow.id, [...rowIds]), note.trim() ? undefined : eq(clearingRow.result, 'equal'))!
  // Other rows are another run: each row is answered once by itself.
  return eachStore(c, shops, { name: '确认清分', of: newId(), done }, (shop, step) =>
    sendStore(c, shop, month, { verdict: 'confirmed', note: note.trim(), which, named: amounts }, step),
  )
}

/** ClearScore/Refuse: rows that were named, with why. */
export const refuseRows = async (c: Context, { month, rowIds, paid, note }: InputOf<typeof calls.refuse>) => {
  const { shops, amounts } = await named(c, { month, rowIds, paid })
  const which = inArray(clearingRow.id, [...rowIds])
  const done = (n: number) => `${n} 家门店已报不认`
  return eachStore(c, shops, { name: '不认清分', of: newId(), done }, (shop, step) =>
    sendStore(c, shop, month, { verdict: 'refused', note, which, named: amounts }, step),
  )
}
