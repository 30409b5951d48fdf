import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { company as calls } from '@yibao/shared/calls/company.ts'
import { addDays, formatDay, formatTime, optionalTime } from '@yibao/shared/time.ts'
import { and, eq, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import type { Database } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import { user } from '../auth/tables.ts'
import { formerKeys } from '../auth/verify-code.ts'
import { areaName } from '../organisation/districts.ts'
import { company, store } from '../organisation/tables.ts'

export type CompanyRow = ResultOf<typeof calls.save>
export type Company = typeof company.$inferSelect
type Filters = Omit<InputOf<typeof calls.paged>, 'page' | 'pageSize'>

/** A company by its number; refuses one that is not there. */
export const findCompany = async ({ db }: Pick<Context, 'db'>, companyId: string): Promise<Company> => {
  const [row] = await db.select().from(company).where(eq(company.id, companyId))
  return row ?? refuse('not.found', { what: '公司' })
}

/** Holds a company against whoever brings in a store of it meanwhile: he is waited for, or finds what has changed. */
export const holdCompany = async (tx: Database, companyId: string): Promise<void> => {
  await tx.select({ id: company.id }).from(company).where(eq(company.id, companyId)).for('update')
}

/** Days before its end in which a licence is about to end. */
const soonDays = 30

const storesOf = sql<number>`(select count(*)::int from ${store}
  where ${store.companyId} = ${company.id} and not ${store.closed})`

const licenceOf = ({ licenceUntil }: Company, today: string): CompanyRow['licence'] => {
  if (licenceUntil === null || licenceUntil > addDays(today, soonDays)) return undefined
  return licenceUntil < today ? 'expired' : 'soon'
}

/** Until when any code before its own still opens it. */
const formerUntilOf = (row: Company, now: Date): string | undefined => {
  const ends = formerKeys(row, now).map(({ until }) => until.getTime())
  return ends.length ? formatTime(new Date(Math.max(...ends))) : undefined
}

const wire = (row: Company, stores: number, adminUserName: string | null, now: Date): CompanyRow => ({
  companyId: row.id,
  name: row.name,
  shortName: row.shortName || undefined,
  contact: row.contact || undefined,
  phone: row.phone || undefined,
  erpType: row.erpType || undefined,
  licenceUntil: row.licenceUntil ?? undefined,
  licence: licenceOf(row, formatDay(now)),
  areas: row.areas,
  areaNames: row.areas.map(areaName).join('、'),
  stores,
  adminUserId: row.adminUserId ?? undefined,
  adminUserName: adminUserName ?? '',
  keyAt: optionalTime(row.keyAt),
  formerUntil: formerUntilOf(row, now),
  state: row.stopped ? 'stopped' : 'enabled',
  createdAt: optionalTime(row.createdAt),
})

const licensed = (licence: Filters['licence'], today: string): SQL | undefined => {
  if (licence === 'expired') return lt(company.licenceUntil, today)
  if (licence === 'soon')
    return and(gte(company.licenceUntil, today), lte(company.licenceUntil, addDays(today, soonDays)))
  return undefined
}

const words = (keyword: string): SQL | undefined => {
  const text = like(keyword.trim())
  return or(...[company.id, company.name, company.shortName].map((column) => sql`${column} ilike ${text}`))
}

/** Company/Paged, by number. */
export const companyRows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ company, stores: storesOf, adminUserName: user.userName, ...cursor })
      .from(company)
      .leftJoin(user, eq(user.id, company.adminUserId))
      .$dynamic(),
  where: (c, f: Filters) =>
    and(
      f.keyword?.trim() ? words(f.keyword) : undefined,
      f.companyId ? eq(company.id, f.companyId) : undefined,
      f.areaCode ? sql`${company.areas} @> ${JSON.stringify([f.areaCode])}::jsonb` : undefined,
      f.state ? eq(company.stopped, f.state === 'stopped') : undefined,
      licensed(f.licence, formatDay(c.now)),
    ),
  sortable: {
    companyId: company.id,
    name: company.pinyin,
    licenceUntil: company.licenceUntil,
    createdAt: company.createdAt,
  },
  direction: 'ascend',
  key: company.id,
  keyOf: ({ company: row }) => row.id,
  wire: ({ company: row, stores, adminUserName }, c): CompanyRow => wire(row, stores, adminUserName, c.now),
})

/** A company as its page shows it now. */
export const companyRow = async (c: Context, companyId: string): Promise<CompanyRow> =>
  (await companyRows.page(c, { companyId })).items[0]!
