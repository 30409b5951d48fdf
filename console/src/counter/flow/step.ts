import { type MessageValues, messageOf } from '../message.ts'
import type { MessageKey } from '../messages.ts'
import type { Effect, EffectOf } from './effects.ts'
import type { CounterEvent, EventOf, EventType } from './events.ts'
import type { Refusal } from './model.ts'
import type { Counter, Shown } from './state.ts'

/** The next state and what has to be done in the world. */
export interface Step {
  state: Counter
  effects: Effect[]
}

/** What one event does. `at` is the clock in ms; nothing in the flow reads another clock. */
export type Handlers = { [T in EventType]: (state: Counter, event: EventOf<T>, at: number) => Step }
export type HandlersOf<T extends EventType> = Pick<Handlers, T>

/** The next state and what the world has to do. */
export const step = (state: Counter, ...effects: Effect[]): Step => ({ state, effects })

/** A second step on the outcome of a first. */
export const chain = (first: Step, next: (state: Counter) => Step): Step => {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** ms after the split appeared in which F9 or a click is not accepted (N5): the hand was on its way to something else. */
export const settleGuard = 400

/** Whether ms have passed since a moment. A clock that was set back since then cannot tell, and holds nobody up. */
export const lasted = (since: number, at: number, ms: number): boolean => at < since || at - since >= ms

const kept = 20

/** Shows a message in R6; the last 20 stay under its caret, one that is only brought up to date counts once. */
export const say = (
  state: Counter,
  at: number,
  key: MessageKey,
  values: MessageValues = {},
  detail?: string | undefined,
): Counter => {
  const message = { key, values, at, detail }
  const before = state.message?.key === key ? state.log.slice(1) : state.log
  return { ...state, message, log: [message, ...before].slice(0, kept) }
}

/** What was said stands under the caret only: the message of before stays in R6. */
export const under = ({ message }: Counter, said: Counter): Counter =>
  message ? { ...said, message, log: [message, ...said.log.filter((one) => one !== message)] } : said

const isBand = ({ key, values }: Shown): boolean => messageOf(key, values).place === 'band'

/** It stands in R6 whose purchase this is, and waits for an answer (M16). */
const asksWhose = ({ other, message }: Counter): boolean =>
  other !== undefined && message !== undefined && isBand(message)

/** What stands in R6 across its whole width: what is to be paid or given back, or a question. */
export const bandOf = ({ message }: Counter): Shown | undefined => (message && isBand(message) ? message : undefined)

/** A band that stays takes the words of another message in. */
const within = (said: Counter, message: Shown, aside: NonNullable<Shown['aside']>): Counter => {
  const band = { ...message, aside }
  const rest = said.log.filter((one) => one.at !== message.at || one.key !== message.key)
  // Said again, it is only brought up to date.
  const again = message.aside?.key === aside.key ? rest.findIndex(({ key }, i) => i > 0 && key === aside.key) : -1
  return { ...said, message: band, log: [band, ...rest.filter((_, i) => i !== again)] }
}

const cashNews: readonly MessageKey[] = ['settle.backYes', 'cancel.done', 'part.backYes']

/** News of somebody else's cash stands in it: no other words take its place. */
const keepsCash = ({ aside }: Shown, key: MessageKey): boolean =>
  aside?.news === true && cashNews.includes(aside.key) && !cashNews.includes(key)

/** What became of the purchase that is shown, or of what a person has just asked for: it takes the place of what stood there. */
export const tellOwn: typeof say = (state, at, key, values, detail) => {
  const said = say(state, at, key, values, detail)
  return locked(state) || asksWhose(state) ? under(state, said) : said
}

/**
 * News about somebody else's purchase, a slip, the line or the ERP. A band is never replaced by what only happens to
 * arrive, for it alone may name cash to collect or to give back: it says the news behind its own next step. Beside a
 * settlement under way and an open question the news waits under the caret.
 */
export const mention: typeof say = (state, at, key, values = {}, detail) => {
  const told = tellOwn(state, at, key, values, detail)
  const band = bandOf(state)
  if (!band || told.message === state.message) return told
  return keepsCash(band, key) ? under(state, told) : within(told, band, { key, values, news: true })
}

/** What is to be known of the purchase that has just ended, beside the cash that its band names. */
export const beside: typeof say = (state, at, key, values = {}, detail) => {
  const band = bandOf(state)
  if (locked(state) || !band) return mention(state, at, key, values, detail)
  const said = say(state, at, key, values, detail)
  return keepsCash(band, key) ? under(state, said) : within(said, band, { key, values })
}

/**
 * Says why nothing happens. A band stays, and its buttons with it: it takes the reason in, for a wrong key must not take
 * the only way on from the screen (ux 1.7, M25), nor what is to be paid or given back, however often F9 is pressed.
 */
export const refuse = (state: Counter, at: number, key: MessageKey, values: MessageValues = {}): Step => {
  const said = say(state, at, key, values)
  const { message } = state
  const stays = message && (locked(state) || (isBand(message) && message.key !== key))
  return step(stays ? within(said, message, { key, values }) : said)
}

/** What stands under 详情: the raw words, the code and the request's number, never a person's data. */
export const detailOf = ({ message, code, extend }: Refusal): string =>
  [message, code && `代码 ${code}`, typeof extend?.requestId === 'string' && `请求号 ${extend.requestId}`]
    .filter(Boolean)
    .join(' · ')

/** F4 is on its way with the basket as it is: what came into it now, or was made of it, would go or bring it back. */
export const isParking = ({ parking, turn }: Counter): boolean => parking?.turn === turn

/** A reading that was begun behind F4 is the next customer's. */
export const readsNext = (state: Counter): boolean =>
  isParking(state) && (state.reading?.seq ?? 0) > (state.parking?.readSeq ?? 0)

/** The basket may be changed: no money is under way. */
export const editable = ({ phase }: Counter): boolean =>
  phase === 'open' || phase === 'presettling' || phase === 'refused'

/** Why a person may choose nothing for it now; undefined when he may. */
export const whyNotChoose = (state: Counter): 'park.wait' | 'basket.locked' | undefined =>
  isParking(state) ? 'park.wait' : editable(state) ? undefined : 'basket.locked'

/** The basket's money is being decided and must not be touched. */
export const locked = ({ phase }: Counter): boolean => phase === 'settling' || phase === 'unknown'

/** The open reversal, where it is that order's if one is named. */
export const reversalOf = ({ dialog }: Counter, orderId?: string) =>
  dialog?.kind === 'reversal' && (orderId ?? dialog.orderId) === dialog.orderId ? dialog : undefined

/** Why nobody is read and no other order opened: money is under way, of the basket or back from an order. */
export const whyBusy = (state: Counter): 'money.busy' | 'cancel.wait' | undefined =>
  locked(state) ? 'money.busy' : reversalOf(state)?.busy ? 'cancel.wait' : undefined

/** A partial return whose old settlement still stands: nothing of the kept lines may be booked or put aside. */
export const beforeReversal = ({ part }: Counter): boolean => part?.at === 'reading' || part?.at === 'asking'

/** This customer's purchase has ended: the next scan belongs to the next one. */
export const ended = ({ phase }: Counter): boolean => phase === 'settled' || phase === 'reversed'

/** Whose a scan is: after the end of a purchase, and behind F4, the next customer's. */
export const scanTurn = (state: Counter): number => (ended(state) || isParking(state) ? state.turn + 1 : state.turn)

/** The line was cut under what only asked. Of a purchase that has ended 没有扣款 would deny what was charged. */
export const saysCut = (state: Counter, at: number): Step =>
  ended(state) ? step(beside(state, at, 'net.after')) : refuse(state, at, 'net.cut')

/** The band stands alone again: what it said of one of these is true no more. */
export const bandAlone = (state: Counter, keys: readonly MessageKey[]): Counter => {
  const { message, log } = state
  if (!message?.aside || !keys.includes(message.aside.key)) return state
  const band = { ...message, aside: undefined }
  return { ...state, message: band, log: [band, ...log.filter((one) => one !== message)] }
}

/** What the cut line was in the way of can be done. */
export const saysBack = (state: Counter, at: number): Counter =>
  state.message?.key === 'net.after' ? say(state, at, 'read.start') : bandAlone(state, ['net.after'])

/** An event to be dispatched by an effect. */
export const later = (ms: number, event: CounterEvent): EffectOf<'later'> => ({ do: 'later', ms, event })
