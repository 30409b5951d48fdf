import { Refusal, refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import { shopsOf } from '../catalogue/import-matches.ts'
import type { StoreRow } from '../organisation/store.ts'
import { inBackground, startProgress } from '../system/progress.ts'

/** Some stores were refused: the progress ends with it. */
class Unfinished extends Error {}

const attempt = async (work: () => Promise<string>): Promise<{ ok: boolean; text: string }> => {
  try {
    return { ok: true, text: await work() }
  } catch (fault) {
    if (fault instanceof Refusal) return { ok: false, text: fault.message }
    throw fault
  }
}

/**
 * Work on one store, or on every open store the asker may see, behind a progress: a store whose centre refuses or does
 * not answer says so and the next one goes on. `work` answers what was done, in words.
 */
export const eachShop = async (
  c: Context,
  { storeId, title }: { storeId?: string; title: string },
  work: (shop: StoreRow) => Promise<string>,
): Promise<{ progressId: string }> => {
  const shops = await shopsOf(c, { storeId })
  if (!shops.length) refuse('staff.shops')
  for (const { id, name } of shops) c.on(name, id)
  const running = await startProgress(c.deps, c.me, `${title}，共 ${shops.length} 家门店`)
  const all = async () => {
    const failed: string[] = []
    let last = ''
    for (const [i, shop] of shops.entries()) {
      await running.step((i / shops.length) * 100, `${title}：${shop.name}`)
      const { ok, text } = await attempt(() => work(shop))
      last = text
      if (!ok) failed.push(shop.name)
      await running.step(((i + 1) / shops.length) * 100, `${shop.name}：${text}`, { target: shop.name, ok, text })
    }
    if (shops.length === 1) {
      if (failed.length) throw new Unfinished(last)
      return last
    }
    if (failed.length) throw new Unfinished(`${shops.length - failed.length} 家完成，${failed.length} 家没有完成`)
    return `${shops.length} 家门店全部完成`
  }
  const progressId = inBackground(c.deps, running, all, {
    errorText: (fault) =>
      fault instanceof Unfinished ? fault.message : `${title}没有完成，已完成的已保存，请 1 分钟后重试`,
    report: (fault) => {
      if (!(fault instanceof Unfinished)) reportFault(title, fault)
    },
  })
  return { progressId }
}
