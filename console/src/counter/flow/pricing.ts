import { fen, formatAmount } from '@yibao/shared/money.ts'
import { codesOver } from '@yibao/shared/trace-code.ts'
import type { MessageValues } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import { byCentre, centreBrief, codeOf, knownMessage, noAnswer, wordsOf } from '../refusals.ts'
import { lackingCodes, shown, totalOf } from './amounts.ts'
import { askAudit, blockedBy, openHits } from './audit.ts'
import { basketInput } from './basket-input.ts'
import { expiredValues, whyExpired } from './batch.ts'
import { codesWanted } from './codes/codes-wanted.ts'
import { askSold, codesOf, warnSold } from './codes/sold-codes.ts'
import { enter, kindNames } from './customer.ts'
import { dropBehind, dropUnused } from './drop-behind.ts'
import { herbsUnsaid, withHerbs } from './herbs.ts'
import type { Refusal } from './model.ts'
import { diseaseGap } from './reading.ts'
import { whyNotOnRx } from './rx/rx.ts'
import { inOrder, sayPriced, secondKnown, twoOf } from './second.ts'
import { settledBefore } from './settling.ts'
import type { Counter } from './state.ts'
import {
  chain,
  detailOf,
  ended,
  type HandlersOf,
  isParking,
  locked,
  refuse,
  type Step,
  say,
  step,
  whyNotChoose,
} from './step.ts'
import { askUnheard, unresolved } from './unheard.ts'

interface Why {
  key: MessageKey
  values?: MessageValues
}

/** Why this basket cannot be priced now. Order = what to do first. */
const whyNotPrice = (state: Counter): Why | undefined => {
  const { erp, lines } = state
  if (!state.may.settle) return { key: 'right.none' }
  if (state.phase === 'presettling') return { key: 'pre.wait' }
  if (locked(state)) return { key: 'money.busy' }
  if (isParking(state)) return { key: 'park.wait' }
  if (ended(state)) return { key: 'read.first' }
  if (state.reading) return { key: 'read.busy' }
  if (!state.person) return { key: 'read.first' }
  if (state.expects !== undefined) return { key: 'park.backRead' }
  if (lines.length === 0) return { key: 'basket.empty' }
  if (!state.link.online) return { key: 'net.before' }
  const total = totalOf(lines)
  if (erp && fen(erp.total) !== total) {
    const difference = shown(Math.abs(total - fen(erp.total)))
    return { key: 'erp.sumDiff', values: { lines: shown(total), total: formatAmount(erp.total), difference } }
  }
  const rx = state.prescription ? undefined : lines.find(({ item }) => item.prescription)
  if (rx) return { key: 'item.needRx', values: { item: rx.item.name } }
  const onRx = whyNotOnRx(state)
  if (onRx) return onRx
  const lacking = lines.find((line) => lackingCodes(line) > 0)
  if (lacking) return { key: 'item.trace', values: { item: lacking.item.name, n: lackingCodes(lacking) } }
  const over = lines.find((line) => codesOver(line.quantity, line.traceCodes) > 0)
  if (over) return { key: 'trace.over', values: { item: over.item.name, n: codesOver(over.quantity, over.traceCodes) } }
  const old = lines.find((line) => line.expired)
  const expired = whyExpired(state)
  if (old && expired) return { key: expired, values: expiredValues(old) }
  const gap = diseaseGap(state)
  return gap && { key: gap, values: kindNames(state) }
}

/** Why F8 cannot run now: shown as the button's tooltip and in R6 when its key is pressed. */
export const whyNotPresettle = (state: Counter): Why | undefined => {
  const two = twoOf(state)
  return two ? (whyNotPrice(two.first) ?? whyNotPrice(two.second)) : whyNotPrice(state)
}

/** What lacks so much that its dialog opens by itself. */
const asked: Partial<Record<MessageKey, 'disease' | 'prescription'>> = {
  'disease.missing': 'disease',
  'item.needRx': 'prescription',
  'rx.review': 'prescription',
}

const curable: readonly MessageKey[] = ['item.needRx', 'disease.missing', 'item.trace', 'trace.over']

/** What F8 lacked and has been given since is said no more: the line goes on with what comes next. */
export const forgetCured = (state: Counter): Counter => {
  const said = state.message?.key
  const cured = said !== undefined && curable.includes(said) && whyNotPresettle(state)?.key !== said
  return cured ? { ...state, message: undefined } : state
}

const invites: readonly MessageKey[] = ['pre.done', 'second.priced', 'second.refused', 'audit.ask']

/** What invites to F9 is not said of a split that can be booked no more, whatever made it so: the line says what did. */
export const sayStale = (state: Counter, at: number): Counter => {
  const { message, priced, phase } = state
  const stale = phase === 'open' && priced?.fresh === false && message && invites.includes(message.key)
  return stale ? say(state, at, state.staleBy ?? 'pre.stale') : state
}

