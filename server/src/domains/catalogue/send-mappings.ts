import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { Refusal, refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { Answer } from '../../centre/client.ts'
import { type ItemMapping, mappingsAtOnce, matchItems } from '../../centre/operations/mapping.ts'
import { notLookedAt } from '../../centre/outcome.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { runAsSystem } from '../attendance/ask.ts'
import type { StoreRow } from '../organisation/store.ts'
import { withdrawFormer } from './former.ts'
import { heldByCentre } from './held.ts'
import { soldBy } from './items.ts'
import { itemOf, keepMappings, type Pair } from './mapping.ts'
import { item, itemMapping } from './tables.ts'

type Item = typeof item.$inferSelect

const timeoutMs = 60_000
const forEver = '2099-12-31'

const rowOf = (one: Item, { nationalCode, listType }: Pair, today: string): ItemMapping => ({
  ...{ ownCode: one.ownCode, name: one.name, listType, nationalCode, from: today, to: forEver },
  ...{ dosageForm: one.dosageForm, spec: one.spec, unit: one.unit, producer: one.producer },
})

/** A mapping that waited and was not taken says why; one that was sent before, or of another code, stays as it is. */
const keepRefused = ({ db }: Pick<Deps, 'db'>, { id }: StoreRow, pair: Pair, message: string) =>
  db
    .update(itemMapping)
    .set({ state: 'refused', message })
    .where(
      and(
        eq(itemMapping.storeId, id),
        eq(itemMapping.ownCode, pair.ownCode),
        eq(itemMapping.nationalCode, pair.nationalCode),
        ne(itemMapping.state, 'sent'),
      ),
    )

/** Why a mapping is not with the centre: its answer, or that nobody could be signed in for it. */
type Failure = Exclude<Answer<true>, { kind: 'booked' }> | Refusal

/** What became of mappings of one store. */
interface Sent {
  done: Pair[]
  /** `wrong`: it is this mapping that has to be put right. */
  failed: { pair: Pair; text: string; why: Failure; wrong: boolean }[]
  /** What is said of all that is not sent because the centre takes nothing at present. */
  down?: string
  /** What is said of former mappings of these or other goods that the centre still holds. */
  left: string
}

/** Said of what is not sent because the centre was silent before. */
const unsent = '医保中心没有答复，还没有发出，请稍后再次上报'

/** Whether a refusal tells that the centre did not answer: what else is meant for it would wait as long, in vain. */
export const downText = (fault: Refusal): string | undefined =>
  fault.key === 'centre.down' || fault.key === 'mapping.unknown' ? unsent : undefined

const textOf = (why: Failure): string => {
  if (why instanceof Refusal || why.kind === 'refused') return why.message
  if (why.kind === 'unknown') return '医保中心没有答复，不知道是否已对照，再次上报不会重复'
  return why.faults?.length || why.plugin ? why.reason : '医保中心暂时不能访问，没有发出'
}

/**
 * What an answer says beyond its own rows: that they are wrong, as the centre or our own check of the message has it; or
 * that no other message would come through either, of this store and, with words (`down`), of its area.
 */
const verdictOf = (why: Failure): { wrong: boolean; down?: string } => {
  if (why instanceof Refusal) return { wrong: false, down: downText(why) }
  const wrong = why.kind === 'refused' ? !notLookedAt(why) : why.kind === 'notSent' && why.faults !== undefined
  return { wrong, down: wrong ? undefined : why.kind === 'unknown' ? unsent : textOf(why) }
}

const asRefusal = (fault: unknown): Refusal => {
  if (fault instanceof Refusal) return fault
  throw fault
}

/**
 * 3301 of mappings of one store, 100 at a time. A refused hundred is halved until the one that is wrong stands alone;
 * one that the centre refuses because it has it, from a message whose answer was lost, is kept like one it took. An
 * answer that did not come ends it, and so does a gateway that takes nothing of the sender. What the centre took is kept at
 * once; what the goods were mapped to before is taken back behind it (`withdrawFormer`).
 */
export const sendMappings = async (
  deps: Deps,
  shop: StoreRow,
  pairs: readonly Pair[],
  by: string,
  told?: (sent: Sent) => Promise<void>,
): Promise<Sent> => {
  const now = deps.clock()
  const items = new Map<string, Item>()
  const sent: Sent = { done: [], failed: [], left: '' }
  let ended: { text: string; why: Failure } | undefined
  const fail = (some: readonly Pair[], said: { text: string; why: Failure; wrong?: boolean }) => {
    sent.failed.push(...some.map((pair) => ({ pair, wrong: false, ...said })))
  }
  let signedAnew = false
  const send = async (some: readonly Pair[]): Promise<void> => {
    if (ended) return fail(some, ended)
    const rows = some.map((pair) => rowOf(items.get(pair.ownCode)!, pair, formatDay(now)))
    const answer = await runAsSystem(deps, shop, matchItems, rows, { timeoutMs }).catch(asRefusal)
    const why = answer instanceof Refusal || answer.kind !== 'booked' ? answer : undefined
    const { wrong, down } = why ? verdictOf(why) : {}
    const refused = why && !(why instanceof Refusal) && why.kind === 'refused' ? why : undefined
    const [alone, ...others] = some
    const there = wrong && refused && !others.length && (await heldByCentre(deps, shop, alone!)) === true
    if (!why || there) {
      await deps.db.transaction((tx) => keepMappings({ db: tx }, shop, some, { state: 'sent', by, at: now }))
      sent.done.push(...some)
    } else if (refused?.signInLost && !signedAnew) {
      signedAnew = true
      await send(some)
    } else if (wrong && others.length) {
      const half = Math.ceil(some.length / 2)
      await send(some.slice(0, half))
      await send(some.slice(half))
    } else {
      const text = textOf(why)
      if (wrong) await keepRefused(deps, shop, alone!, text)
      else ended = { text: down ?? text, why }
      sent.down ??= down
      fail(some, { text, why, wrong })
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
    await told?.(sent)
  }
  // Who tells how far it is takes the whole store along; a person who waits for some goods does not wait for others'.
  const ownCodes = told ? undefined : sent.done.map(({ ownCode }) => ownCode)
  if (!ended) sent.left = await withdrawFormer(deps, shop, { ownCodes, step: async () => told?.(sent) })
  return sent
}

/** 3301 of one item, by a person who waits for it: refuses with what the centre said, or that it said nothing. */
export const mapOne = async (deps: Deps, shop: StoreRow, pair: Pair, by: string): Promise<void> => {
  const [failure] = (await sendMappings(deps, shop, [pair], by)).failed
  if (!failure) return
  const { why } = failure
  if (why instanceof Refusal) throw why
  if (why.kind !== 'unknown') return refuseOutcome(why)
  const { name } = await itemOf(deps, shop, pair.ownCode)
  refuse('mapping.unknown', { name, action: '对照' })
}
