import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { liquidationReport as calls } from '@yibao/shared/calls/liquidation-report.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addMonths, daysBetween, formatDay } from '@yibao/shared/time.ts'
import { and, between, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { ofCompany } from '../organisation/of-company.ts'
import { answerOf, inOrder, sheetOf, storeNames } from '../statistics/grouped.ts'
import type { Application } from './claim.ts'
import { monthsOf } from './rows.ts'
import { claimedStates, stateTitle } from './state.ts'
import { liquidation } from './tables.ts'

type Filters = InputOf<typeof calls.query>
type Result = ResultOf<typeof calls.query>

const sumNames = ['applications', 'persons', 'total', 'fund', 'deducted', 'reserved', 'paid', 'unpaid'] as const
const columnNames = [...sumNames, 'days'] as const
type Sums = Record<(typeof columnNames)[number], number>

/** Months of a question: an application a store and month, a few of each. */
const longest = 24

const applicationsOf = (c: Context, f: Filters): Promise<Application[]> => {
  const { from, to } = monthsOf(f, c.now)
  if (addMonths(from, longest) <= to)
    refuse('input.invalid', { text: '一次最多统计 24 个月' }, { fields: { to: '最多 24 个月' } })
  return c.db
    .select()
    .from(liquidation)
    .where(
      and(
        c.scope.where(liquidation.storeId, f.storeId),
        between(liquidation.month, from, to),
        ofCompany(c, liquidation.storeId, f.companyId),
        f.areaCode ? eq(liquidation.areaCode, f.areaCode) : undefined,
        f.clrType ? inArray(liquidation.clrType, [f.clrType, '']) : undefined,
        f.clrOptins ? eq(liquidation.clrOptins, f.clrOptins) : undefined,
        // A draft, and what was rejected or taken back, is no application, unless it is asked for.
        f.state ? eq(liquidation.state, f.state) : inArray(liquidation.state, [...claimedStates]),
      ),
    )
}

/** The centre has it, or may have it: somebody waits for its money. */
const isClaimed = ({ state }: Application): boolean => claimedStates.some((one) => one === state)

/** From applying until the money came, or until now; nothing waits before it is applied for, or after it was refused. */
const daysOf = (one: Application, now: Date): number => {
  const { appliedAt, paidAt } = one
  return appliedAt && isClaimed(one) ? daysBetween(formatDay(appliedAt), formatDay(paidAt ?? now)) : 0
}

const sumsOf = (one: Application, now: Date): Sums => {
  const { claimPersons: persons, claimTotal: total, claimFund: fund, deducted, reserved, paid } = one
  const days = daysOf(one, now)
  return {
    applications: 1,
    persons,
    total,
    fund,
    deducted,
    reserved,
    paid,
    unpaid: isClaimed(one) ? fund - deducted - reserved - paid : 0,
    days,
  }
}

const none = (): Sums => Object.fromEntries(columnNames.map((name) => [name, 0])) as Sums
const added = (sum: Sums, one: Sums): Sums => ({
  ...(Object.fromEntries(sumNames.map((name) => [name, sum[name] + one[name]])) as Sums),
  days: Math.max(sum.days, one.days),
})

const wireSums = (sums: Sums): Result['totals'] => {
  const { applications, persons, days } = sums
  const money = ['total', 'fund', 'deducted', 'reserved', 'paid', 'unpaid'] as const
  const texts = Object.fromEntries(money.map((name) => [name, yuan(sums[name])]))
  return { applications, persons, days, ...texts } as Result['totals']
}

const keys: Readonly<Record<NonNullable<Filters['groupBy']>, (one: Application) => string>> = {
  application: ({ month, storeId, id }) => `${month}/${storeId}/${id}`,
  storeMonth: ({ month, storeId }) => `${month}/${storeId}`,
  store: ({ storeId }) => storeId,
  month: ({ month }) => month,
  state: ({ state }) => state,
}

const liquidationReport = async (c: Context, f: Filters): Promise<Result> => {
  const { groupBy = 'application' } = f
  const found = await applicationsOf(c, f)
  type Texts = Record<'state' | 'clrType' | 'clrOptins' | 'paidMonth' | 'appliedOn', string>
  const groups = new Map<string, Sums & Texts & { key: string; first: Application }>()
  for (const one of found) {
    const key = keys[groupBy](one)
    const group = groups.get(key)
    const { state, clrType, clrOptins, paidMonth, appliedAt } = one
    const texts = { state, clrType, clrOptins, paidMonth, appliedOn: appliedAt ? formatDay(appliedAt) : '' }
    groups.set(key, { ...added(group ?? none(), sumsOf(one, c.now)), ...texts, key, first: group?.first ?? one })
  }
  const texts = ['state', 'clrType', 'clrOptins', 'paidMonth', 'appliedOn'] as const
  const usual = { field: 'key', newestFirst: groupBy !== 'store' && groupBy !== 'state', texts }
  const ordered = inOrder([...groups.values()], f, columnNames, usual)
  const storeName = await storeNames(
    c,
    ordered.map(({ first }) => first.storeId),
  )
  const nameOf = ({ key, first }: { key: string; first: Application }) => {
    if (groupBy === 'month') return key
    if (groupBy === 'state') return stateTitle(key)
    return groupBy === 'store' ? storeName(key) : `${first.month} ${storeName(first.storeId)}`
  }
  const items = ordered.map((group) => ({
    ...{ key: group.key, name: nameOf(group) },
    ...(groupBy === 'application' && {
      ...{ clrOptins: group.first.clrOptins, clrType: group.first.clrType || undefined, state: group.first.state },
      appliedOn: group.first.appliedAt ? formatDay(group.first.appliedAt) : undefined,
      paidMonth: group.first.paidMonth || undefined,
    }),
    ...wireSums(group),
  }))
  return answerOf(c, items, wireSums([...groups.values()].reduce<Sums>(added, none())))
}

/** Report/Liquidation/Query: applications and payments (domain.md 8.12). */
export const liquidationReportHandlers: Handlers<typeof calls> = { query: (f, c) => liquidationReport(c, f) }

/** The same rows for the export of sheets. */
export const liquidationReportSource = sheetOf(liquidationReport)
