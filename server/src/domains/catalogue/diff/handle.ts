import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { menuDiff as calls } from '@yibao/shared/calls/menu-diff.ts'
import { and, inArray } from 'drizzle-orm'
import { Refusal, refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { storeOf } from '../../organisation/store.ts'
import { soldBy } from '../items.ts'
import { itemOf, type Pair, pairOf } from '../mapping.ts'
import { downText, sendMappings } from '../send-mappings.ts'
import { item, menuDiff } from '../tables.ts'
import { withdrawMapping } from '../withdraw.ts'
import { forgetDifferences, forgetUnmarked } from './forget.ts'
import { suggestionOf } from './judge.ts'

type Row = typeof menuDiff.$inferSelect
type Asked = InputOf<typeof calls.handle>
type Result = ResultOf<typeof calls.handle>

/** What became of the rows: how many, and the first reasons why not. */
class Tally {
  done = 0
  /** What is said of an area whose centre is silent: it is not asked for the next row. */
  readonly down = new Map<string, string>()
  /** Said beside what was done. */
  readonly beside: string[] = []
  readonly #failed: string[] = []

  fail({ ownCode }: Pick<Row, 'ownCode'>, why: unknown): void {
    if (typeof why !== 'string' && !(why instanceof Refusal)) throw why
    this.#failed.push(`${ownCode} ${typeof why === 'string' ? why : why.message}`)
  }

  get result(): Result {
    const failed = this.#failed
    return { done: this.done, failed: failed.length, text: [...failed.slice(0, 3), ...this.beside].join('；') }
  }
}

/** Why a difference has no code to be taken, and what to do instead. */
const notTaken: Partial<Record<Row['type'], string>> = {
  differs: '已对照，没有上报：核对后可撤销对照再选择国家码，或忽略',
  overCap: '已对照，没有上报：请核对零售价和对照',
}
const unlike = '没有足够相近的国家码，没有上报：请按「对照」选择'

const accept = async (
  c: Context,
  storeId: string,
  rows: readonly Row[],
  nationalCode: string | undefined,
  tally: Tally,
) => {
  const shop = await storeOf(c.deps, storeId)
  const pairs = new Map<string, Pair>()
  for (const row of rows) {
    const code = nationalCode ?? suggestionOf(row)
    const why = code ? tally.down.get(shop.areaCode) : (notTaken[row.type] ?? unlike)
    if (!code || why) {
      tally.fail(row, why)
      continue
    }
    try {
      pairs.set(row.ownCode, await pairOf(c.deps, shop, row.ownCode, code))
    } catch (fault) {
      tally.fail(row, fault)
    }
  }
  const sent = await sendMappings(c.deps, shop, [...pairs.values()], c.me.name)
  if (sent.down) tally.down.set(shop.areaCode, sent.down)
  tally.done += sent.done.length
  if (sent.left) tally.beside.push(sent.left)
  for (const { pair, text } of sent.failed) tally.fail(pair, text)
  await forgetDifferences(c, storeId, sent.done)
}

const unmarked = ({ type }: Row) => type === 'rxUnmarked'

/** The goods are a prescription drug from now on, in every store of the company in the area. */
const markPrescription = async (c: Context, storeId: string, rows: readonly Row[], tally: Tally) => {
  if (!rows.length) return
  const shop = await storeOf(c.deps, storeId)
  const codes = rows.map(({ ownCode }) => ownCode)
  await c.db
    .update(item)
    .set({ prescription: true })
    .where(and(soldBy(shop), inArray(item.ownCode, codes)))
  await forgetUnmarked(c, shop, codes)
  tally.done += rows.length
}

/** `expected`: the code that whoever asked was shown, which a comparison may have replaced since. */
const unmap = async (c: Context, storeId: string, rows: readonly Row[], expected: string | undefined, tally: Tally) => {
  const shop = await storeOf(c.deps, storeId)
  for (const row of rows)
    try {
      const down = tally.down.get(shop.areaCode)
      if (down) {
        tally.fail(row, down)
        continue
      }
      const shown = expected ?? (row.nationalCode || undefined)
      await withdrawMapping(c.deps, shop, await itemOf(c, shop, row.ownCode), shown)
      await forgetDifferences(c, storeId, [{ ownCode: row.ownCode, nationalCode: '' }])
      tally.done += 1
    } catch (fault) {
      tally.fail(row, fault)
      const down = fault instanceof Refusal ? downText(fault) : undefined
      if (down) tally.down.set(shop.areaCode, down)
    }
}

const mark = async (c: Context, rows: readonly Row[], state: Row['state'], tally: Tally) => {
  const by = { handledBy: state === 'ignored' ? c.me.name : '', handledAt: state === 'ignored' ? c.now : null }
  const ids = rows.map(({ id }) => id)
  await c.db
    .update(menuDiff)
    .set({ state, ...by })
    .where(inArray(menuDiff.id, ids))
  tally.done += rows.length
}

/** MenuDiff/Handle: each row on its own; one that fails does not keep the others. */
export const handleDiffs = async ({ ids, action, nationalCode }: Asked, c: Context): Promise<Result> => {
  const rows = await c.db
    .select()
    .from(menuDiff)
    .where(and(inArray(menuDiff.id, ids), c.scope.where(menuDiff.storeId)))
  if (!rows.length) return refuse('not.found', { what: '这些差异' })
  if (nationalCode && rows.length > 1)
    refuse('input.invalid', { text: '一个国家码只能用于一行' }, { fields: { nationalCode: '一次只能处理一行' } })
  const tally = new Tally()
  if (action === 'ignore' || action === 'restore') await mark(c, rows, action === 'ignore' ? 'ignored' : 'open', tally)
  else
    for (const storeId of new Set(rows.map((row) => row.storeId))) {
      const own = rows.filter((row) => row.storeId === storeId)
      const [marks, mappings] = [own.filter(unmarked), own.filter((row) => !unmarked(row))]
      if (action === 'accept') {
        await markPrescription(c, storeId, marks, tally)
        if (mappings.length) await accept(c, storeId, mappings, nationalCode, tally)
      } else await unmap(c, storeId, own, nationalCode, tally)
    }
  c.on(`${rows.length} 行，${tally.done} 行成功`, ...new Set(rows.map(({ storeId }) => storeId)))
  return tally.result
}
