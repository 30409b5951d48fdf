import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context, Deps } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import type { Answer } from '../../centre/client.ts'
import { type ItemMapping, mappingsAtOnce, matchItems } from '../../centre/operations/mapping.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { type StoreRow, storeOf } from '../attendance/sign.ts'
import { listTypeOf } from './entries.ts'
import { catalogueEntry } from './entry-tables.ts'
import { kindsOf } from './find.ts'
import { heldByCentre } from './held.ts'
import { type Seller, soldBy } from './items.ts'
import { item, itemMapping } from './tables.ts'

type Item = typeof item.$inferSelect

const timeoutMs = 60_000
const forEver = '2099-12-31'

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

/** The files in which valid national codes of an area stand, by code; those its catalogue does not know are left out. */
export const filesOf = async (
  { db }: Pick<Deps, 'db'>,
  areaCode: string,
  codes: readonly string[],
): Promise<Map<string, string>> => {
  if (!codes.length) return new Map()
  const found = await db
    .select({ code: catalogueEntry.code, kind: catalogueEntry.kind })
    .from(catalogueEntry)
    .where(
      and(
        eq(catalogueEntry.areaCode, areaCode),
        inArray(catalogueEntry.code, [...codes]),
        eq(catalogueEntry.valid, true),
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
}

/** Checks an item and a code, and gives the list type that 3301 wants. */
export const pairOf = async (deps: Deps, shop: Seller, ownCode: string, nationalCode: string): Promise<Pair> => {
  const { areaCode } = shop
  await itemOf(deps, shop, ownCode)
  const missing = () =>
    refuse('mapping.entry', { code: nationalCode }, { fields: { nationalCode: '目录中没有这个有效的国家码' } })
  const kind = (await filesOf(deps, areaCode, [nationalCode])).get(nationalCode) ?? missing()
  const { edition } = deps.services.centre.of(areaCode).profile
  return { ownCode, nationalCode, listType: listTypeOf(edition, kind, nationalCode) }
}

const rowOf = (one: Item, { nationalCode, listType }: Pair, today: string): ItemMapping => ({
  ...{ ownCode: one.ownCode, name: one.name, listType, nationalCode, from: today, to: forEver },
  ...{ dosageForm: one.dosageForm, spec: one.spec, unit: one.unit, producer: one.producer },
})

const byCode = (one: Pair, other: Pair): number => (one.ownCode < other.ownCode ? -1 : 1)

/**
 * Keeps mappings of a store; what the centre took is what the company's items are billed by from now on. The goods by
 * their codes, each before its mapping: two stores at once go through them one behind the other, never crosswise.
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
    const values = { ...pair, ...how, message: '' }
    await db
      .insert(itemMapping)
      .values({ storeId: shop.id, ...values })
      .onConflictDoUpdate({ target: [itemMapping.storeId, itemMapping.ownCode], set: values })
  }
}

/** A waiting mapping that the centre refused says why; one that was sent before stays as it is. */
const keepRefused = ({ db }: Pick<Deps, 'db'>, { id }: StoreRow, { ownCode }: Pair, message: string) =>
  db
    .update(itemMapping)
    .set({ state: 'refused', message })
    .where(and(eq(itemMapping.storeId, id), eq(itemMapping.ownCode, ownCode), eq(itemMapping.state, 'waiting')))

type Failure = Exclude<Answer<true>, { kind: 'booked' }>

/** What became of one 3301. */
interface Sent {
  done: Pair[]
  failed: { pair: Pair; text: string; answer: Failure }[]
}

const textOf = (answer: Failure): string => {
  if (answer.kind === 'refused') return answer.message
  if (answer.kind === 'unknown') return '医保中心没有答复，不知道是否已对照，再次上报不会重复'
  return answer.faults?.length ? answer.reason : '医保中心暂时不能访问，没有发出'
}

/**
 * 3301 of mappings of one store, 100 at a time. A refused hundred is halved until the one that is wrong stands alone;
 * one that the centre refuses because it has it, from a message whose answer was lost, is kept like one it took. An
 * answer that did not come ends it. What the centre took is kept at once.
 */
export const sendMappings = async (
  deps: Deps,
  shop: StoreRow,
  pairs: readonly Pair[],
  by: string,
  told: (sent: Sent) => Promise<void> = async () => {},
): Promise<Sent> => {
  const now = deps.clock()
  const items = new Map<string, Item>()
  const sent: Sent = { done: [], failed: [] }
  const send = async (some: readonly Pair[]): Promise<void> => {
    const rows = some.map((pair) => rowOf(items.get(pair.ownCode)!, pair, formatDay(now)))
    const answer = await runAsSystem(deps, shop, matchItems, rows, { timeoutMs })
    const [alone] = some
    const there = answer.kind === 'refused' && some.length === 1 && (await heldByCentre(deps, shop, alone!)) === true
    if (answer.kind === 'booked' || there) {
      await deps.db.transaction((tx) => keepMappings({ db: tx }, shop, some, { state: 'sent', by, at: now }))
      sent.done.push(...some)
    } else if (some.length > 1 && (answer.kind === 'refused' || (answer.kind === 'notSent' && answer.faults?.length))) {
      const half = Math.ceil(some.length / 2)
      await send(some.slice(0, half))
      await send(some.slice(half))
    } else {
      const text = textOf(answer)
      if (answer.kind === 'refused') for (const pair of some) await keepRefused(deps, shop, pair, text)
      sent.failed.push(...some.map((pair) => ({ pair, text, answer })))
    }
  }
  for (let from = 0; from < pairs.length; from += mappingsAtOnce) {
    const some = pairs.slice(from, from + mappingsAtOnce)
    const codes = some.map(({ ownCode }) => ownCode)
    const found = await deps.db
      .select()
      .from(item)
      .where(and(soldBy(shop), inArray(item.ownCode, codes)))
    for (const one of found) items.set(one.ownCode, one)
    const known = some.filter(({ ownCode }) => items.has(ownCode))
    if (known.length) await send(known)
    await told(sent)
  }
  return sent
}

/** 3301 of one item, by a person who waits for it: refuses with what the centre said, or that it said nothing. */
export const mapOne = async (deps: Deps, shop: StoreRow, pair: Pair, by: string): Promise<void> => {
  const [failure] = (await sendMappings(deps, shop, [pair], by)).failed
  if (!failure) return
  if (failure.answer.kind !== 'unknown') return refuseOutcome(failure.answer)
  const { name } = await itemOf(deps, shop, pair.ownCode)
  refuse('mapping.unknown', { name, action: '对照' })
}
