import { daysOfMonth, formatDay } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { countingOf, type StatementCounting } from '../../../centre/fund-sum.ts'
import type { Database } from '../../../database/open.ts'
import type { Sums } from '../../book/rows.ts'
import { codesOf } from '../../dictionary/entries.ts'
import { type GroupKey, keyText, pharmacyClrType } from '../../order/group.ts'
import { settingsOf } from '../../organisation/settings.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { type Answered, type Ask, asCounted, askTotals, type GroupTotals } from '../centre/ask-totals.ts'
import { keepFigures } from '../centre/keep-figures.ts'
import { type MonthDay, monthDays, openDaysText, sumsOfDays } from '../groups/days.ts'
import { mainInsurances } from '../groups/groups.ts'
import { groupIdOf } from '../groups/keys.ts'
import { clearedBy, isSettledUnder, type SettledGroup, settledGroups } from '../groups/settled.ts'
import { tellReconciled } from '../live.ts'
import { reconMonth } from '../tables.ts'
import { isMarked, unmarked } from './mark.ts'
import { monthResults } from './results.ts'

/** Whether a month is over: before that its books still move. */
export const isOver = (month: string, now: Date): boolean => month < formatDay(now).slice(0, 7)

/** Every insurance of an area: a row of one that a store never sold under is in no day's run. */
const insurancesOf = async ({ db }: Deps, settled: readonly SettledGroup[], storeRow: StoreRow): Promise<GroupKey[]> =>
  (await codesOf(db, storeRow.areaCode, 'insutype')).map(({ value: insutype }) => ({
    clrOptins: clearedBy(settled, storeRow, insutype),
    insutype,
    clrType: pharmacyClrType,
  }))

const distinct = (keys: readonly GroupKey[]): GroupKey[] => {
  const plain = ({ clrOptins, insutype, clrType }: GroupKey) => ({ clrOptins, insutype, clrType })
  return [...new Map(keys.map((key) => [keyText(key), plain(key)])).values()]
}

/** What was asked of a group's month, and what came of it. */
interface Heard {
  totals: GroupTotals
  answered: Answered
}

/** Writes how a group's month came out, beside the sums it was asked with; answers its state. */
const keepResult = (
  deps: Deps,
  { id: storeId, areaCode }: StoreRow,
  {
    totals,
    answered,
    month,
    by,
    begun,
    sumsNow,
  }: Heard & { month: string; by: string; begun: StatementCounting; sumsNow: (tx: Database) => Promise<Sums> },
): Promise<Answered['state']> =>
  deps.db.transaction(async (tx) => {
    const now = () => sumsNow(tx)
    const { figures, ...verdict } = await asCounted(tx, areaCode, begun, { answered, sumsNow: now })
    const { id, clrOptins, insutype, clrType, count, total, fund, account, cash } = totals
    const sums = { count, total, fund, account, cash }
    const values = { ...sums, ...verdict, ...unmarked, operatorName: by, at: deps.clock() }
    await tx
      .insert(reconMonth)
      .values({ ...{ id, storeId, areaCode, month, clrOptins, insutype, clrType }, ...values })
      .onConflictDoUpdate({ target: reconMonth.id, set: values })
    await keepFigures({ ...deps, db: tx }, totals, { figures, state: verdict.state })
    return verdict.state
  })

/** How a store's month came out: its groups by result, and whether other insurances were left out; or why it was not asked. */
type MonthOutcome =
  | { asked: number; unequal: number; failed: number; marked: number; unasked: boolean }
  | { open: string }

/**
 * 3201, or 1320, over a whole month for every group of a store (domain.md 5.5): only when each of its days is closed, since a
 * month's difference can only be dealt with on its day. Then for the area's other insurances, which are only written when
 * the centre has rows of them. Nor is a group written that it refuses to speak of and that this store never had anything of
 * (groups/absent.ts). The results stand beside our sums of this moment.
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
  const settled = await settledGroups(deps.db, storeRow.id)
  const own = distinct([...mainInsurances(settled, storeRow), ...days, ...known])
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
  // What the centre has told of once, of a day or of the whole, is a group.
  const toldOf = [...days, ...known.filter(({ state }) => state !== '5')].map(keyText)
  const isStrange = (key: GroupKey) => !isSettledUnder(settled, key) && !toldOf.includes(keyText(key))
  const outcome = { asked: 0, unequal: 0, failed: 0, marked: 0, unasked: false }
  const keep = async (one: Heard) => {
    const sumsNow = async (tx: Database) => sumsIn(await monthDays(tx, { ...place, now: deps.clock() }), one.totals)
    const state = await keepResult(deps, storeRow, { ...one, month, by, begun, sumsNow })
    outcome.asked += 1
    if (state === '3') outcome.unequal += 1
    if (state === '5') outcome.failed += 1
  }
  const strange: Heard[] = []
  let answers = true
  for (const [i, key] of distinct([...own, ...(await insurancesOf(deps, settled, storeRow))]).entries()) {
    // Asked again it could only be given the same words, be they of another difference: its mark is taken back first.
    if (dealtWith(key)) {
      outcome.marked += 1
      continue
    }
    // Each silence is a minute's wait: the other groups stay as they were.
    if (!answers) break
    const sums = sumsIn(days, key)
    const id = groupIdOf(storeRow.id, month, key)
    const totals = { id, ...key, ...sums, from: first, until: last }
    const { refused, ...answered } = await ask(deps, storeRow, settings, totals)
    answers = !answered.silent
    // Of another insurance nobody knows whether the centre has rows.
    if (i >= own.length && !answers) outcome.unasked = true
    if (i >= own.length && answered.state !== '3') continue
    if (refused && isStrange(key)) strange.push({ totals, answered })
    else await keep({ totals, answered })
  }
  // Where it refuses everything, that says nothing of a group.
  const anyAnswered = outcome.asked > outcome.failed
  for (const one of strange)
    if (anyAnswered) await deps.db.delete(reconMonth).where(eq(reconMonth.id, one.totals.id))
    else await keep(one)
  tellReconciled(deps, storeRow.id)
  return outcome
}
