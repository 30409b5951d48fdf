import { drugPart, mustHaveCode, packsOf } from '@yibao/shared/trace-code.ts'
import { messageOf } from '../message.ts'
import { noAnswer, wordsOf } from '../refusals.ts'
import { fold } from '../scan.ts'
import { lackingCodes, plus, priceOf, quantityOf } from './amounts.ts'
import { repeatOf, warnRepeat } from './benefits.ts'
import { askSold, warnSold } from './codes/sold-codes.ts'
import { edited, nextCustomer } from './customer.ts'
import { herbsUnsaid, withKinds } from './herbs.ts'
import type { Item, Line } from './model.ts'
import type { Counter } from './state.ts'
import {
  chain,
  detailOf,
  editable,
  ended,
  type HandlersOf,
  isParking,
  locked,
  mention,
  refuse,
  type Step,
  say,
  saysCut,
  scanTurn,
  step,
} from './step.ts'

/** Why goods cannot be added by hand now; undefined when they can, be it for the next customer. */
const whyNotAdd = (state: Counter): 'basket.locked' | 'park.wait' | 'erp.readOnly' | undefined =>
  locked(state)
    ? 'basket.locked'
    : isParking(state)
      ? 'park.wait'
      : state.erp && !ended(state)
        ? 'erp.readOnly'
        : undefined

/** Why the basket cannot be changed by hand now; undefined when it can. What is booked is changed by a reversal only. */
export const whyNotEdit = (state: Counter): 'basket.ended' | ReturnType<typeof whyNotAdd> =>
  ended(state) ? 'basket.ended' : whyNotAdd(state)

const change = (state: Counter, id: string, with_: Partial<Line>): Counter => ({
  ...state,
  lines: state.lines.map((line) => (line.id === id ? { ...line, ...with_ } : line)),
})

/** Adds to the product's line or appends one; the line flashes once (ux 1.1). */
const addTo = (state: Counter, item: Item, quantity: string, at: number): Counter => {
  const known = state.lines.find((line) => line.item.ownCode === item.ownCode)
  if (known) {
    const next = change(state, known.id, { item, quantity: plus(known.quantity, quantity) })
    return edited({ ...next, flash: { line: known.id, at } })
  }
  const id = `l${state.nextLine}`
  const line: Line = { id, item, quantity, price: item.price, traceCodes: [] }
  const lines = [...state.lines, line]
  return edited({ ...state, lines, nextLine: state.nextLine + 1, flash: { line: id, at } })
}

const hints = (state: Counter, line: Line, wasFresh: boolean, at: number): Counter => {
  const repeat = repeatOf(state, line, at)
  if (repeat) return say(state, at, 'item.repeat', repeat)
  if (!line.item.mapped) return say(state, at, 'item.unmapped', { item: line.item.name })
  return wasFresh ? say(state, at, 'pre.stale') : { ...state, message: undefined }
}

/** What was typed, and what would be taken. */
const bad = (what: string, rule: string) => (text: string) => ({ what, text: text.trim() || '空', rule })
const badQuantity = bad('数量', '大于 0 的数，整数最多 8 位，小数最多 4 位')
const badPrice = bad('单价', '数字，整数最多 10 位，小数最多 6 位')

/** Puts goods in the basket, for the next customer when the last one is done. */
const add = (before: Counter, item: Item, quantity: string | undefined, at: number): Step => {
  const why = whyNotAdd(before)
  if (why) return refuse(before, at, why)
  const base = ended(before) ? nextCustomer(before) : before
  const more = quantity ?? before.quantity ?? '1'
  const known = base.lines.find((line) => line.item.ownCode === item.ownCode)
  // None of it, or more than a line can say, is no purchase: the centre would refuse the whole basket for it.
  if (!quantityOf(more) || (known && !quantityOf(plus(known.quantity, more))))
    return refuse({ ...before, quantity: undefined, choices: undefined }, at, 'item.badNumber', badQuantity(more))
  const next = addTo(base, item, more, at)
  const line = next.lines.find(({ id }) => id === next.flash?.line)!
  return step(hints({ ...next, quantity: undefined, choices: undefined }, line, base.priced?.fresh === true, at))
}

const choose = (
  state: Counter,
  keyword: string,
  items: Item[],
  quantity: string | undefined,
  at: number,
  trace?: string,
): Step => step(say({ ...state, choices: { keyword, items, quantity, trace } }, at, 'item.choose', { n: items.length }))

/** Whether goods have this code; a scanner's letters are upper case. */
export const isCode = ({ ownCode, barCode }: Item, code: string): boolean =>
  [ownCode, barCode].some((one) => one.toUpperCase() === code.toUpperCase())

/** Full-width digits, and the full stop that a Chinese keyboard writes, are what they look like. */
const typedNumber = (text: string) => fold(text).replace('。', '.')

