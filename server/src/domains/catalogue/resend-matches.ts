import type { InputOf } from '@yibao/shared/call.ts'
import type { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { besideText } from '../auth/other-areas.ts'
import { eachStore } from '../system/each-store.ts'
import { awaitGoods } from './await-goods.ts'
import { pairsOf, shopsOf } from './import-matches.ts'
import { sendMappings } from './send-mappings.ts'

/**
 * Catalogue/ResendMatches: 3301 of all that a store's company has mapped, whatever the store has told before: its centre may
 * be another one now (from test to production), or the store is newer than the mappings. One store after the other; what
 * was not taken waits on, and a store that nobody came to stays as it is.
 */
export const resendMatches = async (
  c: Context,
  { storeId }: InputOf<typeof catalogueMenu.resendMatches>,
): Promise<{ progressId: string }> => {
  const shops = await shopsOf(c, { storeId })
  if (!shops.length) refuse('not.found', { what: '门店' })
  for (const { id, name } of shops) c.on(name, id)
  let told = 0
  const done = (n: number) => `${n} 家门店共上报 ${told} 条对照`
  const beside = await besideText(c, storeId)
  return eachStore(c, shops, { name: '重新上报全部对照', done, beside }, async (shop, step) => {
    await awaitGoods(c.deps.db, shop, { by: c.me.name, at: c.deps.clock(), again: true })
    const { pairs } = await pairsOf(c.deps, shop, ['waiting'])
    const sent = await sendMappings(c.deps, shop, pairs, c.me.name, (now) =>
      step(`已上报 ${now.done.length} / ${pairs.length}`),
    )
    told += sent.done.length
    const silent = pairs.length ? sent.down !== undefined : undefined
    const [first] = sent.failed
    const beyond = sent.left && `。${sent.left}`
    if (!first) return { ok: true, silent, text: `已上报 ${sent.done.length} 条${beyond}` }
    const rest = `${sent.failed.length} 条没有上报，请稍后按「上报未完成的对照」`
    return {
      ok: false,
      silent,
      text: `已上报 ${sent.done.length} 条，${rest}：${first.pair.ownCode} ${first.text}${beyond}`,
    }
  })
}
