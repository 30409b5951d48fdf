import { yuan } from '@yibao/shared/money.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context, Deps } from '../../call/context.ts'
import type { CentreOutcome } from '../../centre/client.ts'
import { reverse as reverseOperation, reverseVisit } from '../../centre/operations/reversal.ts'
import type { Settlement } from '../../centre/operations/settlement.ts'
import { unknownText } from '../../centre/outcome.ts'
import { asRefund } from '../../centre/refund-sign.ts'
import { messageOrRefuse, refuseOutcome } from '../../centre/refuse-outcome.ts'
import { lasting } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { clerkHeader, systemHeader } from '../attendance/sign.ts'
import { openIdentity } from '../card/identity.ts'
import { reload } from '../order/find.ts'
import { type ReversalInfno, reversesBy } from '../order/infnos.ts'
import { move, note } from '../order/states.ts'
import { intent, order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { refuseState } from '../order/wrong-state.ts'
import { storeOf } from '../organisation/store.ts'
import type { Approve } from './approve-reversal.ts'
import { bookedBy } from './booked-by.ts'
import { countedNow } from './counted.ts'
import { depart } from './depart.ts'
import { closeRefused, giveToRecovery, sealedAnswer } from './intents.ts'
import { type Claim, sendFirst } from './lease.ts'
import { writeDuplicate } from './tell-duplicate.ts'

/** The operation of a reversal's message. */
export const reversalOf = (infno: string) => (infno === '2208' ? reverseVisit : reverseOperation)

/** What an order keeps of whoever takes it back, where nobody does at a counter. */
export const nobody = { reversedById: null, reversedByName: null }

/** What a reversal writes into its order. `s` absent: the centre says it is done, but not under which number. */
export const reversedColumns = (deps: Deps, s: Settlement | undefined) => ({
  reversedBy: '2103' as const,
  reversalSetlId: s?.setlId || null,
  reversalBalance: s?.balance ?? null,
  reversedAt: s?.setlTime ? parseTime(s.setlTime) : deps.clock(),
})

const amounts = [
  ['total', '总额'],
  ['fundTotal', '基金'],
  ['account', '个人账户'],
  ['cash', '现金'],
] as const

/**
 * What a reversal gives back otherwise than its settlement took (domain.md 4.2 I8: every amount is minus the original's), in
 * words, and the fen of the first one. Of a 5203 in whichever sign the area lists refunds. A centre that answers no amounts
 * says nothing; one that answers the total alone, without what paid it, says nothing but that.
 */
const reversalGap = (row: OrderRow, s: Settlement): { gap: number; text: string } | undefined => {
  const { total, fundTotal, account, cash } = s
  const back = asRefund({ total, fundTotal, account, cash })
  const parts = fundTotal !== 0 || account !== 0 || cash !== 0
  const apart = amounts.filter(([name]) => (parts || name === 'total') && back[name] + row[name] !== 0)
  if (!total || !apart.length) return undefined
  const [[first]] = apart as [(typeof amounts)[number]]
  const words = apart.map(([name, title]) => `${title}退 ${yuan(0 - back[name])}，结算时 ${yuan(row[name])}`)
  return {
    gap: back[first] + row[first],
    text: `撤销退回的金额与结算不同：${words.join('；')}。已撤销，不要重做，请与医保中心核对`,
  }
}

/** Lists a reversal that gives back other amounts, as a settlement is that contradicts itself: it stays reversed. */
const flagGap = async (tx: Database, row: OrderRow, s: Settlement, at: Date): Promise<void> => {
  // How the area counts may have been changed since the answer was read.
  const found = reversalGap(row, s) && reversalGap(row, await countedNow(tx, row, s))
  if (!found) return
  const flags = sql`case when ${order.flags} @> '["amount"]' then ${order.flags} else ${order.flags} || '["amount"]' end`
  await tx.update(order).set({ flags, amountGap: found.gap }).where(eq(order.id, row.id))
  await note(tx, row.id, at, { by: '系统', text: found.text })
}

/**
 * Ends a 2103's intent as done and moves its order to reversed, together. Whoever hears it writes it, whose the intent is
 * by now or not: what is reversed stays so, and another 2103 that has not left yet is then not sent.
 */
export const bookReversal = async (
  deps: Deps,
  row: OrderRow,
  mine: Pick<Claim, 'id'>,
  s: Settlement | undefined,
  by: string,
  raw?: string,
): Promise<OrderRow | undefined> => {
  const at = deps.clock()
  let told: (() => void) | undefined
  const done = await deps.db.transaction(async (tx) => {
    const [closed] = await tx
      .update(intent)
      .set({ outcome: 'booked', closedAt: lasting(deps, 0), lastError: null, answer: sealedAnswer(deps, raw) })
      .where(and(eq(intent.id, mine.id), inArray(intent.outcome, ['open', 'unknown'])))
      .returning({ msgid: intent.msgid, earlier: intent.earlierMsgids })
    if (!closed) return undefined
    // Of several sendings the centre may have booked an earlier one.
    const reversalMsgid = closed.earlier.find((msgid) => msgid === s?.medinsSetlId) ?? closed.msgid
    const patch = { ...reversedColumns(deps, s), reversalMsgid }
    const moved = await move(tx, row.id, 'reversed', at, { by, patch })
    if (moved && s) await flagGap(tx, moved, s, at)
    if (moved) told = await writeDuplicate({ ...deps, db: tx }, row, 'reversed')
    return moved
  })
  if (!done) return undefined
  deps.services.live.publish(`store:${row.storeId}`, 'order.changed', { orderId: row.id })
  told?.()
  return done
}

/** Who signs the 2103: the clerk at the counter, or the store's own operator for a repair of the books (DESIGN 7). */
type Signer = 'clerk' | 'system'

const commitIntent = async (c: Context, row: OrderRow, reason: string, signer: Signer, approve?: Approve) => {
  const infno = reversesBy(await bookedBy(c, row))
  const storeRow = await storeOf(c.deps, row.storeId)
  const { insuredArea, psnNo } = openIdentity(c.services.vault, row.identity)
  const header = await (signer === 'clerk'
    ? clerkHeader(c.deps, storeRow, c.me, insuredArea)
    : systemHeader(c.deps, storeRow, insuredArea))
  const args = { setlId: row.setlId ?? '', mdtrtId: row.mdtrtId ?? '', psnNo }
  const message = messageOrRefuse(c.services.centre.of(row.areaCode).prepare(reversalOf(infno), args, header))
  // A repair of the books gives nobody cash.
  const by = signer === 'clerk' ? { reversedById: c.me.userId, reversedByName: c.me.name } : nobody
  const moved = { by: c.me.name, text: reason, patch: { reversalReason: reason, ...by } }
  const leave = (db = c.db) => depart(c, row, { name: 'reverse', infno, message, moved, db })
  const own = approve
    ? c.db.transaction(async (tx) => {
        await approve(tx)
        return leave(tx)
      })
    : leave()
  return { intent: await own, body: message.body, infno }
}

/** Nobody knows yet what became of its reversal. */
const bookLost = async (c: Context, row: OrderRow): Promise<void> => {
  const told = await c.db.transaction(async (tx) => {
    const event = { by: '系统', text: '撤销没有收到答复，正在核实' }
    const moved = await move(tx, row.id, 'lost', c.deps.clock(), event)
    return moved && writeDuplicate({ ...c.deps, db: tx }, row, 'open')
  })
  told?.()
}

/** What has left with an order, as its first sender has it. */
interface Sent {
  order: OrderRow
  mine: Claim
  infno: ReversalInfno
}

/** What the centre's word on it makes of the order. */
const heard = async (c: Context, { order: row, mine, infno }: Sent, outcome: CentreOutcome): Promise<OrderRow> => {
  const client = c.services.centre.of(row.areaCode)
  const answer = client.readAnswer(reversalOf(infno), outcome)
  if (answer.kind === 'booked')
    return (await bookReversal(c.deps, row, mine, answer.value, c.me.name, answer.raw)) ?? reload(c.deps, row.id)
  if (answer.kind === 'unknown') {
    if (await giveToRecovery(c.deps, mine, unknownText(answer), { raw: answer.raw })) await bookLost(c, row)
    return reload(c.deps, row.id)
  }
  const done =
    answer.kind === 'refused' && client.profile.alreadyReversedPatterns.some((pattern) => pattern.test(answer.message))
  if (done) return (await bookReversal(c.deps, row, mine, undefined, c.me.name, answer.raw)) ?? reload(c.deps, row.id)
  const text = answer.kind === 'refused' ? `医保中心：“${answer.message}”` : '请求没有发出'
  const freed = await c.db.transaction(async (tx) => {
    if (!(await closeRefused(tx, c.deps, mine, answer.raw))) return false
    return move(tx, row.id, 'notReversed', c.deps.clock(), {
      by: c.me.name,
      text,
      patch: { reversalReason: null, ...nobody },
    })
  })
  return freed ? refuseOutcome(answer, infno) : reload(c.deps, row.id)
}

/**
 * 2103 (2208) of a settled order: reversed, unknown (recovery makes it definite), or refused with the settlement still valid.
 * `approve` is asked last of all before it leaves: a refusal of before uses no word up.
 */
export const reverse = async (
  c: Context,
  row: OrderRow,
  reason: string,
  signer: Signer,
  approve?: Approve,
): Promise<OrderRow> => {
  if (row.state !== 'settled') return refuseState(row, '撤销')
  const { intent: mine, body, infno } = await commitIntent(c, row, reason, signer, approve)
  c.commit()
  const client = c.services.centre.of(row.areaCode)
  const done = await sendFirst(
    c.deps,
    mine,
    () => client.send(body, infno, { timeoutMs: c.deps.config.settleWait }),
    (outcome) => heard(c, { order: row, mine, infno }, outcome),
  )
  return done ?? reload(c.deps, row.id)
}
