import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { medicalInsurance } from '@yibao/shared/calls/medical-insurance.ts'
import { yuan } from '@yibao/shared/money.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { namesOf } from '../dictionary/entries.ts'
import { order } from '../order/tables.ts'
import { answerOf, inOrder, sheetOf } from '../statistics/grouped.ts'
import { numbersOf, ordersOf, partOf, personType, sumColumns, summed } from './order-sums.ts'

type Filters = InputOf<(typeof medicalInsurance)['query']>
type Result = ResultOf<(typeof medicalInsurance)['query']>
type GroupBy = NonNullable<Filters['groupBy']>

const amounts = [
  ...(['total', 'fullySelfPaid', 'firstSelfPay', 'overLimit', 'inScope', 'fundTotal', 'account', 'cash'] as const),
]
const summedNames = ['settlements', 'reversals', ...amounts] as const
type Sums = Record<(typeof summedNames)[number] | 'persons', number>
type Group = Sums & { key: string; visits: number; fundShare?: string; average?: number }

const insutype = sql`coalesce(${order.insutype}, '')`
const keys: Record<GroupBy, SQL> = {
  insutype,
  medicalType: sql`${order.medicalType}`,
  personType,
  all: sql`${insutype} || '/' || ${order.medicalType} || '/' || ${personType}`,
}

/** Dictionaries of a key's parts. */
const codeTypes: Record<GroupBy, readonly string[]> = {
  insutype: ['insutype'],
  medicalType: ['med_type'],
  personType: ['psn_type'],
  all: ['insutype', 'med_type', 'psn_type'],
}

/** What follows from the sums; a share or an average that would say nothing is left out. */
const derived = (sums: Sums): Omit<Group, 'key'> => {
  const { settlements, reversals, total, fundTotal } = sums
  const visits = settlements - reversals
  return {
    ...sums,
    visits,
    ...(total > 0 && fundTotal >= 0 && fundTotal <= total && { fundShare: (fundTotal / total).toFixed(4) }),
    ...(visits > 0 && { average: Math.round(total / visits) }),
  }
}

/** Groups by their keys, and how many people they are together: one of two groups is one person. */
const groupsOf = async (c: Context, f: Filters): Promise<{ groups: Group[]; persons: number }> => {
  const parts = (['fullySelfPaid', 'firstSelfPay', 'overLimit', 'inScope'] as const).map(
    (name) => (sign: SQL) => sql`${sign}${partOf(name)} as ${sql.identifier(name)}`,
  )
  const counted = ordersOf(
    c,
    f,
    // A code of four digits is a kind of its first two: 1204 提前退休 is a 12 退休.
    f.personType ? sql`left(${personType}, ${f.personType.length}) = ${f.personType}` : undefined,
    ({ refunded, sign, end }) => sql`
      ${keys[f.groupBy ?? 'insutype']} as key, coalesce(${order.psnHash}, ${order.id}) collate "C" as psn,
      ${refunded ? sql`false` : sql`(${order.reversedBy} is null or ${order.reversedAt} >= ${end})`} as stands,
      ${sql.raw(refunded ? '0' : '1')} as settlements, ${sql.raw(refunded ? '1' : '0')} as reversals,
      ${sign}${order.total} as total, ${sign}${order.fundTotal} as "fundTotal", ${sign}${order.account} as account,
      ${sign}${order.cash} as cash, ${sql.join(
        parts.map((part) => part(sign)),
        sql`, `,
      )}`,
  )
  const answer = await c.db.execute(sql`
    with people as (
      select key, psn, bool_or(stands) as stands, ${sql.join(
        summedNames.map((name) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`),
        sql`, `,
      )}
      from ${counted} as counted group by key, psn
    )
    select key, count(*) filter (where stands)::int as persons, ${sumColumns(summedNames)},
      (select count(*) from (select from people where stands group by psn) as one)::int as everybody
    from people group by key order by key`)
  const rows = rowsFrom(answer) as (Sums & { key: string; everybody: number })[]
  const groups = rows.map((row) => {
    const sums = { ...numbersOf(summedNames, row), persons: row.persons }
    return { key: row.key, ...derived(sums) }
  })
  return { groups, persons: rows[0]?.everybody ?? 0 }
}

const wire = ({ average, ...counts }: Omit<Group, 'key'>): Result['totals'] => ({
  ...counts,
  ...(Object.fromEntries(amounts.map((name) => [name, yuan(counts[name])])) as Record<
    (typeof amounts)[number],
    string
  >),
  ...(average !== undefined && { average: yuan(average) }),
})

/** What a key is called. A longer local code of a kind of person is of the kind of its first two digits. */
const nameOfKey = async (c: Context, areaCode: string | undefined, types: readonly string[]) => {
  const nameOf = await namesOf(c.db, areaCode, types)
  const called = (type: string, code: string) => {
    const [name, kind] = [nameOf(type, code), code.slice(0, 2)]
    const parent = nameOf(type, kind)
    return type === 'psn_type' && name === code && parent !== kind ? `${parent} ${code}` : name
  }
  return (key: string) =>
    key
      .split('/')
      .map((one, i) => (one ? called(types[i]!, one) : '未填'))
      .join(' · ')
}

/** Report/MedicalInsurance/Query: persons, visits and money by insurance, kind of visit and kind of person. */
const medicalInsuranceReport = async (c: Context, f: Filters): Promise<Result> => {
  const { groupBy = 'insutype' } = f
  const { groups, persons } = await groupsOf(c, f)
  const sorted = inOrder(groups, f, [...summedNames, 'persons', 'visits', 'fundShare', 'average'], { field: 'total' })
  const nameOf = await nameOfKey(c, f.areaCode ?? c.me.areaCode, codeTypes[groupBy])
  const items = sorted.map(({ key, ...group }) => ({ key, name: nameOf(key), ...wire(group) }))
  return answerOf(c, items, wire(derived({ ...summed(summedNames, groups), persons })))
}

export const medicalInsuranceHandlers: Handlers<typeof medicalInsurance> = {
  query: (f, c) => medicalInsuranceReport(c, f),
}

/** The same rows for the export of sheets. */
export const medicalInsuranceSource = sheetOf(medicalInsuranceReport)
