import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { type Checked, checkedOf } from '@yibao/shared/tree.ts'
import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import { groupBy } from '../../base/group-by.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { dataRole } from '../auth/tables.ts'
import { area, company, store } from '../organisation/tables.ts'
import { placesMark } from './data-roles.ts'
import { type Reach, reachOf } from './reach.ts'
import { visibleDataRoles } from './roles.ts'

export interface Shop {
  storeId: string
  name: string
  areaCode: string
  areaName: string
  companyId: string
  companyName: string
}

/** Stores with the names around them, by company, area and name; `where` keeps them inside the scope. */
export const shopsWhere = (c: Context, where: SQL | undefined): Promise<Shop[]> =>
  c.db
    .select({
      storeId: store.id,
      name: store.name,
      areaCode: store.areaCode,
      areaName: area.name,
      companyId: store.companyId,
      companyName: company.name,
    })
    .from(store)
    .innerJoin(area, eq(area.code, store.areaCode))
    .innerJoin(company, eq(company.id, store.companyId))
    .where(where)
    .orderBy(asc(company.pinyin), asc(company.id), asc(area.code), asc(store.pinyin), asc(store.id))

const shopNode = ({ storeId, name, areaCode, companyId }: Shop): OrganNode => ({
  key: `store:${storeId}`,
  kind: 'store',
  name,
  companyId,
  areaCode,
  storeId,
  children: [],
})

const areaNode = ({ companyId, areaCode, areaName }: Shop, children: OrganNode[]): OrganNode => ({
  key: `area:${companyId}:${areaCode}`,
  kind: 'area',
  name: areaName,
  companyId,
  areaCode,
  children,
})

const companyNode = ({ companyId, companyName }: Shop, children: OrganNode[]): OrganNode => ({
  key: `company:${companyId}`,
  kind: 'company',
  name: companyName,
  companyId,
  children,
})

/** Company → area → store. */
export const companyTree = (shops: readonly Shop[]): OrganNode[] =>
  Array.from(groupBy(shops, ({ companyId }) => companyId).values(), (ofCompany) =>
    companyNode(
      ofCompany[0]!,
      Array.from(groupBy(ofCompany, ({ areaCode }) => areaCode).values(), (ofArea) =>
        areaNode(ofArea[0]!, ofArea.map(shopNode)),
      ),
    ),
  )

/** Area → company → store: what a data role is chosen from. An area the caller has only stores of cannot be granted whole. */
const scopeTree = (shops: readonly Shop[], areas: readonly { code: string; name: string }[], reach: Reach) =>
  areas.map(({ code, name }): OrganNode => {
    const inArea = shops.filter(({ areaCode }) => areaCode === code)
    const companies = Array.from(groupBy(inArea, ({ companyId }) => companyId).values(), (ofCompany): OrganNode => {
      const { companyId, companyName } = ofCompany[0]!
      const children = ofCompany.map(shopNode)
      return { key: `company:${code}:${companyId}`, kind: 'company', name: companyName, companyId, children }
    })
    const disabled = reach.all || reach.areas.has(code) ? undefined : true
    return { key: `area:${code}`, kind: 'area', name, areaCode: code, disabled, children: companies }
  })

/** Which nodes of area → company → store these places check: an area by itself, a company by all its stores. */
const checkedPlaces = (nodes: OrganNode[], areas: ReadonlySet<string>, stores: ReadonlySet<string>): Checked =>
  checkedOf(nodes, {
    own: ({ kind, areaCode = '', storeId = '' }) =>
      kind === 'area' ? areas.has(areaCode) : areas.has(areaCode) || stores.has(storeId),
    self: ({ kind }) => kind === 'area',
  })

/** Role/GetDataTreeByRoles: as far as the caller reaches, with what these roles open checked. */
export const dataTreeOf = async (roleIds: readonly string[], c: Context) => {
  const reach = await reachOf(c)
  const shops = await shopsWhere(c, reach.all ? undefined : inArray(store.id, [...reach.stores, '']))
  const near = new Set(shops.map(({ areaCode }) => areaCode))
  const all = await c.db.select({ code: area.code, name: area.name }).from(area).orderBy(area.code)
  const nodes = scopeTree(
    shops,
    all.filter(({ code }) => reach.all || reach.areas.has(code) || near.has(code)),
    reach,
  )
  const seen = await visibleDataRoles(c)
  const roles = roleIds.map((id) => seen.find((role) => role.id === id) ?? refuse('not.found', { what: '角色' }))
  const of = (key: 'areas' | 'stores') => roles.flatMap((role: typeof dataRole.$inferSelect) => role[key])
  const [areas, stores] = [of('areas'), of('stores')]
  return { nodes, ...checkedPlaces(nodes, new Set(areas), new Set(stores)), mark: placesMark({ areas, stores }) }
}
