import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { reportFault } from '../../../process/fault.ts'
import { inBackground, startProgress } from '../../system/progress.ts'
import { shopsOf } from '../import-matches.ts'
import { compareStore, suggestions } from './compare.ts'
import { hasCatalogue } from './facts.ts'

/** MenuDiff/Recompute: the asker's stores one after the other, behind a progress. */
export const recompute = async (c: Context, storeId?: string): Promise<string> => {
  const shops = await shopsOf(c, { storeId })
  if (!shops.length) refuse('not.found', { what: '门店' })
  for (const { id, name } of shops) c.on(name, id)
  const running = await startProgress(c.deps, c.me, `共 ${shops.length} 家门店`)
  const work = async () => {
    const suggest = suggestions(c.deps)
    const known = new Map<string, boolean>()
    let [found, skipped] = [0, 0]
    for (const [i, shop] of shops.entries()) {
      await running.step((i / shops.length) * 100, `正在比对${shop.name}（${i + 1}/${shops.length}）`)
      const there = known.get(shop.areaCode) ?? (await hasCatalogue(c.deps, shop.areaCode))
      known.set(shop.areaCode, there)
      if (there) found += await compareStore(c.deps, shop, suggest)
      else {
        skipped += 1
        const text = '本区划还没有目录，请先在药品目录中下载'
        await running.step((i / shops.length) * 100, text, { target: shop.name, ok: false, text })
      }
    }
    if (skipped) throw new Skipped(`${skipped} 家门店没有比对：本区划还没有目录，请先在药品目录中下载`)
    return `已比对 ${shops.length} 家门店，发现 ${found} 处差异`
  }
  return inBackground(c.deps, running, work, {
    errorText: (fault) => (fault instanceof Skipped ? fault.message : '比对没有完成，请 1 分钟后重试'),
    report: (fault) => {
      if (!(fault instanceof Skipped)) reportFault('menu diff', fault)
    },
  })
}

/** Some stores have no catalogue to be compared with: the progress ends with it. */
class Skipped extends Error {}
