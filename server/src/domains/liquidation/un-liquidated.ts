import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { unLiquidated as calls } from '@yibao/shared/calls/un-liquidated.ts'
import { openReason } from '@yibao/shared/entities/un-liquidated.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { yuan } from '@yibao/shared/money.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { addMonths, daysBetween, daysOfMonth, formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { namesOf } from '../dictionary/entries.ts'
import { keyText } from '../order/group.ts'
import { monthResults } from '../reconciliation/month/results.ts'
import { reconMonth } from '../reconciliation/tables.ts'
import { answerOf, inOrder, sheetOf, storeNames } from '../statistics/grouped.ts'
import { dueOf } from './due.ts'
import { type OpenGroup, openNames, openSums } from './open-sums.ts'

type Call = typeof calls.query
type Filters = InputOf<Call>
type Result = ResultOf<Call>
type Reason = NonNullable<Filters['reason']>

const sumNames = [...openNames, 'due'] as const
const columnNames = [...sumNames, 'days'] as const
type Sums = Record<(typeof columnNames)[number], number>

/** Months of all stores that are read at once: of some store-months each settlement is looked up in its application. */
const longest = { all: 3, one: 12 }

/** Closed months asked for, the last three unless said. */
const spanOf = (c: Context, f: Filters): { from: string; to: string } => {
  const lastClosed = lastMonth(c.now)
  const to = f.to && f.to < lastClosed ? f.to : lastClosed
  const from = f.from ?? addMonths(to, 1 - longest.all)
  const most = (f.storeId ?? c.me.storeId) ? longest.one : longest.all
  if (addMonths(from, most) <= to) {
    const text =
      most === longest.all ? '不选门店时一次最多统计 3 个月，请缩短期间，或先选一个门店' : '一次最多统计 12 个月'
    refuse('input.invalid', { text }, { fields: { to: text } })
  }
  return { from, to }
}

const ofState: Readonly<Record<string, Reason>> = { 5: 'rejected', 7: 'unknown' }
const ofResult: Readonly<Record<string, Reason>> = { 2: 'notApplied', 4: 'notApplied', 3: 'unequal' }

type Explained = OpenGroup & Sums & { reason: Reason }

/** What is open, with why: 未对账 also where the month's result was taken back. */
const explained = async (c: Context, f: Filters): Promise<Explained[]> => {
  const span = spanOf(c, f)
  // A month without an end before its beginning has nothing in it.
  const open = span.from > span.to ? [] : await openSums(c, { ...f, ...span })
  const stores = f.storeId ? eq(reconMonth.storeId, f.storeId) : c.scope.where(reconMonth.storeId)
  const results = new Map(
    (await monthResults(c.db, { ...span, stores })).map((one) => [`${one.storeId}/${one.month}/${keyText(one)}`, one]),
  )
  const due = await dueOf(
    c,
    open.map(({ storeId }) => storeId),
  )
  return open
    .map((one): Explained => {
      const result = results.get(`${one.storeId}/${one.month}/${keyText(one)}`)
      const byMonth = ofResult[result?.state ?? '0'] ?? 'unchecked'
      const days = daysBetween(daysOfMonth(one.month).last, formatDay(c.now))
      return { ...one, days, due: due(one.storeId, one), reason: (one.state && ofState[one.state]) || byMonth }
    })
    .filter(({ reason }) => !f.reason || reason === f.reason)
}

const keys: Readonly<Record<NonNullable<Filters['groupBy']>, (one: Explained) => string>> = {
  group: ({ month, storeId, clrOptins, clrType, insutype, reason }) =>
    [month, storeId, clrOptins, clrType, insutype, reason].join('/'),
  store: ({ storeId }) => storeId,
  month: ({ month }) => month,
  reason: ({ reason }) => reason,
}

/** Whether the same name belongs to groups of different clearing institutions. */
const isElsewhereToo = (names: readonly string[], groups: readonly { first: Explained }[], i: number): boolean =>
  names.some((name, k) => name === names[i] && groups[k]!.first.clrOptins !== groups[i]!.first.clrOptins)

const none = (): Sums => Object.fromEntries(columnNames.map((name) => [name, 0])) as Sums

const added = (sum: Sums, one: Sums): Sums => ({
  ...(Object.fromEntries(sumNames.map((name) => [name, sum[name] + one[name]])) as Sums),
  days: Math.max(sum.days, one.days),
})

const wireSums = ({ settlements, reversals, total, fund, account, cash, due, days }: Sums): Result['totals'] => ({
  ...{ settlements, reversals, total: yuan(total), fund: yuan(fund), account: yuan(account), cash: yuan(cash), days },
  due: yuan(due),
})

/** Money of closed months that is in no accepted application. */
const unLiquidatedReport = async (c: Context, f: Filters): Promise<Result> => {
  const { groupBy = 'group' } = f
  // What is equal in the asked order stands by its key.
  const open = (await explained(c, f)).toSorted((a, b) => (keys.group(a) < keys.group(b) ? -1 : 1))
  type Group = Sums & { key: string; first: Explained; reason: string; clrType: string }
  const groups = new Map<string, Group>()
  for (const one of open) {
    const key = keys[groupBy](one)
    const group = groups.get(key)
    const { reason, clrType } = one
    groups.set(key, { ...added(group ?? none(), one), key, first: group?.first ?? one, reason, clrType })
  }
  const usual = { field: groupBy === 'group' ? 'days' : 'total', texts: ['reason', 'clrType'] as const }
  const ordered = inOrder([...groups.values()], f, columnNames, usual)
  const storeName = await storeNames(
    c,
    ordered.map(({ first }) => first.storeId),
  )
  const insurance = await namesOf(c.db, c.me.areaCode, ['insutype'])
  const nameOf = ({ key, first }: { key: string; first: Explained }) => {
    if (groupBy === 'store') return storeName(key)
    if (groupBy === 'reason') return choiceTitle(openReason, key)
    if (groupBy === 'month') return key
    return `${first.month} ${storeName(first.storeId)} ${first.insutype ? insurance('insutype', first.insutype) : '未记险种'}`
  }
  const names = ordered.map(nameOf)
  const items = ordered.map((group, i) => ({
    // Two that only their clearing institution tells apart, as one from elsewhere, say which it is.
    ...{
      key: group.key,
      name:
        groupBy === 'group' && isElsewhereToo(names, ordered, i) ? `${names[i]} ${group.first.clrOptins}` : names[i]!,
    },
    ...(groupBy === 'group' && {
      ...{ clrType: group.first.clrType, insutype: group.first.insutype || undefined, reason: group.first.reason },
    }),
    ...(groupBy === 'reason' && { reason: group.first.reason }),
    ...wireSums(group),
  }))
  return answerOf(c, items, wireSums(open.reduce<Sums>(added, none())))
}

/** Liquidation/UnLiquidated. */
export const unLiquidatedHandlers: Handlers<typeof calls> = { query: (f, c) => unLiquidatedReport(c, f) }

/** The same rows for the export of sheets. */
export const unLiquidatedSource = sheetOf(unLiquidatedReport)
