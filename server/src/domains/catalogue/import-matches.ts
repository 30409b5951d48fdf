import type { InputOf } from '@yibao/shared/call.ts'
import type { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, exists, gt, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { inBackground, startProgress } from '../system/progress.ts'
import { listTypeOf } from './entries.ts'
import { soldBy } from './items.ts'
import { filesOf, type Pair, shopOf } from './mapping.ts'
import { sendMappings } from './send-mappings.ts'
import { item, itemMapping } from './tables.ts'

/** Open stores of an area, or of the chosen areas, that the asker may see; his own one where he has one. */
export const shopsOf = async (c: Context, { storeId, areaCode }: { storeId?: string; areaCode?: string } = {}) => {
  if (storeId || c.ownStoreId) return [await shopOf(c, storeId)]
  return c.db
    .select()
    .from(store)
    .where(and(eq(store.closed, false), c.scope.where(store.id), areaCode ? eq(store.areaCode, areaCode) : undefined))
    .orderBy(store.id)
}

type State = (typeof itemMapping.$inferSelect)['state']

const [other, elsewhere] = [alias(itemMapping, 'other'), alias(store, 'elsewhere')]

/** The goods are billed by what another store of the company mapped after this was brought in: that was the last word. */
const chosenSince = ({ db }: Pick<Deps, 'db'>, { companyId, areaCode }: StoreRow) =>
  sql<boolean>`${exists(
    db
      .select({ there: sql`1` })
      .from(other)
      .innerJoin(elsewhere, eq(elsewhere.id, other.storeId))
      .where(
        and(
          ...[eq(elsewhere.companyId, companyId), eq(elsewhere.areaCode, areaCode)],
          ...[eq(other.ownCode, itemMapping.ownCode), eq(other.state, 'sent'), gt(other.at, itemMapping.at)],
          eq(other.nationalCode, item.nationalCode),
          // Asked of the row alone: of goods without a code, or with this one, no other store is looked at.
          ne(item.nationalCode, itemMapping.nationalCode),
        ),
      ),
  )}`

/** Says of mappings that waited why they are not told any more; one that a newer sheet brought meanwhile goes on waiting. */
const keepOvertaken = async (
  { db }: Deps,
  { id }: StoreRow,
  overtaken: readonly (Pair & { billed: string | null })[],
) => {
  for (const { ownCode, nationalCode, billed } of overtaken)
    await db
      .update(itemMapping)
      .set({ state: 'refused', message: `导入后商品已另选国家码 ${billed}，没有上报` })
      .where(
        and(
          ...[eq(itemMapping.storeId, id), eq(itemMapping.ownCode, ownCode)],
          ...[eq(itemMapping.nationalCode, nationalCode), eq(itemMapping.state, 'waiting')],
        ),
      )
}

/**
 * What a store is told of: what waits and whose goods were not given another code since, and of what was refused, where that
 * is asked for, what its goods are not billed by otherwise meanwhile: their code is the company's in all its stores, and a
 * mapping that this centre takes now would rebill them everywhere. `stale` counts the refused ones that are of the past, or
 * whose code the catalogue has no more, `overtaken` those of a sheet.
 */
export const pairsOf = async (
  deps: Deps,
  shop: StoreRow,
  states: State[],
): Promise<{ pairs: Pair[]; stale: number; overtaken: number }> => {
  const rows = await deps.db
    .select({
      pair: {
        ownCode: itemMapping.ownCode,
        nationalCode: itemMapping.nationalCode,
        listType: itemMapping.listType,
        at: itemMapping.at,
      },
      state: itemMapping.state,
      billed: item.nationalCode,
      chosen: chosenSince(deps, shop),
    })
    .from(itemMapping)
    .leftJoin(item, and(soldBy(shop), eq(item.ownCode, itemMapping.ownCode)))
    .where(and(eq(itemMapping.storeId, shop.id), inArray(itemMapping.state, states)))
    .orderBy(itemMapping.ownCode)
  const overtaken = rows.flatMap(({ pair, state, billed, chosen }) =>
    state === 'waiting' && chosen ? [{ ...pair, billed }] : [],
  )
  await keepOvertaken(deps, shop, overtaken)
  const again = rows.flatMap(({ state, pair }) => (state === 'refused' ? [pair.nationalCode] : []))
  const files = await filesOf(deps, shop.areaCode, [...new Set(again)], formatDay(deps.clock()))
  const { edition } = deps.services.centre.of(shop.areaCode).profile
  const pairs = rows.flatMap(({ pair, state, billed, chosen }): Pair[] => {
    if (state !== 'refused') return chosen ? [] : [pair]
    const { nationalCode } = pair
    const kind = files.get(nationalCode)
    if (!kind || (billed !== '' && billed !== nationalCode)) return []
    return [{ ...pair, listType: listTypeOf(edition, kind, nationalCode) }]
  })
  return { pairs, stale: rows.length - pairs.length - overtaken.length, overtaken: overtaken.length }
}

/** Said of what was refused once and is not sent again. */
const staleText = (count: number): string =>
  `${count} 条被拒绝过的不再上报：商品已对照别的国家码，或目录中没有这个有效的国家码。仍要对照的请在「目录差异」重新选择国家码`

/** Said of what waited, and whose goods a person gave another code since. */
const overtakenText = (count: number): string =>
  `${count} 条表格里的不再上报：导入后商品已另选国家码。仍要用表格里的请在「目录差异」重新选择国家码`

const leftOut = (stale: number, overtaken: number): string[] => [
  ...(stale ? [staleText(stale)] : []),
  ...(overtaken ? [overtakenText(overtaken)] : []),
]

/**
 * Catalogue/ImportMatches: 3301 of what sheets brought in, store after store; what was sent is not sent again, what the
 * centre refused only when asked for (`refused`) and as long as its goods have no other code. A centre that is silent is not asked for its other stores.
 */
export const importMatches = async (
  c: Context,
  { storeId, refused }: InputOf<typeof catalogueMenu.importMatches>,
): Promise<string> => {
  const shops = await shopsOf(c, { storeId })
  for (const { id, name } of shops) c.on(name, id)
  const ids = shops.map(({ id }) => id)
  const states: State[] = refused ? ['waiting', 'refused'] : ['waiting']
  const waiting = await c.db.$count(
    itemMapping,
    and(inArray(itemMapping.storeId, ids), inArray(itemMapping.state, states)),
  )
  if (!waiting) refuse('mapping.empty')
  const running = await startProgress(c.deps, c.me, `共 ${waiting} 条对照`)
  const work = async () => {
    let [done, failed, wrong, old, past] = [0, 0, 0, 0, 0]
    const percent = (all: number) => ((all + old + past) / waiting) * 100
    const down = new Map<string, string>()
    for (const shop of shops) {
      const { pairs, stale, overtaken } = await pairsOf(c.deps, shop, states)
      old += stale
      past += overtaken
      for (const text of leftOut(stale, overtaken))
        await running.step(percent(done + failed), text, { target: shop.name, ok: false, text })
      if (!pairs.length) continue
      const silent = down.get(shop.areaCode)
      if (silent) {
        failed += pairs.length
        const text = `${pairs.length} 条没有上报：${silent}`
        await running.step(percent(done + failed), text, { target: shop.name, ok: false, text })
        continue
      }
      const sent = await sendMappings(c.deps, shop, pairs, c.me.name, async (now) => {
        const all = done + failed + now.done.length + now.failed.length
        await running.step(percent(all), `${shop.name}：已上报 ${all} / ${waiting}`)
      })
      done += sent.done.length
      failed += sent.failed.length
      wrong += sent.failed.filter((one) => one.wrong).length
      if (sent.down) down.set(shop.areaCode, sent.down)
      const [first] = sent.failed
      const text = first ? `${sent.failed.length} 条没有上报：${first.pair.ownCode} ${first.text}` : '全部上报'
      const said = [text, sent.left].filter(Boolean).join('。')
      await running.step(percent(done + failed), said, { target: shop.name, ok: !first, text: said })
    }
    const left = leftOut(old, past).join('。')
    if (failed)
      throw new Unsent(`已上报 ${done} 条，${failed} 条没有上报${wrong ? whereTold : ''}${left && `。${left}`}`)
    return `已上报 ${done} 条对照${left && `，${left}`}`
  }
  return inBackground(c.deps, running, work, {
    errorText: (fault) => (fault instanceof Unsent ? fault.message : '上报没有完成，已上报的已保存，请再次上报继续'),
    report: (fault) => {
      if (!(fault instanceof Unsent)) reportFault('import matches', fault)
    },
  })
}

/** Said where the centre, or our own check, took exception to some: a progress names only the first of a store. */
const whereTold = '。被拒绝的，重新比对后在「目录差异」各行的说明中写有原因'

/** Some were not taken: the progress ends with it. */
class Unsent extends Error {}
