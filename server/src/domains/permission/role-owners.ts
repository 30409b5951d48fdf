import { eq, inArray, or } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import type { menuRole } from '../auth/tables.ts'
import { area, company, store } from '../organisation/tables.ts'
import { type Asker, type Places, type Reach, reachOf } from './reach.ts'

type Owned = Pick<typeof menuRole.$inferSelect, 'areas' | 'companyId'>

/** A reach with what it is of companies: those it has stores of, and those it has all open stores of. */
export interface RoleReach extends Reach {
  some: Set<string>
  whole: Set<string>
}

/** Reach of the caller over menu roles. An operator has his company's as far as he is given it, and whole is none of his. */
export const roleReachOf = async (c: Asker): Promise<RoleReach> => {
  const reach = await reachOf(c)
  const some = new Set<string>()
  const whole = new Set<string>()
  if (reach.all || !reach.stores.size) return { ...reach, some, whole }
  const mine = c.db
    .select({ id: store.companyId })
    .from(store)
    .where(inArray(store.id, [...reach.stores]))
  const shops = await c.db
    .select({ id: store.id, companyId: store.companyId, closed: store.closed })
    .from(store)
    .where(inArray(store.companyId, mine))
  const lacking = new Set<string>()
  for (const { id, companyId, closed } of shops) {
    some.add(companyId)
    if (!closed && !reach.stores.has(id)) lacking.add(companyId)
  }
  const open = new Set(shops.flatMap(({ companyId, closed }) => (closed ? [] : companyId)))
  if (!c.me.storeId) for (const companyId of open) if (!lacking.has(companyId)) whole.add(companyId)
  return { ...reach, some, whole }
}

/** Whether the caller sees a menu role: one of everywhere, of an area he has, or of a company that he has stores of. */
export const seesMenuRole = ({ all, areas, some }: RoleReach, role: Owned): boolean =>
  all ||
  (role.companyId === null
    ? role.areas.length === 0 || role.areas.some((code) => areas.has(code))
    : some.has(role.companyId))

/** Whether he may change it: its areas, or its company, are wholly his; those of everywhere are the super administrator's. */
export const ownsMenuRole = ({ all, areas, whole }: RoleReach, role: Owned): boolean =>
  all ||
  (role.companyId === null
    ? role.areas.length > 0 && role.areas.every((code) => areas.has(code))
    : whole.has(role.companyId))

/** Companies whose people somebody is of: an operator of his store's, an administrator of all that his data roles open. */
export const companiesOf = async (
  db: Database,
  { storeId, places }: { storeId?: string; places: readonly Places[] },
) => {
  const areas = places.flatMap((one) => one.areas)
  const stores = places.flatMap((one) => one.stores)
  const theirs = storeId
    ? eq(store.id, storeId)
    : or(inArray(store.areaCode, [...areas, '']), inArray(store.id, [...stores, '']))
  const found = await db.selectDistinct({ id: store.companyId }).from(store).where(theirs)
  return new Set(found.map(({ id }) => id))
}

const namedCompanies = ({ db }: Pick<Context, 'db'>, ids?: Iterable<string>) =>
  db
    .select({ companyId: company.id, name: company.name })
    .from(company)
    .where(ids && inArray(company.id, [...ids, '']))
    .orderBy(company.pinyin, company.id)

/**
 * Role/GetMenuRoleOwners: to whom the caller may make a role: everybody ('' of a super administrator), his areas ('' of
 * theirs), each company that he has wholly. Refuses whoever has neither.
 */
export const menuRoleOwners = async (c: Context) => {
  const { all, areas, whole } = await roleReachOf(c)
  const companies = await namedCompanies(c, all ? undefined : whole)
  if (all) return [{ companyId: '', name: '全部公司' }, ...companies]
  if (areas.size) return [{ companyId: '', name: '我的区划' }, ...companies]
  return companies.length ? companies : refuse('role.place')
}

/** Whose a new role is: of the company that is named, else of the maker's areas, else of his only company. */
export const ownerOfNew = async (c: Context, wanted: string | undefined): Promise<Owned> => {
  const { all, areas, whole } = await roleReachOf(c)
  if (wanted && (await namedCompanies(c, all || whole.has(wanted) ? [wanted] : [])).length)
    return { areas: [], companyId: wanted }
  if (wanted) return all ? refuse('not.found', { what: '公司' }) : refuse('role.place')
  if (all) return { areas: [], companyId: null }
  if (areas.size) return { areas: [...areas].sort(), companyId: null }
  const [only, ...others] = whole
  if (!only) return refuse('role.place')
  if (others.length) refuse('role.choose', {}, { fields: { companyId: '请选择公司' } })
  return { areas: [], companyId: only }
}

/** Whose each of these roles is, in words: 全部, 苏州市, 示例医药连锁. */
export const ownerNames = async (c: Context, roles: readonly Owned[]): Promise<string[]> => {
  const codes = roles.flatMap((role) => role.areas)
  const areas = await c.db
    .select({ code: area.code, name: area.name })
    .from(area)
    .where(inArray(area.code, [...codes, '']))
  const companies = await namedCompanies(
    c,
    roles.flatMap(({ companyId }) => companyId ?? []),
  )
  const areaNames = new Map(areas.map(({ code, name }) => [code, name]))
  const companyNames = new Map(companies.map(({ companyId, name }) => [companyId, name]))
  return roles.map((role) =>
    role.companyId === null
      ? role.areas.map((code) => areaNames.get(code) ?? code).join('、') || '全部'
      : (companyNames.get(role.companyId) ?? role.companyId),
  )
}