/** What the line said of the basket as it was is no longer true of it; a band is about more than that. */
const outdated = ({ message }: Counter) => message && messageOf(message.key, message.values).place === 'line'

/** After a change by hand: the split is stale and the clerk reads why. */
const changed = (state: Counter, was: Counter, at: number): Step => {
  if (was.priced?.fresh) return step(say(edited(state), at, 'pre.stale'))
  return step(edited(outdated(state) ? { ...state, message: undefined } : state))
}

export const basket: HandlersOf<
  | 'scanItem'
  | 'addItem'
  | 'itemsFound'
  | 'itemsKnown'
  | 'itemsFailed'
  | 'setQuantity'
  | 'setPrice'
  | 'removeLine'
  | 'removeLast'
  | 'nextQuantity'
  | 'takeQuantity'
  | 'dropChoices'
> = {
  scanItem(state, { code, trace }, at) {
    if (locked(state)) return refuse(state, at, 'basket.locked')
    if (state.erp && !trace && !ended(state)) {
      // Nothing is added to an ERP's bill; its bar code says whose pack is scanned next.
      const line = state.lines.find((one) => isCode(one.item, code) && lackingCodes(one))
      if (!line) return refuse(state, at, 'erp.readOnly')
      return step({ ...state, flash: { line: line.id, at }, message: undefined })
    }
    if (trace && !ended(state) && state.lines.some((line) => line.traceCodes.includes(code)))
      return refuse(state, at, 'trace.twice')
    const turn = scanTurn(state)
    const find = { do: 'findItem', turn, code, trace, quantity: state.quantity } as const
    return step({ ...state, quantity: undefined }, find, ...(trace ? askSold({ ...state, turn }, [code]) : []))
  },

  addItem: (state, { item, quantity, trace }, at) =>
    trace ? warned(state, withTrace(state, trace, [item], at), at) : add(state, item, quantity, at),

  itemsFound(before, { turn, code, trace, quantity, items }, at) {
    // Whose goods these are has gone from the counter meanwhile: they are nobody else's.
    if (turn !== scanTurn(before)) return step(mention(before, at, 'item.late', { code }))
    // Goods that were scanned before and have not been chosen yet would be gone without a word.
    const { choices } = before
    if (choices && choices.keyword !== code) {
      const found = basket.itemsFound(
        { ...before, choices: undefined },
        { type: 'itemsFound', turn, code, trace, quantity, items },
        at,
      )
      // What is wrong with the second one is said with it: neither is in the basket.
      const own = found.state.message === before.message ? undefined : found.state.message
      const said = own && messageOf(own.key, own.values)
      const also = said?.tone !== 'warn' && said?.tone !== 'error' ? '' : `；${said.what}`
      return chain(found, (now) => refuse(now, at, 'item.unchosen', { code: choices.keyword, also }))
    }
    const state = before
    if (trace) return warned(state, withTrace(state, code, items, at), at)
    const [item] = items
    if (!item) return refuse(state, at, 'item.none', { code })
    return items.length === 1 ? add(state, item, quantity, at) : choose(state, code, items, quantity, at)
  },

  itemsKnown(state, { items }, at) {
    const known = new Map(items.map((item) => [item.ownCode, item]))
    const lines = state.lines.map((line) => ({ ...line, item: known.get(line.item.ownCode) ?? line.item }))
    const told = { ...state, lines, herbs: withKinds(state.herbs, items) }
    // Said before the catalogue's answer it lacks the unit, of a parked basket the name as well.
    const next = told.message?.key === 'item.repeat' ? warnRepeat(told, at) : told
    // F8 came before the catalogue, and could not ask about herbs of which nobody knew.
    return step(editable(state) && herbsUnsaid(next) && !herbsUnsaid(state) ? edited(next, 'pre.chosen') : next)
  },

  itemsFailed: (state, { refusal }, at) =>
    noAnswer(refusal)
      ? saysCut(state, at)
      : step(say(state, at, 'other.failed', wordsOf(refusal, '请重新扫描'), detailOf(refusal))),

  setQuantity(state, { line, quantity }, at) {
    const why = whyNotEdit(state)
    if (why) return refuse(state, at, why)
    const valid = quantityOf(typedNumber(quantity))
    if (!valid) return refuse(state, at, 'item.badNumber', badQuantity(quantity))
    return changed(change(state, line, { quantity: valid }), state, at)
  },

  setPrice(state, { line, price }, at) {
    const why = whyNotEdit(state)
    if (why) return refuse(state, at, why)
    if (!state.may.price) return refuse(state, at, 'right.price')
    const valid = priceOf(typedNumber(price))
    if (!valid) return refuse(state, at, 'item.badNumber', badPrice(price))
    return changed(change(state, line, { price: valid }), state, at)
  },

  removeLine(state, { line: id }, at) {
    const why = whyNotEdit(state)
    if (why) return refuse(state, at, why)
    const index = state.lines.findIndex((line) => line.id === id)
    const line = state.lines[index]
    if (!line) return step(state)
    const dialog = state.dialog?.kind === 'line' ? undefined : state.dialog
    const lines = state.lines.filter((one) => one.id !== id)
    const next = edited({ ...state, dialog, lines, removed: { line, index } })
    return step(say(next, at, 'item.removed', { item: line.item.name }))
  },

  removeLast(state, _event, at) {
    const last = state.lines[state.lines.length - 1]
    return last ? basket.removeLine(state, { type: 'removeLine', line: last.id }, at) : step(state)
  },

  nextQuantity(state, { quantity }, at) {
    const valid = quantity === undefined ? undefined : quantityOf(quantity)
    const next = { ...state, quantity: valid }
    return quantity !== undefined && !valid ? refuse(next, at, 'item.badNumber', badQuantity(quantity)) : step(next)
  },

  /** Enter behind `3*`: the line that came last has this quantity (ux 1.1). */
  takeQuantity(state, _event, at) {
    const { quantity, flash } = state
    const line = state.lines.find(({ id }) => id === flash?.line)
    if (!quantity || !line || ended(state)) return step(state)
    const taken = { ...state, quantity: undefined, flash: { line: line.id, at } }
    return basket.setQuantity(taken, { type: 'setQuantity', line: line.id, quantity }, at)
  },

  // With every key of a search: where there is nothing to drop, nothing of the screen is drawn anew.
  dropChoices: (state) => step(state.choices ? { ...state, choices: undefined } : state),
}

