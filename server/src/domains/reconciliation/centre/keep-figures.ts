import { parseTime } from '@yibao/shared/time.ts'
import { eq, inArray } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import type { StatementCounting } from '../../../centre/fund-sum.ts'
import type { FigureRow } from '../../../centre/operations/figures.ts'
import type { Database } from '../../../database/open.ts'
import { stillCounts } from '../../settlement/counted.ts'
import type { GroupRow } from '../groups/groups.ts'
import { reconFigureRow, reconFigures } from '../tables.ts'
import { type Answered, countedAnew, type GroupTotals, type Totals } from './ask-totals.ts'

export type Kept = typeof reconFigures.$inferSelect

/** The centre's figures of some groups, by their ids. */
export const figuresById = async (db: Database, ids: readonly string[]): Promise<Map<string, Kept>> => {
  if (!ids.length) return new Map()
  const rows = await db
    .select()
    .from(reconFigures)
    .where(inArray(reconFigures.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

const forget = (db: Database, id: string) =>
  db.transaction(async (tx) => {
    await tx.delete(reconFigureRow).where(eq(reconFigureRow.groupId, id))
    await tx.delete(reconFigures).where(eq(reconFigures.id, id))
  })

const agrees = (kept: Kept, { count, total, fund, account }: Totals): boolean =>
  kept.count === count && kept.total === total && kept.pool + kept.aid === fund && kept.account === account

/**
 * Keeps what the centre told of a group beside the verdict that follows from it. A later verdict without figures (3201)
 * that says otherwise takes them away: two pages never contradict each other.
 */
export const keepFigures = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  totals: GroupTotals,
  { figures, state }: Pick<Answered, 'figures' | 'state'>,
): Promise<void> => {
  if (figures) {
    const values = { ...figures, at: clock() }
    await db
      .insert(reconFigures)
      .values({ id: totals.id, ...values })
      .onConflictDoUpdate({ target: reconFigures.id, set: values })
    return
  }
  if (state === '5') return
  const [kept] = await db.select().from(reconFigures).where(eq(reconFigures.id, totals.id))
  if (kept && agrees(kept, totals) !== (state === '2')) await forget(db, totals.id)
}

/** Rows written by one statement. */
const batch = 500

/**
 * Puts a group's rows of the centre in place of those that were pulled before. Refuses where the area counts otherwise by
 * now than when they were read.
 */
export const keepRows = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id: groupId, areaCode }: Pick<GroupRow, 'id' | 'areaCode'>,
  rows: readonly FigureRow[],
  begun: StatementCounting,
) =>
  db.transaction(async (tx) => {
    if (!(await stillCounts(tx, areaCode, begun))) return refuse('recon.state', { text: countedAnew('对明细') })
    await tx.delete(reconFigureRow).where(eq(reconFigureRow.groupId, groupId))
    const values = rows.map(({ psnNo: _psnNo, settledAt, ...row }) => ({
      ...row,
      groupId,
      settledAt: parseTime(settledAt),
    }))
    for (let at = 0; at < values.length; at += batch)
      await tx.insert(reconFigureRow).values(values.slice(at, at + batch))
    await tx.update(reconFigures).set({ pulledAt: clock() }).where(eq(reconFigures.id, groupId))
  })
