import type { InputOf } from '@yibao/shared/call.ts'
import type { organ } from '@yibao/shared/calls/organ.ts'
import { and, asc, count, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { grantsOf } from '../auth/grants.ts'
import { area, client, company, store } from '../organisation/tables.ts'
import { companyTree, shopsWhere } from '../permission/organ-tree.ts'
import { personOf } from '../permission/person.ts'
import { reachOf } from '../permission/reach.ts'

const open = eq(store.closed, false)
const matching = (keyword?: string) =>
  keyword ? or(ilike(store.name, like(keyword)), ilike(store.fixmedinsCode, like(keyword))) : undefined

/** Stores as choices, open ones first, by company, area and code; `within` keeps them to what the asker sees. */
const choicesWithin = async (c: Context, within: SQL | undefined, where?: SQL) => {
  const rows = await c.db
    .select({ one: store, areaName: area.name, companyName: company.name })
    .from(store)
    .leftJoin(area, eq(area.code, store.areaCode))
    .leftJoin(company, eq(company.id, store.companyId))
    .where(and(within, where))
    .orderBy(asc(store.closed), asc(company.pinyin), asc(store.areaCode), asc(store.fixmedinsCode))
  return rows.map(({ one, areaName, companyName }) => ({
    ...{ storeId: one.id, name: one.name, fixmedinsCode: one.fixmedinsCode, areaCode: one.areaCode },
    ...{ areaName: areaName ?? one.areaCode, companyId: one.companyId, companyName: companyName ?? one.companyId },
    ...(one.closed && { closed: true }),
  }))
}

/** Open ones inside the scope. */
export const storeChoices = (c: Context, where?: SQL) => choicesWithin(c, c.scope.where(store.id), and(open, where))

/** Open stores inside the scope that match a keyword; all of them without one. */
export const storesMatching = (c: Context, keyword?: string) => storeChoices(c, matching(keyword))

/**
 * Organ/PullUserStores: what a person may narrow by, open ones unless `closed`; `everywhere` is all his areas, also beside
 * the one he works in.
 */
export const ownStores = async (c: Context, { keyword, everywhere, closed }: InputOf<typeof organ.pullUserStores>) => {
  const asked = and(closed ? undefined : open, matching(keyword))
  if (!everywhere) return choicesWithin(c, c.scope.where(store.id), asked)
  const { all, stores } = await reachOf(c)
  return choicesWithin(c, all ? undefined : inArray(store.id, [...stores]), asked)
}

/** Open stores of an area; of the session's without one, of every area where there is none. */
export const storesOfArea = (
  c: Context,
  { medicalAreaCode, keyword }: { medicalAreaCode?: string; keyword?: string },
) => {
  const code = medicalAreaCode ?? c.me.areaCode
  return storeChoices(c, and(code ? eq(store.areaCode, code) : undefined, matching(keyword)))
}

/** What a user's data roles open, as far as the asker sees it too. */
export const storesOfUser = async (c: Context, userId: string) => {
  const person = await personOf(c, userId)
  const { stores } = await grantsOf(c.db, person, { storeId: person.storeId ?? undefined })
  return storeChoices(c, stores === 'all' ? undefined : inArray(store.id, [...stores, '']))
}

/** Stores by their ERP numbers; the numberless last. */
export const erpStores = async (c: Context, { companyId, bound }: { companyId?: string; bound?: boolean }) => {
  const rows = await c.db
    .select({ one: store, clients: count(client.id) })
    .from(store)
    .leftJoin(client, eq(client.storeId, store.id))
    .where(and(c.scope.where(store.id), open, companyId ? eq(store.companyId, companyId) : undefined))
    .groupBy(store.id)
    .orderBy(sql`${store.erpStoreNo} = ''`, asc(store.erpStoreNo), asc(store.fixmedinsCode))
  return rows
    .map(({ one, clients }) => ({
      ...{ storeId: one.id, name: one.name, fixmedinsCode: one.fixmedinsCode, erpStoreNo: one.erpStoreNo, clients },
      bound: one.erpStoreNo !== '',
    }))
    .filter((one) => bound === undefined || one.bound === bound)
}

/** Company → area → store; closed stores too, so that they are found again. */
export const treeOf = async (c: Context, areaCode?: string) => ({
  nodes: companyTree(
    await shopsWhere(c, and(c.scope.where(store.id), areaCode ? eq(store.areaCode, areaCode) : undefined)),
  ),
})

/** Company/PullCompanies: companies with a store in the scope, every one for a super administrator. */
export const companies = async (c: Context) => {
  // Whoever founds a company's first store in an area must find the company.
  const all = c.me.isSuperAdmin
  const within = c.scope.where(store.id)
  const rows = await c.db
    .select({ companyId: company.id, name: company.name, stores: count(store.id) })
    .from(company)
    .leftJoin(store, and(eq(store.companyId, company.id), open))
    .where(all ? undefined : within)
    .groupBy(company.id, company.name)
    .orderBy(asc(company.pinyin))
  return rows
}
