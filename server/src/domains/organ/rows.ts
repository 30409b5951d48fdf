import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { organ as calls } from '@yibao/shared/calls/organ.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq, gte, ilike, lt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { hasOnline } from '../agent/monitor/rows.ts'
import type { StoreRow } from '../organisation/store.ts'
import { area, company, store } from '../organisation/tables.ts'

export type OrganRow = ResultOf<typeof calls.pullOrgan>
type Filters = InputOf<typeof calls.pullOrgans>

/** Days before the end of a contract in which it is due. */
const dueDays = 30

const signedToday = (c: Context) => sql<boolean>`exists (select 1 from sign_in s where s.store_id = ${store.id}
  and s.day = ${formatDay(c.now)} and s.signed_out_at is null and not s.system)`

/** Of a store that says until when; one that says nothing is never due. */
const contractIs = (due: NonNullable<Filters['contract']>, today: string): SQL | undefined =>
  and(
    ne(store.contractTo, ''),
    due === 'ended'
      ? lt(store.contractTo, today)
      : and(gte(store.contractTo, today), lte(store.contractTo, addDays(today, dueDays))),
  )

const count = (from: SQL) => sql<number>`(select count(*)::int ${from})`

/** A store with what is counted around it. */
const select = (c: Context, cursor: Cursor) =>
  c.db
    .select({
      one: store,
      companyName: company.name,
      areaName: area.name,
      users: count(sql`from user_account u where u.store_id = ${store.id} and not u.stopped`),
      clients: count(sql`from client k where k."storeId" = ${store.id}`),
      signedIn: signedToday(c),
      online: hasOnline(c),
      ...cursor,
    })
    .from(store)
    .leftJoin(company, eq(company.id, store.companyId))
    .leftJoin(area, eq(area.code, store.areaCode))
    .$dynamic()

type Raw = Omit<Awaited<ReturnType<typeof select>>[number], 'cursor'>

const wire = ({ one, companyName, areaName, users, clients, signedIn, online }: Raw): OrganRow => ({
  ...{ id: one.id, name: one.name, companyId: one.companyId, areaCode: one.areaCode },
  ...{ fixmedinsCode: one.fixmedinsCode, fixmedinsName: one.fixmedinsName, erpStoreNo: one.erpStoreNo },
  ...{
    uscc: one.uscc,
    hospLevel: one.hospLevel || undefined,
    address: one.address,
    contact: one.contact,
    phone: one.phone,
  },
  ...{ contractFrom: one.contractFrom || undefined, contractTo: one.contractTo || undefined },
  ...{ companyName: companyName ?? one.companyId, areaName: areaName ?? one.areaCode },
  ...{ signedIn, online, users, clients, state: one.closed ? 'closed' : 'open' },
})

const found = (keyword: string) =>
  or(
    ilike(store.name, like(keyword)),
    ilike(store.fixmedinsCode, like(keyword)),
    ilike(store.erpStoreNo, like(keyword)),
  )

/** Organ/PullOrgans, by institution code. */
export const organRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) => select(c, cursor),
  where: (c, f) =>
    and(
      c.scope.where(store.id, f.storeId),
      f.keyword ? found(f.keyword) : undefined,
      f.companyId ? eq(store.companyId, f.companyId) : undefined,
      f.areaCode ? eq(store.areaCode, f.areaCode) : undefined,
      f.state ? eq(store.closed, f.state === 'closed') : undefined,
      f.signedIn === undefined ? undefined : f.signedIn ? signedToday(c) : not(signedToday(c)),
      f.online === undefined ? undefined : f.online ? hasOnline(c) : not(hasOnline(c)),
      f.contract ? contractIs(f.contract, formatDay(c.now)) : undefined,
    ),
  sortable: {
    fixmedinsCode: store.fixmedinsCode,
    name: store.pinyin,
    erpStoreNo: store.erpStoreNo,
    contractTo: store.contractTo,
    areaCode: store.areaCode,
  },
  direction: 'ascend',
  key: store.id,
  keyOf: ({ one }) => one.id,
  wire: (raw): OrganRow => wire(raw),
})

/** One store as the list shows it; the caller has checked his scope. */
export const shownOrgan = async (c: Context, storeId: string): Promise<OrganRow> => {
  const none = { cursor: sql<string | null>`null`.as('cursor') as unknown as SQL<string | null> }
  const [raw] = await select(c, none).where(eq(store.id, storeId))
  return raw ? wire(raw) : refuse('not.found', { what: '门店' })
}

/** A store of the asker's scope. */
export const organOf = async (c: Context, id: string): Promise<StoreRow> => {
  const [row] = await c.db
    .select()
    .from(store)
    .where(and(eq(store.id, id), c.scope.where(store.id)))
  return row ?? refuse('not.found', { what: '门店' })
}
