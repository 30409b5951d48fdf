import { and, eq, ne, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Clearing } from '../../centre/operations/clearing.ts'
import type { StoreRow } from '../organisation/store.ts'
import type { Told } from '../system/each-store.ts'
import { compareMonth } from './compare.ts'
import { keepRows } from './keep-rows.ts'
import { atFirst, beginnings, type Place, pageAt } from './list.ts'
import { clearingOf, type Month, mark, openMonth, requireState, withMonth } from './month.ts'
import { clearingRow } from './tables.ts'

/** A row without a time: 3261 has to name it, and no other one is the centre's. */
const requireDated = (page: readonly Clearing[]): void => {
  const undated = page.find(({ settledAt }) => !settledAt)
  if (undated) refuse('clearing.undated', { seqno: undated.seqno || '--', setlSn: undated.setlSn || '--' })
}

/** A page is kept with the place where the next one begins: whoever dies between two pages loses none. */
const keepPage = async (c: Context, one: Month, rows: readonly Clearing[], next: Place): Promise<boolean> =>
  c.db.transaction(async (db) => {
    const mine = await mark({ db }, one, next)
    if (mine && rows.length) await keepRows({ ...c, db }, one, rows)
    return mine !== undefined
  })

const begin = (c: Context, { id }: Month, shop: StoreRow): Promise<void> =>
  withMonth(c, id, async (one) => {
    requireState({ one, shop }, ['0', '1', '2', '3', '4'], '提取', '请先按「核实结果」')
    // Half extracted: it goes on where it stopped.
    if (one.state === '1' && one.run > 0) return
    await mark(c, one, { ...atFirst, state: '1', run: one.run + 1, operatorName: c.me.name, message: '' })
  })

/** How far an extraction is: rows it keeps by now, behind its last page or at its first one again because the list has moved. */
interface Step {
  kept: number
  over: boolean
  moved: boolean
}

/** Rows that an extraction keeps: fewer than were listed where the centre tells some of them twice. */
const keptBy = async ({ db }: Pick<Context, 'db'>, { id, run }: Month): Promise<number> => {
  const seen = and(eq(clearingRow.monthId, id), eq(clearingRow.run, run))
  const [kept] = await db.select({ n: sql<number>`count(*)::int` }).from(clearingRow).where(seen)
  return kept?.n ?? 0
}

/** The next page; behind the last one the month is compared. */
const nextPage = (c: Context, shop: StoreRow, { id }: Month): Promise<Step> =>
  withMonth(c, id, async (one) => {
    // Somebody else has come to its end meanwhile.
    if (one.state !== '1') return { kept: await keptBy(c, one), over: true, moved: false }
    const page = await pageAt(c, shop, one.month, one)
    if (!page) {
      await mark(c, one, { ...atFirst, run: one.run + 1 })
      return { kept: 0, over: false, moved: true }
    }
    requireDated(page.rows)
    const mine = await keepPage(c, one, page.rows, page.next)
    const kept = await keptBy(c, one)
    if (!mine || !page.over) return { kept, over: false, moved: false }
    // What the centre no longer lists is gone, unless it was answered: that stands with its answer.
    await c.db
      .delete(clearingRow)
      .where(and(eq(clearingRow.monthId, id), ne(clearingRow.run, one.run), eq(clearingRow.answer, 'open')))
    await compareMonth(c, shop, one, { extractedAt: c.deps.clock() })
    return { kept, over: true, moved: false }
  })

/** 3260 of one store's month from where it stands, page by page, each kept before the next one is asked for. */
export const extractStore = async (
  c: Context,
  shop: StoreRow,
  month: string,
  step: (text: string) => Promise<void>,
): Promise<Told> => {
  clearingOf(c, shop)
  const one = await openMonth(c, shop, month)
  await begin(c, one, shop)
  for (let moves = 0; ; ) {
    const { kept, over, moved } = await nextPage(c, shop, one)
    if (over) return { ok: true, text: kept ? `已提取 ${kept} 笔` : '没有异地清分明细' }
    if (moved && ++moves === beginnings) refuse('clearing.moving')
    await step(moved ? '医保中心的清分明细有变动，从头提取' : `已提取 ${kept} 笔`)
  }
}
