import { inArray, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { type AreaSettings, settingsOf } from '../../organisation/settings.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { store } from '../../organisation/tables.ts'
import { hasFigures, requireFigures } from './ask.ts'

/**
 * The stores in reach whose centre tells its figures, as a condition over store_id; undefined where there is none of them.
 */
const figureStores = async (c: Context): Promise<SQL | undefined> => {
  const found = await c.db.selectDistinct({ areaCode: store.areaCode }).from(store).where(c.scope.where(store.id))
  const areas = found.map(({ areaCode }) => areaCode).filter((areaCode) => hasFigures(c, areaCode))
  if (!areas.length) return undefined
  return sql`store_id in (select ${store.id} from ${store} where ${inArray(store.areaCode, areas)})`
}

interface Groups<F, G> {
  page: (c: Context, f: F & { only?: SQL }) => Promise<{ items: G[]; total: number; totalIsBound: boolean }>
  count: (c: Context, f: F & { only?: SQL }, bound: number) => Promise<number>
  stream: (c: Context, f: F & { only?: SQL }) => AsyncGenerator<G[]>
}

/** A list of groups, of those stores whose centre tells its figures, with both sides; empty where there is none. */
export const ofFigureStores = <F extends object, G, W>(
  { page, count, stream }: Groups<F, G>,
  withFigures: (c: Context, groups: readonly G[]) => Promise<W[]>,
) => ({
  page: async (c: Context, f: F) => {
    const only = await figureStores(c)
    if (!only) return { items: [], total: 0, totalIsBound: false, available: false }
    const { items, ...counts } = await page(c, { ...f, only })
    return { items: await withFigures(c, items), ...counts, available: true }
  },
  count: async (c: Context, f: F, bound: number): Promise<number> => {
    const only = await figureStores(c)
    return only ? count(c, { ...f, only }, bound) : 0
  },
  stream: async function* (c: Context, f: F): AsyncGenerator<W[]> {
    const only = await figureStores(c)
    if (!only) return
    for await (const groups of stream(c, { ...f, only })) yield await withFigures(c, groups)
  },
})

/** Of the stores of a run those that can be asked; refuses when it is none. */
export const onlyFigures =
  (c: Context) =>
  (stores: StoreRow[]): StoreRow[] => {
    const able = stores.filter(({ areaCode }) => hasFigures(c, areaCode))
    if (!able.length && stores[0]) requireFigures(c, stores[0].areaCode)
    return able
  }

/** How the areas of some stores count, by store. */
export const conventionsOf = async (
  c: Context,
  storeIds: readonly string[],
): Promise<(storeId: string) => AreaSettings> => {
  if (!storeIds.length) return () => refuse('not.found', { what: '门店' })
  const rows = await c.db
    .select({ id: store.id, areaCode: store.areaCode })
    .from(store)
    .where(inArray(store.id, [...storeIds]))
  const byArea = new Map<string, AreaSettings>()
  for (const { areaCode } of rows) if (!byArea.has(areaCode)) byArea.set(areaCode, await settingsOf(c.db, areaCode))
  const byStore = new Map(rows.map(({ id, areaCode }) => [id, byArea.get(areaCode)!]))
  return (storeId) => byStore.get(storeId) ?? refuse('not.found', { what: '门店' })
}