/** The message of a refused 2101: the centre's own words in quotes where it spoke, else what is known of the cause. */
const refusedPricing = (state: Counter, refusal: Refusal, at: number): Counter => {
  const detail = detailOf(refusal)
  const blocked = blockedBy(refusal)
  if (blocked) return say({ ...state, audit: blocked.hits }, at, 'audit.blocked', blocked.values, detail)
  const known = knownMessage(refusal)
  if (known) return say(state, at, known.key, known.values, detail)
  if (noAnswer(refusal)) return say(state, at, 'net.before', {}, detail)
  const words = wordsOf(refusal, '复制原文并联系管理员')
  if (byCentre(refusal)) {
    const explain = typeof refusal.extend?.explain === 'string' ? refusal.extend.explain : '没有结算，没有扣款'
    return say(state, at, 'pre.refused', { text: centreBrief(refusal), explain, next: words.next }, detail)
  }
  return say(state, at, 'pre.failed', words, detail)
}

/** Refusals after which the person must be read again before anything else works. */
const losesPerson = (refusal: Refusal) => ['card.gone', 'card.changed'].includes(codeOf(refusal) ?? '')

/** Whether this answers the last F8 of who stands here. */
const waitsFor = (state: Counter, { turn, edit }: { turn: number; edit: number }) =>
  turn === state.turn && edit === state.asked

/** The second basket's answer is there: the first one's goes on where it waited for it. */
const behindKnown = (next: Counter, { turn, second }: Counter, at: number): Step =>
  second?.held ? pricing.priced(next, { type: 'priced', turn, ...second.held }, at) : step(next)

export const pricing: HandlersOf<'presettle' | 'sayHerbs' | 'priced' | 'priceFailed'> = {
  presettle(state, _event, at) {
    const why = whyNotPresettle(state)
    // The second F8 of a double press says nothing: the first one is being answered.
    if (why?.key === 'pre.wait') return step(state)
    if (why) {
      // What is to be given back or collected stays over an F8 that comes too soon.
      const { state: next } = refuse(state, at, why.key, why.values)
      const kind = asked[why.key]
      return step(kind && state.dialog === undefined ? { ...next, dialog: { kind } } : next)
    }
    if (herbsUnsaid(state)) return step({ ...state, dialog: { kind: 'herbs', prices: true } })
    if (unresolved(state)) return askUnheard(state, 'price', at)
    const two = twoOf(state)
    // Who goes on with this customer has passed the other one over: a later F4 serves nobody who is long gone.
    const edit = state.edit + 1
    const sent = { ...enter(inOrder(state, two), 'presettling', at), other: undefined, edit, asked: edit }
    const ask = { do: 'preSettle', turn: state.turn, edit } as const
    const behind = two ? [{ ...ask, input: basketInput(two.second), second: true as const }] : []
    const first = { ...ask, input: basketInput(two?.first ?? state) }
    // Another counter may have sold a pack since it was scanned here.
    const gone = two ? [] : dropBehind(state)
    return step(say(sent, at, 'pre.wait'), ...gone, ...behind, first, ...askSold(state, codesOf(state.lines)))
  },

  /** Once for all herbs of the basket; where F8 asked it, F8 goes on. */
  sayHerbs(state, { use, doses }, at) {
    const why = whyNotChoose(state)
    if (why) return refuse(state, at, why)
    const { dialog } = state
    const next = withHerbs({ ...state, dialog: undefined }, { use, doses })
    const prices = dialog?.kind === 'herbs' && dialog.prices === true
    if (prices) return chain(step(next), (now) => pricing.presettle(now, { type: 'presettle' }, at))
    return step(state.priced?.fresh && !next.priced?.fresh ? say(next, at, 'pre.chosen') : next)
  },

  priced(state, { turn, edit, order, second }, at) {
    const awaited = waitsFor(state, { turn, edit })
    if (second && awaited && state.second?.at === 'first') return behindKnown(secondKnown(state, { order }), state, at)
    // The order of a second basket that is none any more, or was asked for anew, is nobody's.
    if (second) return step(state, ...(turn === state.turn ? dropUnused(state, order.id) : []))
    if (!awaited || state.phase !== 'presettling') return step(state)
    // Both splits are shown before the first F9 (ux 1.3).
    if (state.second?.waits) return step({ ...state, second: { ...state.second, held: { order, edit } } })
    // The ERP's bill was settled before, here or at another counter: its result, and nothing to book (ux 1.11).
    if (order.status === '2' || order.status === '6') return settledBefore({ ...state, orderId: order.id }, order, at)
    const fresh = edit === state.edit
    const next: Counter = { ...enter(state, 'open', at), orderId: order.id, priced: { order, fresh, at } }
    if (!fresh) return step(say(next, at, state.staleBy ?? 'pre.stale'))
    const audited: Counter = { ...next, audit: order.audit }
    const done = sayPriced(audited, order, at)
    return openHits(done).length > 0 ? askAudit(warnSold(done, at), at, true) : step(warnSold(done, at))
  },

  priceFailed(state, { turn, edit, refusal, second }, at) {
    if (!waitsFor(state, { turn, edit })) return step(state)
    if (second) {
      const why = byCentre(refusal) ? `医保中心：“${centreBrief(refusal)}”` : wordsOf(refusal).text
      return behindKnown(secondKnown(state, { why }), state, at)
    }
    if (state.phase !== 'presettling') return step(state)
    const open = enter(codesWanted(state, refusal), 'open', at)
    const next = losesPerson(refusal) ? { ...open, person: undefined, expects: state.person?.maskedName } : open
    return step(refusedPricing(next, refusal, at), { do: 'sound', tone: 'refused' })
  },
}
