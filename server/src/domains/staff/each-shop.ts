import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { besideText } from '../auth/other-areas.ts'
import { shopsOf } from '../catalogue/import-matches.ts'
import type { StoreRow } from '../organisation/store.ts'
import { eachStore } from '../system/each-store.ts'

/** Work on one store, or on every open store the asker may see (`eachStore`). `work` answers what was done, in words. */
export const eachShop = async (
  c: Context,
  { storeId, title }: { storeId?: string; title: string },
  work: (shop: StoreRow) => Promise<string>,
): Promise<{ progressId: string }> => {
  const shops = await shopsOf(c, { storeId })
  if (!shops.length) refuse('staff.shops')
  for (const { id, name } of shops) c.on(name, id)
  let last = ''
  const done = (n: number) => (n === 1 ? last : `${n} 家门店全部完成`)
  return eachStore(c, shops, { name: title, done, beside: await besideText(c, storeId) }, async (shop) => {
    last = await work(shop)
    return { ok: true, silent: false, text: last }
  })
}
