import { and, eq, gte, inArray, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context, Deps } from '../../../call/context.ts'
import { lease } from '../../../database/claims.ts'
import { isFree, isHeld } from '../../../database/held.ts'
import type { Database } from '../../../database/open.ts'
import type { BookRow } from '../../book/rows.ts'
import { type GroupKey, keyText, pharmacyClrType } from '../../order/group.ts'
import { order } from '../../order/tables.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { reconDifference, reconGroup, reconMonth } from '../tables.ts'
import { boundsOf, groupIdOf } from './keys.ts'
import { clearedBy, type SettledGroup, settledGroups } from './settled.ts'

export type GroupRow = typeof reconGroup.$inferSelect
export type DifferenceRow = typeof reconDifference.$inferSelect

/** Insurances asked about every day, even one without a purchase: else a row that only the centre has goes unseen. */
const always = ['310', '390']
const month = 31 * 86_400_000

/** The groups a store is asked about whatever it sold. */
export const mainInsurances = (settled: readonly SettledGroup[], storeRow: StoreRow): GroupKey[] =>
  always.map((insutype) => ({ clrOptins: clearedBy(settled, storeRow, insutype), insutype, clrType: pharmacyClrType }))

/**
 * The groups of a store-day: what our book has, what is on record of it or its month, the city's own two main insurances, and
 * whatever this store settled within a month: the centre may hold a row of it that we do not.
 */
export const groupKeys = async (
  db: Database,
  storeRow: StoreRow,
  day: string,
  rows: readonly BookRow[],
): Promise<GroupKey[]> => {
  const { start, end } = boundsOf(day)
  const known = await db
    .select({ clrOptins: reconGroup.clrOptins, insutype: reconGroup.insutype, clrType: reconGroup.clrType })
    .from(reconGroup)
    .where(and(eq(reconGroup.storeId, storeRow.id), eq(reconGroup.day, day)))
  // What the whole month was found to hold is looked for on each of its days.
  const ofMonth = await db
    .select({ clrOptins: reconMonth.clrOptins, insutype: reconMonth.insutype, clrType: reconMonth.clrType })
    .from(reconMonth)
    .where(and(eq(reconMonth.storeId, storeRow.id), eq(reconMonth.month, day.slice(0, 7))))
  const lately = await db
    .selectDistinct({ clrOptins: order.clrOptins, insutype: order.insutype, clrType: order.clrType })
    .from(order)
    .where(
      and(
        eq(order.storeId, storeRow.id),
        isNotNull(order.setlId),
        gte(order.settledAt, new Date(start.getTime() - month)),
        lte(order.settledAt, end),
      ),
    )
  const all = [
    ...mainInsurances(await settledGroups(db, storeRow.id), storeRow),
    ...rows.map(({ clrOptins, insutype, clrType }) => ({ clrOptins, insutype, clrType })),
    ...known,
    ...ofMonth,
    ...lately.flatMap(({ clrOptins, insutype, clrType }) =>
      clrOptins && insutype && clrType ? [{ clrOptins, insutype, clrType }] : [],
    ),
  ]
  return [...new Map(all.map((key) => [keyText(key), key])).values()]
}

/** A group inside the caller's scope; a day that was never run has none yet. */
export const findGroup = async (c: Context, id: string): Promise<GroupRow> => {
  const [row] = await c.db
    .select()
    .from(reconGroup)
    .where(and(eq(reconGroup.id, id), c.scope.where(reconGroup.storeId)))
  if (!row) return refuse('recon.state', { text: '这一组还没有对总账，请先对总账' })
  c.on(row.day, row.storeId)
  return row
}

/** SQL over a group's columns: its result is from before its day had ended, and knows nothing of what came later. */
export const isEarly = sql`at < (day::timestamp + interval '1 day') at time zone 'Asia/Shanghai'`

/** SQL over a group's columns: the books of the whole day agree, or their differences are all dealt with. */
export const isClosed = sql`(state in ('2', '4') and not ${isEarly})`

/** The groups that one 3202 covers: all insurances of a clearing organisation and type (domain.md 5.1). */
export const siblingsOf = (db: Database, { storeId, day, clrOptins, clrType }: GroupRow): Promise<GroupRow[]> =>
  db
    .select()
    .from(reconGroup)
    .where(
      and(
        eq(reconGroup.storeId, storeId),
        eq(reconGroup.day, day),
        eq(reconGroup.clrOptins, clrOptins),
        eq(reconGroup.clrType, clrType),
      ),
    )
    .orderBy(reconGroup.insutype)

/** Of these differences, those a repair of which is under way. */
export const atWorkOf = async (
  deps: Pick<Deps, 'db' | 'moved'>,
  rows: readonly Pick<DifferenceRow, 'id'>[],
): Promise<ReadonlySet<string>> => {
  const some = inArray(
    reconDifference.id,
    rows.map(({ id }) => id),
  )
  const found = await deps.db
    .select({ id: reconDifference.id })
    .from(reconDifference)
    .where(and(some, isHeld(deps, reconDifference.claimedUntil, lease)))
  return new Set(found.map(({ id }) => id))
}

/**
 * Voids the differences nobody has handled yet: a newer run speaks for them. With `sparing`, not those whose repair is
 * under way.
 */
export const voidOpen = (db: Database, groupIds: string[], sparing?: Pick<Deps, 'moved'>) =>
  db
    .update(reconDifference)
    .set({ voided: true })
    .where(
      and(
        inArray(reconDifference.groupId, groupIds),
        isNull(reconDifference.handledAt),
        sparing && isFree(sparing, reconDifference.claimedUntil, lease),
      ),
    )

/**
 * An unequal group becomes 已处理 when none of its differences is open, and 不平 again when one is: also one that was found
 * equal since, when the repair is taken back.
 */
export const settleState = async ({ db }: Pick<Deps, 'db'>, groupId: string): Promise<void> => {
  const here = and(eq(reconDifference.groupId, groupId), eq(reconDifference.voided, false))
  const rows = await db.select({ handledAt: reconDifference.handledAt }).from(reconDifference).where(here)
  const open = rows.some(({ handledAt }) => !handledAt)
  await db
    .update(reconGroup)
    .set({ state: open ? '3' : '4' })
    .where(and(eq(reconGroup.id, groupId), inArray(reconGroup.state, open ? ['2', '4'] : ['3'])))
}

/**
 * The book has changed under a group's result: it must be run again. A group with differences that are still open stays
 * what it is, for as 未对账 nobody would look for them.
 */
export const outdate = async (db: Database, storeId: string, day: string, key: GroupKey): Promise<void> => {
  const here = eq(reconGroup.id, groupIdOf(storeId, day, key))
  const open = db
    .select({ id: reconDifference.id })
    .from(reconDifference)
    .where(
      and(
        eq(reconDifference.groupId, reconGroup.id),
        eq(reconDifference.voided, false),
        isNull(reconDifference.handledAt),
      ),
    )
  await db.update(reconGroup).set({ centreResult: null, centreText: '账目有变动，请重新对总账' }).where(here)
  await db
    .update(reconGroup)
    .set({ state: '0' })
    .where(and(here, notExists(open)))
}
