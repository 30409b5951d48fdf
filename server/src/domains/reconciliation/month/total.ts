import { daysOfMonth, formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { countingOf } from '../../../centre/fund-sum.ts'
import type { StoreRow } from '../../attendance/sign.ts'
import { codesOf } from '../../dictionary/entries.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { type Ask, asCounted, askTotals } from '../ask-totals.ts'
import { keepFigures } from '../figures/keep.ts'
import { mainInsurances } from '../groups.ts'
import { type GroupKey, groupIdOf, keyText } from '../keys.ts'
import { tellReconciled } from '../live.ts'
import { reconMonth } from '../tables.ts'
import { type MonthDay, monthDays, openDaysText, sumsOfDays } from './days.ts'
import { isMarked, unmarked } from './mark.ts'
import { monthResults } from './results.ts'

/** Whether a month is over: before that its books still move. */
export const isOver = (month: string, now: Date): boolean => month < formatDay(now).slice(0, 7)

/** Every insurance of an area: a row of one that a store never sold under is in no day's run. */
const insurancesOf = async ({ db }: Deps, { areaCode }: StoreRow): Promise<GroupKey[]> =>
  (await codesOf(db, areaCode, 'insutype')).map(({ value }) => ({
    clrOptins: areaCode,
    insutype: value,
    clrType: '41',
  }))

const distinct = (keys: readonly GroupKey[]): GroupKey[] => {
  const plain = ({ clrOptins, insutype, clrType }: GroupKey) => ({ clrOptins, insutype, clrType })
  return [...new Map(keys.map((key) => [keyText(key), plain(key)])).values()]
}

/** How a store's month came out: its groups by result, or why it was not asked. */
type MonthOutcome = { asked: number; unequal: number; failed: number; marked: number } | { open: string }

/**
 * 3201, or 1320, over a whole month for every group of a store (domain.md 5.5): only when each of its days is closed, since a
 * month's difference can only be dealt with on its day. Then for the area's other insurances, which are only written when
 * the centre has rows of them. The results stand beside our sums of this moment.
 */
export const totalOfMonth = async (
  deps: Deps,
  storeRow: StoreRow,
  { month, by, ask = askTotals }: { month: string; by: string; ask?: Ask },
): Promise<MonthOutcome> => {
  const begun = countingOf(deps.services.centre.of(storeRow.areaCode).profile)
  const place = { storeIds: [storeRow.id], month }
  const days = await monthDays(deps.db, { ...place, now: deps.clock() })
  if (days.some(({ unfinished }) => unfinished)) return { open: openDaysText(days) }
  const settings = await settingsOf(deps.db, storeRow.areaCode)
  const here = and(eq(reconMonth.storeId, storeRow.id), eq(reconMonth.month, month))
  const known = await deps.db.select().from(reconMonth).where(here)
  const own = distinct([...mainInsurances(storeRow), ...days, ...known])
  const { first, last } = daysOfMonth(month)
  const sumsIn = (some: readonly MonthDay[], key: GroupKey) =>
    sumsOfDays(
      some.filter((one) => keyText(one) === keyText(key)),
      settings,
    )
  const standing = await monthResults(deps.db, { from: month, to: month, stores: here })
  const dealtWith = (key: GroupKey) =>
    known.some((row) => keyText(row) === keyText(key) && isMarked(row)) &&
    standing.some((one) => keyText(one) === keyText(key) && one.state === '4')
  const outcome = { asked: 0, unequal: 0, failed: 0, marked: 0 }
  for (const [i, key] of distinct([...own, ...(await insurancesOf(deps, storeRow))]).entries()) {
    // Asked again it could only be given the same words, be they of another difference: its mark is taken back first.
    if (dealtWith(key)) {
      outcome.marked += 1
      continue
    }
    const sums = sumsIn(days, key)
    const id = groupIdOf(storeRow.id, month, key)
    const totals = { id, ...key, ...sums, from: first, until: last }
    const answered = await ask(deps, storeRow, settings, totals)
    if (i >= own.length && answered.state !== '3') continue
    const state = await deps.db.transaction(async (tx) => {
      const sumsNow = async () => sumsIn(await monthDays(tx, { ...place, now: deps.clock() }), key)
      const { figures, ...verdict } = await asCounted(tx, storeRow.areaCode, begun, { answered, sumsNow })
      const values = { ...sums, ...verdict, ...unmarked, operatorName: by, at: deps.clock() }
      await tx
        .insert(reconMonth)
        .values({ id, storeId: storeRow.id, areaCode: storeRow.areaCode, month, ...key, ...values })
        .onConflictDoUpdate({ target: reconMonth.id, set: values })
      await keepFigures({ ...deps, db: tx }, totals, { figures, state: verdict.state })
      return verdict.state
    })
    outcome.asked += 1
    if (state === '3') outcome.unequal += 1
    if (state === '5') outcome.failed += 1
  }
  tellReconciled(deps, storeRow.id)
  return outcome
}
