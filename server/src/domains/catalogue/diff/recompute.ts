import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { besideText } from '../../auth/other-areas.ts'
import { eachStore } from '../../system/each-store.ts'
import { shopsOf } from '../import-matches.ts'
import { compareStore, suggestions } from './compare.ts'
import { hasCatalogue } from './facts.ts'

/** MenuDiff/Recompute: the asker's stores one after the other, behind a progress. */
export const recompute = async (c: Context, storeId?: string): Promise<{ progressId: string }> => {
  const shops = await shopsOf(c, { storeId })
  if (!shops.length) refuse('not.found', { what: '门店' })
  for (const { id, name } of shops) c.on(name, id)
  const suggest = suggestions(c.deps)
  const known = new Map<string, boolean>()
  let found = 0
  const done = (n: number) => `已比对 ${n} 家门店，发现 ${found} 处差异`
  const beside = await besideText(c, storeId)
  return eachStore(c, shops, { name: '比对目录', done, beside }, async (shop) => {
    const there = known.get(shop.areaCode) ?? (await hasCatalogue(c.deps, shop.areaCode))
    known.set(shop.areaCode, there)
    if (!there) return { ok: false, text: '没有比对：本区划还没有目录，请先在药品目录中下载' }
    const differences = await compareStore(c.deps, shop, suggest)
    found += differences
    return { ok: true, text: `发现 ${differences} 处差异` }
  })
}
