import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray, not } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { type StoreRow, storeOf } from '../organisation/store.ts'
import { listTypeOf } from './entries.ts'
import { catalogueEntry } from './entry-tables.ts'
import { holdsOn, kindsOf } from './find.ts'
import { forgetFormer, noteFormer } from './former.ts'
import { type Seller, soldBy } from './items.ts'
import { item, itemMapping } from './tables.ts'

type Item = typeof item.$inferSelect

/** The store a mapping is for: the named one if the data roles open it, else the operator's own. */
export const shopOf = async (c: Context, storeId?: string): Promise<StoreRow> => {
  const own = c.ownStoreId
  const wanted = storeId ?? own ?? refuse('catalogue.store', {}, { fields: { storeId: '请选择门店' } })
  return storeOf(c.deps, c.scope.check(wanted))
}

/** An item that a company sells in an area. */
export const itemOf = async ({ db }: Pick<Deps, 'db'>, seller: Seller, ownCode: string): Promise<Item> => {
  const [found] = await db
    .select()
    .from(item)
    .where(and(soldBy(seller), eq(item.ownCode, ownCode)))
  return found ?? refuse('mapping.item', { code: ownCode }, { fields: { ownCode: '没有这个商品' } })
}

/** The files in which national codes of an area stand that hold on a day, by code; those its catalogue does not know are left out. */
export const filesOf = async (
  { db }: Pick<Deps, 'db'>,
  areaCode: string,
  codes: readonly string[],
  today: string,
): Promise<Map<string, string>> => {
  if (!codes.length) return new Map()
  const found = await db
    .select({ code: catalogueEntry.code, kind: catalogueEntry.kind })
    .from(catalogueEntry)
    .where(
      and(
        eq(catalogueEntry.areaCode, areaCode),
        inArray(catalogueEntry.code, [...codes]),
        holdsOn(today),
        inArray(catalogueEntry.kind, kindsOf('item')),
      ),
    )
  return new Map(found.map(({ code, kind }) => [code, kind]))
}

/** A mapping that may be told to the centre: the item exists and the code is a valid one. */
export interface Pair {
  ownCode: string
  nationalCode: string
  listType: string
  /** When it was chosen, where it is told later: which of two is the last word goes by that. */
  at?: Date | null
}

/** Checks an item and a code, and gives the list type that 3301 wants. */
export const pairOf = async (deps: Deps, shop: Seller, ownCode: string, nationalCode: string): Promise<Pair> => {
  const { areaCode } = shop
  await itemOf(deps, shop, ownCode)
  const missing = () =>
    refuse('mapping.entry', { code: nationalCode }, { fields: { nationalCode: '目录中没有这个有效的国家码' } })
  const kind = (await filesOf(deps, areaCode, [nationalCode], formatDay(deps.clock()))).get(nationalCode) ?? missing()
  const { edition } = deps.services.centre.of(areaCode).profile
  return { ownCode, nationalCode, listType: listTypeOf(edition, kind, nationalCode) }
}

const byCode = (one: Pair, other: Pair): number => (one.ownCode < other.ownCode ? -1 : 1)

/**
 * Keeps mappings of a store; what the centre took is what the company's items are billed by from now on. What it has
 * already does not wait to be told again. The goods by their codes, each before its mapping: two stores at once go through
 * them one behind the other, never crosswise.
 */
export const keepMappings = async (
  { db }: Pick<Deps, 'db'>,
  shop: Pick<StoreRow, 'id' | 'companyId' | 'areaCode'>,
  pairs: readonly Pair[],
  how: { state: 'waiting' | 'sent'; by: string; at: Date },
): Promise<void> => {
  for (const pair of pairs.toSorted(byCode)) {
    if (how.state === 'sent')
      await db
        .update(item)
        .set({ nationalCode: pair.nationalCode, listType: pair.listType })
        .where(and(soldBy(shop), eq(item.ownCode, pair.ownCode)))
    await noteFormer(db, shop, pair)
    if (how.state === 'sent') await forgetFormer(db, shop.id, pair)
    const values = { ...pair, ...how, at: pair.at ?? how.at, message: '' }
    const there = and(eq(itemMapping.state, 'sent'), eq(itemMapping.nationalCode, pair.nationalCode))
    await db
      .insert(itemMapping)
      .values({ storeId: shop.id, ...values })
      .onConflictDoUpdate({
        target: [itemMapping.storeId, itemMapping.ownCode],
        set: values,
        setWhere: how.state === 'waiting' ? not(there!) : undefined,
      })
  }
}
