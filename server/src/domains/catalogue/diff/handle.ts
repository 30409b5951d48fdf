import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { menuDiff as calls } from '@yibao/shared/calls/menu-diff.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { Refusal, refuse } from '../../../call/refuse.ts'
import { storeOf } from '../../attendance/sign.ts'
import { soldBy } from '../items.ts'
import { itemOf, type Pair, pairOf, sendMappings } from '../mapping.ts'
import { item, menuDiff } from '../tables.ts'
import { withdrawMapping } from '../withdraw.ts'
import { forgetUnmarked } from './unmarked.ts'

type Row = typeof menuDiff.$inferSelect
type Asked = InputOf<typeof calls.handle>
type Result = ResultOf<typeof calls.handle>

/** What became of the rows: how many, and the first reasons why not. */
class Tally {
  done = 0
  readonly failed: string[] = []

  fail(row: Row, fault: unknown): void {
    if (!(fault instanceof Refusal)) throw fault
    this.failed.push(`${row.ownCode} ${fault.message}`)
  }

  get result(): Result {
    const { done, failed } = this
    return { done, failed: failed.length, text: failed.slice(0, 3).join('；') }
  }
}

/** A mapping changes what is found of the item: these differences are gone, the next comparison says what is left. */
export const forgetDifferences = ({ db }: Pick<Context, 'db'>, storeId: string, ownCodes: string[]) =>
  db
    .delete(menuDiff)
    .where(
      and(
        eq(menuDiff.storeId, storeId),
        inArray(menuDiff.ownCode, ownCodes),
        inArray(menuDiff.type, ['unmapped', 'mappable', 'invalid', 'differs', 'rxUnmarked']),
      ),
    )

const accept = async (
  c: Context,
  storeId: string,
  rows: readonly Row[],
  nationalCode: string | undefined,
  tally: Tally,
) => {
  const shop = await storeOf(c.deps, storeId)
  const pairs = new Map<string, { pair: Pair; row: Row }>()
  for (const row of rows) {
    try {
      const code = nationalCode ?? row.candidates[0]?.code ?? refuse('diff.candidate', { name: row.ownCode })
      pairs.set(row.ownCode, { row, pair: await pairOf(c.deps, shop, row.ownCode, code) })
    } catch (fault) {
      tally.fail(row, fault)
    }
  }
  const sent = await sendMappings(
    c.deps,
    shop,
    [...pairs.values()].map(({ pair }) => pair),
    c.me.name,
  )
  tally.done += sent.done.length
  tally.failed.push(...sent.failed.map(({ pair, text }) => `${pair.ownCode} ${text}`))
  if (sent.done.length)
    await forgetDifferences(
      c,
      storeId,
      sent.done.map(({ ownCode }) => ownCode),
    )
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

const unmap = async (c: Context, storeId: string, rows: readonly Row[], tally: Tally) => {
  const shop = await storeOf(c.deps, storeId)
  for (const row of rows)
    try {
      await withdrawMapping(c.deps, shop, await itemOf(c, shop, row.ownCode))
      await forgetDifferences(c, storeId, [row.ownCode])
      tally.done += 1
    } catch (fault) {
      tally.fail(row, fault)
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
      } else await unmap(c, storeId, own, tally)
    }
  c.keep({ target: `${rows.length} 行，${tally.done} 行成功` })
  return tally.result
}
