import { and, eq, inArray } from 'drizzle-orm'
import type { Context, Deps } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { reportFault } from '../../process/fault.ts'
import type { StoreRow } from '../attendance/sign.ts'
import { store } from '../organisation/tables.ts'
import { inBackground, startProgress } from '../system/progress.ts'
import { sendMappings, shopOf } from './mapping.ts'
import { itemMapping } from './tables.ts'

/** Open stores of an area, or of the chosen areas, that the asker may see; his own one where he has one. */
export const shopsOf = async (c: Context, { storeId, areaCode }: { storeId?: string; areaCode?: string } = {}) => {
  if (storeId || c.ownStoreId) return [await shopOf(c, storeId)]
  return c.db
    .select()
    .from(store)
    .where(and(eq(store.closed, false), c.scope.where(store.id), areaCode ? eq(store.areaCode, areaCode) : undefined))
    .orderBy(store.id)
}

const waitingOf = ({ db }: Pick<Deps, 'db'>, { id }: StoreRow) =>
  db
    .select({
      ownCode: itemMapping.ownCode,
      nationalCode: itemMapping.nationalCode,
      listType: itemMapping.listType,
    })
    .from(itemMapping)
    .where(and(eq(itemMapping.storeId, id), eq(itemMapping.state, 'waiting')))
    .orderBy(itemMapping.ownCode)

/** Catalogue/ImportMatches: 3301 of what sheets brought in, store after store; what was sent is not sent again. */
export const importMatches = async (c: Context, storeId?: string): Promise<string> => {
  const shops = await shopsOf(c, { storeId })
  const ids = shops.map(({ id }) => id)
  const waiting = await c.db
    .select({ storeId: itemMapping.storeId })
    .from(itemMapping)
    .where(and(inArray(itemMapping.storeId, ids), eq(itemMapping.state, 'waiting')))
  if (!waiting.length) refuse('mapping.empty')
  const running = await startProgress(c.deps, c.me, `共 ${waiting.length} 条对照`)
  const work = async () => {
    let [done, failed] = [0, 0]
    for (const shop of shops) {
      const pairs = await waitingOf(c.deps, shop)
      if (!pairs.length) continue
      const sent = await sendMappings(c.deps, shop, pairs, c.me.name, async (now) => {
        const all = done + failed + now.done.length + now.failed.length
        await running.step((all / waiting.length) * 100, `${shop.name}：已上报 ${all} / ${waiting.length}`)
      })
      done += sent.done.length
      failed += sent.failed.length
      const [first] = sent.failed
      const text = first ? `${sent.failed.length} 条没有上报：${first.pair.ownCode} ${first.text}` : '全部上报'
      await running.step(((done + failed) / waiting.length) * 100, text, { target: shop.name, ok: !first, text })
    }
    if (failed) throw new Unsent(`已上报 ${done} 条，${failed} 条没有上报`)
    return `已上报 ${done} 条对照`
  }
  return inBackground(c.deps, running, work, {
    errorText: (fault) => (fault instanceof Unsent ? fault.message : '上报没有完成，已上报的已保存，请再次上报继续'),
    report: (fault) => {
      if (!(fault instanceof Unsent)) reportFault('import matches', fault)
    },
  })
}

/** Some were not taken: the progress ends with it. */
class Unsent extends Error {}
