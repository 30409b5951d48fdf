import type { InputOf } from '@yibao/shared/call.ts'
import type { menuDiff as calls } from '@yibao/shared/calls/menu-diff.ts'
import { asc, inArray } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { areaOf } from '../../auth/area-of.ts'
import { remindOperators } from '../../message/remind.ts'
import { store } from '../../organisation/tables.ts'
import { eachStore } from '../../system/each-store.ts'
import { type Sums, sumRows } from './rows.ts'

const openOf = ({ unmapped, mappable, invalid }: Sums) => unmapped + mappable + invalid

/** A reminder to who works in a store of what it has to map. */
const remindStore = (c: Context, row: Sums): Promise<void> => {
  const { storeId, storeName, unmapped, mappable, invalid, differing, overCap, rxUnmarked } = row
  return remindOperators(c, {
    key: `menu-diff:${storeId}`,
    storeId,
    title: `请处理目录差异：${storeName}，${openOf(row)} 种商品需要对照`,
    content: `${storeName}：未对照 ${unmapped}，新增可对照 ${mappable}，对照失效 ${invalid}，名称或规格不符 ${differing}，价格超限 ${overCap}，处方药未标 ${rxUnmarked}。没有对照的商品结算时全部自费，请在目录差异中处理。`,
    type: 'dictionary',
  })
}

/** MenuDiff/Remind */
export const remind = async (c: Context, { storeId }: InputOf<typeof calls.remind>): Promise<null> => {
  c.scope.check(storeId)
  const [row] = (await sumRows.page(c, { storeId })).items
  if (!row) return refuse('not.found', { what: '这家门店' })
  c.on(row.storeName)
  await remindStore(c, row)
  return null
}

/** MenuDiff/RemindAll: those of the named stores, or of all that match, that have something to map. */
export const remindAll = async (c: Context, { storeIds, ...filters }: InputOf<typeof calls.remindAll>) => {
  if (filters.medicalAreaCode) await areaOf(c, filters.medicalAreaCode)
  const named = storeIds && new Set(storeIds.map((id) => c.scope.check(id)))
  const rows = new Map<string, Sums>()
  for await (const some of sumRows.stream(c, named ? {} : filters))
    for (const row of some) if (!named || named.has(row.storeId)) rows.set(row.storeId, row)
  const behind = [...rows.values()].filter((row) => row.at && openOf(row) > 0).map(({ storeId }) => storeId)
  if (!behind.length) return refuse('not.found', { what: '有待对照商品的门店' })
  const stores = await c.db
    .select()
    .from(store)
    .where(inArray(store.id, behind))
    .orderBy(asc(store.pinyin), asc(store.id))
  c.on(`${stores.length} 家门店`)
  const done = (n: number) => `已提醒 ${n} 家门店`
  return eachStore(c, stores, { name: '提醒门店', done }, async ({ id }) => {
    const row = rows.get(id)!
    await remindStore(c, row)
    return { ok: true, text: `已提醒：${openOf(row)} 种商品需要对照` }
  })
}
