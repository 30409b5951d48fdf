import type { ResultOf } from '@yibao/shared/call.ts'
import type { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { outFlags } from '@yibao/shared/entities/person.ts'
import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../mount.ts'
import { refuse } from '../../refuse.ts'
import { store } from '../organisation/tables.ts'
import { namesOf } from '../system/dictionary.ts'
import { type Filters, type GroupBy, type Sums, sumNames, sumsByGroup } from './fund-sums.ts'

type Result = ResultOf<typeof fundPay.query>
export type Row = Result['items'][number]

/** Sums for the wire, yuan, with what the parts of the funds leave unexplained. */
export const wireSums = ({ settlements, reversals, ...amounts }: Sums): Result['totals'] => {
  const { fundTotal, poolFund, civilServant, largeAmount, seriousIllness, enterprise, medicalAid, otherFund } = amounts
  const parts = poolFund + civilServant + largeAmount + seriousIllness + enterprise + medicalAid + otherFund
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, yuan(value)]))
  return { settlements, reversals, ...texts, gap: yuan(fundTotal - parts) } as Result['totals']
}

const codeTypes: Partial<Record<GroupBy, string>> = { insutype: 'insutype', medicalType: 'med_type' }

/** What groups are called; what has no code is said so. */
const namesFor = async (c: Context, groupBy: GroupBy, keys: string[]): Promise<(key: string) => string> => {
  const codeType = codeTypes[groupBy]
  if (codeType) {
    const nameOf = await namesOf(c.db, c.me.areaCode, [codeType])
    return (key) => (key ? nameOf(codeType, key) : '未填')
  }
  if (groupBy === 'outFlag') return (key) => outFlags[key as unknown as keyof typeof outFlags] ?? key
  if (groupBy !== 'store') return (key) => key
  const rows = keys.length
    ? await c.db.select({ id: store.id, name: store.name }).from(store).where(inArray(store.id, keys))
    : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (key) => names.get(key) ?? key
}

const sorted = (groups: (Sums & { key: string })[], { sortField, sortOrder }: Filters, groupBy: GroupBy) => {
  const byTime = groupBy === 'day' || groupBy === 'month'
  const field = sortField ?? (byTime ? 'key' : 'total')
  if (field !== 'key' && field !== 'name' && !sumNames.includes(field as keyof Sums))
    refuse('input.invalid', { text: '不能按这一列排序' }, { fields: { sortField: '不能按这一列排序' } })
  if (field === 'key' || field === 'name') return sortOrder === 'descend' ? groups.toReversed() : groups
  const sign = (sortOrder ?? 'descend') === 'descend' ? -1 : 1
  return groups.toSorted((a, b) => sign * (a[field as keyof Sums] - b[field as keyof Sums]))
}

/** The report: its groups with their names, and the sums of all. */
export const fundPayReport = async (c: Context, f: Filters): Promise<Result> => {
  const { groupBy = 'day' } = f
  const groups = sorted(await sumsByGroup(c, f, groupBy), f, groupBy)
  const nameOf = await namesFor(
    c,
    groupBy,
    groups.map(({ key }) => key),
  )
  const totals = Object.fromEntries(
    sumNames.map((name) => [name, groups.reduce((sum, group) => sum + group[name], 0)]),
  ) as Sums
  return {
    items: groups.map(({ key, ...sums }) => ({ key, name: nameOf(key), ...wireSums(sums) })),
    total: groups.length,
    totalIsBound: false,
    totals: wireSums(totals),
    at: formatTime(c.now),
  }
}

export const fundPayHandlers: Handlers<typeof fundPay> = { query: (filters, c) => fundPayReport(c, filters) }

/** The same rows for the export of sheets. */
export const fundPaySource = {
  count: async (c: Context, f: Filters) => (await fundPayReport(c, f)).total,
  stream: async function* (c: Context, f: Filters): AsyncGenerator<Row[]> {
    const { items, totals } = await fundPayReport(c, f)
    yield [...items, { key: '', name: '合计', ...totals }]
  },
}
