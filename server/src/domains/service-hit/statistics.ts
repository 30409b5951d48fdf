import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import { calls as contract } from '@yibao/shared/calls/index.ts'
import type { serviceHit as calls } from '@yibao/shared/calls/service-hit.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, between, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { company, store } from '../organisation/tables.ts'
import { answerOf, inOrder, sheetOf } from '../statistics/grouped.ts'
import { keptPeriod } from '../statistics/kept-period.ts'
import { hitDays, serviceHit, serviceUser, userDays } from './tables.ts'

type ByDay = InputOf<typeof calls.byDay>
type GroupBy = 'service' | 'day' | 'month'
type Filters = Omit<ByDay, 'groupBy'> & { groupBy?: GroupBy }
type Result = ResultOf<typeof calls.byDay>
type Sums = Result['totals']

const numbers = ['calls', 'hits', 'rate', 'avgMs', 'errors', 'users'] as const

const services = Object.entries(contract).flatMap(([domain, group]) =>
  Object.entries(group).map(([key, { title, path }]) => ({ serviceName: `${domain}.${key}`, title, path })),
)
const byName = new Map(services.map((one) => [one.serviceName, one]))

/** What people read of a call; one of an earlier version has its name only. */
const nameOf = (call: string): string => {
  const known = byName.get(call)
  return known ? `${known.title} ${known.path}` : call
}

/** Companies with a store in the asker's scope; everything, those of no company too, for who has all. */
const companiesOf = async (c: Context): Promise<string[] | undefined> => {
  if (c.scope.take() === 'all') return undefined
  const rows = await c.db.selectDistinct({ id: store.companyId }).from(store).where(c.scope.where(store.id))
  return rows.map(({ id }) => id)
}

type Table = typeof serviceHit | typeof serviceUser
type Narrow = (table: Table) => SQL | undefined

const narrowed = (f: Filters, { from, to }: { from: string; to: string }, companies: string[] | undefined): Narrow => {
  if (companies && f.companyId && !companies.includes(f.companyId)) refuse('scope.denied')
  const asked = f.companyId ? [f.companyId] : companies
  return (table) =>
    and(
      between(table.day as AnyPgColumn, from, to),
      f.serviceName ? eq(table.call as AnyPgColumn, f.serviceName) : undefined,
      asked && inArray(table.companyId as AnyPgColumn, asked),
    )
}

const keyOf = (groupBy: GroupBy, { call, day }: Table): SQL<string> => {
  if (groupBy === 'service') return sql<string>`${call}`
  return groupBy === 'day' ? sql<string>`${day}` : sql<string>`left(${day}, 7)`
}

const sum = (column: AnyPgColumn) => sql<number>`sum(${column})::float8`
const summed = {
  calls: sum(serviceHit.calls),
  cached: sum(serviceHit.cached),
  hits: sum(serviceHit.hits),
  errors: sum(serviceHit.errors),
  ms: sum(serviceHit.ms),
  users: sum(serviceHit.users),
}
type Counted = Record<keyof typeof summed, number>

const zero: Counted = { calls: 0, cached: 0, hits: 0, errors: 0, ms: 0, users: 0 }
const plus = (a: Counted, b: Counted): Counted =>
  Object.fromEntries(Object.keys(zero).map((key) => [key, a[key as keyof Counted] + b[key as keyof Counted]])) as never

/** What cannot be known is left out: a rate without a cache that was asked, an average of no calls. */
const wire = ({ calls: n, cached, hits, errors, ms }: Counted, users: number | undefined): Sums => ({
  ...{ calls: n, errors },
  ...(cached > 0 && { hits, rate: (hits / cached).toFixed(4) }),
  ...(n > 0 && { avgMs: Math.round(ms / n) }),
  ...(users !== undefined && { users }),
})

/**
 * Different accounts by group and altogether, as long as it is kept who called; '' is the whole. Each account of a group is
 * found once by its hash and then counted: counted as they are, a month of a chain's calls is put in the order of its names.
 */
const usersOf = async (c: Context, groupBy: GroupBy, where: Narrow): Promise<Map<string, number>> => {
  const seen = c.db.$with('seen').as(
    c.db
      .select({ key: keyOf(groupBy, serviceUser).as('key'), userId: serviceUser.userId })
      .from(serviceUser)
      .where(where(serviceUser))
      .groupBy(sql`1`, sql`2`),
  )
  const rows = await c.db
    .with(seen)
    .select({ key: sql<string | null>`${seen.key}`, users: sql<number>`count(distinct ${seen.userId})::int` })
    .from(seen)
    .groupBy(sql`grouping sets ((1), ())`)
  return new Map(rows.map(({ key: one, users }) => [one ?? '', users]))
}

const statistics = async (c: Context, f: Filters, withUsers: boolean): Promise<Result> => {
  const { groupBy = 'day' } = f
  const period = keptPeriod(c, f, { days: hitDays, what: '服务命中次数' })
  const where = narrowed(f, period, await companiesOf(c))
  const rows = await c.db
    .select({ key: keyOf(groupBy, serviceHit), ...summed })
    .from(serviceHit)
    .where(where(serviceHit))
    .groupBy(sql`1`)
  const stillKnown = withUsers && period.from >= addDays(formatDay(c.now), 1 - userDays)
  const people = stillKnown ? await usersOf(c, groupBy, where) : undefined
  // One call's people of one day were counted when they came.
  const counted = withUsers && groupBy === 'day' && f.serviceName !== undefined
  const groups = rows.map(({ key, ...one }) => ({
    ...{ key, name: groupBy === 'service' ? nameOf(key) : key },
    ...wire(one, people ? (people.get(key) ?? 0) : counted ? one.users : undefined),
  }))
  const usual = { field: groupBy === 'service' ? 'calls' : 'key' }
  const all = rows.reduce<Counted>((total, one) => plus(total, one), zero)
  return answerOf(c, inOrder(groups, f, numbers, usual), wire(all, people && (people.get('') ?? 0)))
}

/** ServiceHit/Chart and ByDay (domain.md 8.2); what counts as a hit stands at the table. */
export const serviceHitHandlers: Handlers<typeof calls> = {
  chart: (f, c) => statistics(c, { ...f, groupBy: f.groupBy ?? 'service' }, false),
  byDay: (f, c) => statistics(c, f, true),
  options: async (_, c) => {
    const open = await companiesOf(c)
    const companies = await c.db
      .select({ companyId: company.id, name: company.name })
      .from(company)
      .where(open && inArray(company.id, open))
      .orderBy(company.pinyin)
    return { services, companies }
  },
}

/** The rows of 按日命中 for the export of sheets. */
export const hitDaySource = sheetOf((c: Context, f: ByDay) => statistics(c, f, true))