const isComplete = ({ quantity, traceCodes }: Line) => traceCodes.length >= packsOf(quantity)

/** Of the lines that are meant: the one that was scanned last, or else one, that still has a pack without a code. */
const lineFor = (
  lines: readonly Line[],
  last: string | undefined,
  means: (line: Line) => boolean,
): Line | undefined => {
  const product = lines.find(means)?.item.ownCode
  const same = lines.filter((line) => means(line) || line.item.ownCode === product)
  const open = same.filter((line) => !isComplete(line))
  return open.find(({ id }) => id === last) ?? open[0] ?? same[0]
}

/** Where nobody knows the drug: whose bar code was scanned last, or what alone lacks a code. */
const lineAsked = (lines: readonly Line[], last: string | undefined): Line | undefined => {
  const open = lines.filter((line) => !isComplete(line) && mustHaveCode(line.item.nationalCode))
  return open.find(({ id }) => id === last) ?? (open.length === 1 ? open[0] : undefined)
}

/**
 * A trace code goes to the line of its product: of the drug that the code is of by what was sold before, of a line that
 * holds codes of the same drug, or the one whose bar code was scanned before it. A line with more pieces than codes only
 * gains the code, a complete one also a piece (ux 2.4).
 */
const withTrace = (state: Counter, code: string, items: Item[], at: number): Step => {
  if (locked(state)) return refuse(state, at, 'basket.locked')
  if (isParking(state)) return refuse(state, at, 'park.wait')
  // The lines of what is settled are nobody's any more: the next customer's first box is his.
  const lines = ended(state) ? [] : state.lines
  const last = state.flash?.line
  if (lines.some(({ traceCodes }) => traceCodes.includes(code))) return refuse(state, at, 'trace.twice')
  const line =
    lineFor(lines, last, ({ item: one }) => items.some(({ ownCode }) => ownCode === one.ownCode)) ??
    lineFor(lines, last, ({ traceCodes }) => traceCodes.some((one) => drugPart(one) === drugPart(code))) ??
    (items.length ? undefined : lineAsked(lines, last))
  if (!line) {
    const [item] = items
    if (!item || (state.erp && !ended(state))) return refuse(state, at, 'trace.unknown')
    if (items.length > 1) return choose(state, code, items, undefined, at, code)
    const added = add(state, item, '1', at)
    const id = added.state.flash?.line ?? ''
    return { ...added, state: change(added.state, id, { traceCodes: [code] }) }
  }
  const complete = isComplete(line)
  if (complete && state.erp) return refuse(state, at, 'erp.readOnly')
  const quantity = complete ? plus(line.quantity, '1') : line.quantity
  const next = change(state, line.id, { quantity, traceCodes: [...line.traceCodes, code] })
  return changed({ ...next, flash: { line: line.id, at }, message: undefined }, state, at)
}

/** A pack that came into the basket, which another order may have sold already. */
const warned = (was: Counter, traced: Step, at: number): Step =>
  traced.state.lines === was.lines ? traced : { ...traced, state: warnSold(traced.state, at) }

/** Puts the last removed line back where it was. */
export const undoRemove = (state: Counter, at: number): Step => {
  if (!state.removed || whyNotEdit(state)) return step(state)
  const { line, index } = state.removed
  const lines = [...state.lines.slice(0, index), line, ...state.lines.slice(index)]
  return step(edited({ ...state, lines, removed: undefined, message: undefined, flash: { line: line.id, at } }))
}
