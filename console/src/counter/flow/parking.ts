import { formatAmount } from '@yibao/shared/money.ts'
import { isDefinite } from '../../api/definite.ts'
import { codeOf, noAnswer, wordsOf } from '../refusals.ts'
import { shown, totalOf } from './amounts.ts'
import { notAside, putAside, sendAgain, withoutAside } from './aside.ts'
import { parkInput } from './basket-input.ts'
import { batchOf } from './batch.ts'
import { askSold, codesOf } from './codes/sold-codes.ts'
import { edited, nextCustomer, occupied } from './customer.ts'
import { dropBehind } from './drop-behind.ts'
import { saidWith } from './herbs.ts'
import type { Item, Line, Unparked } from './model.ts'
import { pricing } from './pricing.ts'
import { adopt, askWhose, owns } from './reading.ts'
import { askAgain, notBack, takeBack, withoutReturning } from './returning/returning.ts'
import { followRx } from './rx/rx.ts'
import type { Counter, PartReturn } from './state.ts'
import {
  beforeReversal,
  chain,
  detailOf,
  ended,
  type HandlersOf,
  isParking,
  locked,
  mention,
  readsNext,
  refuse,
  type Step,
  say,
  step,
} from './step.ts'
import { askUnheard, heard, notBooked, parkedAs } from './unheard.ts'

/** What is known of a product before the catalogue answers: its code, and the ERP's name where it gave one. */
export const unknownItem = (ownCode: string, name = ownCode, spec = '', price = '0'): Item => ({
  ownCode,
  barCode: '',
  nationalCode: '',
  name,
  spec,
  dosageForm: '',
  producer: '',
  unit: '',
  initials: '',
  price,
  itemClass: '',
  prescription: false,
  mapped: true,
  traceRequired: false,
})

/** Why the basket cannot be put aside now; undefined when it can. */
export const whyNotPark = (
  state: Counter,
): 'park.booked' | 'right.none' | 'part.noPark' | 'park.nothing' | undefined => {
  if (locked(state)) return 'park.booked'
  if (!state.may.settle) return 'right.none'
  if (beforeReversal(state)) return 'part.noPark'
  return occupied(state) && state.lines.length === 0 ? 'park.nothing' : undefined
}

/** F4 with a basket: park it. */
export const park = (state: Counter, at: number): Step => {
  const why = whyNotPark(state)
  if (why) return refuse(beforeReversal(state) ? { ...state, dialog: undefined } : state, at, why)
  if (isParking(state)) {
    const { parking } = state
    // F8 was waiting to hear of an earlier F4: this one is the last word.
    return step(parking?.goal === 'price' ? { ...state, parking: { ...parking, goal: 'park' } } : state)
  }
  const sent = parkedAs(state)
  if (!sent) return askUnheard(state, 'park', at)
  const { turn, readSeq } = state
  const unheard = state.unheard && { ...state.unheard, unsure: true as const }
  return step({ ...state, unheard, parking: { turn, readSeq } }, { do: 'park', turn, ...sent })
}

/** It is known what became of an F4 without an answer: what waited for that goes on, for whoever it is by now. */
const goOn = (state: Counter, goal: 'price' | 'park', at: number): Step => {
  const { person } = state.other ?? {}
  const again = person && owns(state, person) ? adopt(state, person, at) : step(state)
  return chain(again, (now) =>
    goal === 'park'
      ? park(now, at)
      : now.other
        ? step(askWhose(now, at))
        : pricing.presettle(now, { type: 'presettle' }, at),
  )
}

const linesOf = ({ lines }: Unparked, first: number, at: number): Line[] =>
  lines.map(({ ownCode, quantity, price, amount, traceCodes, dosage, ...rest }, i) => ({
    id: `l${first + i}`,
    item: unknownItem(ownCode, ownCode, '', price),
    quantity,
    price,
    amount,
    dosage,
    traceCodes: traceCodes ?? [],
    ...batchOf(rest, at),
  }))

/** What the clerk has begun while the basket was on its way back: none of it is called off by its coming. */
const begun = ({ reading, readFailures, dialog, quantity, choices }: Counter) => ({
  ...{ reading, readFailures, dialog, quantity, choices },
})

/** What was kept of a return that is done but for this: bought like any basket, and allowed what was sold before. */
const keptOf = ({ fundTotal: fund, ...old }: NonNullable<Unparked['replaces']>): PartReturn => ({
  ...{ at: 'reversed', key: '', later: true },
  old: { ...old, fund },
})

const restored = (state: Counter, parked: Unparked, at: number): Counter => {
  const base = { ...nextCustomer(state), ...begun(state) }
  const { diseaseCode: code, diseaseName: name, replaces } = parked
  const lines = linesOf(parked, base.nextLine, at)
  return edited({
    ...base,
    lines,
    herbs: saidWith(parked.herbs, lines),
    nextLine: base.nextLine + parked.lines.length,
    orderId: parked.orderId,
    insutype: parked.insutype,
    medicalType: parked.medicalType,
    kindChosen: true,
    // Of a return the server knows the code by the old settlement.
    disease: code || (replaces && name) ? { code: code ?? '', name: name ?? code ?? '', automatic: false } : undefined,
    part: replaces && keptOf(replaces),
    prescription: parked.prescription,
    accountUsed: parked.accountUsed ?? true,
    expects: parked.maskedName || undefined,
    whose: parked.mark,
    // Which codes and lots were the bill's own nobody knows any more: they stay a person's, who may put them right.
    erp: parked.erp && { ...parked.erp, operator: '', lines: [] },
    parked: Math.max(0, state.parked - 1),
  })
}

/** Who was read while his basket was on its way back, and has nothing yet that it would replace. */
const awaiting = (state: Counter, next: Counter) => {
  const { person, lines, part, erp } = state
  const waits = !locked(state) && !ended(state) && !lines.length && !part && !erp
  return waits && person && owns(next, person) ? person : undefined
}

export const parking: HandlersOf<
  | 'park'
  | 'parkSent'
  | 'parkDone'
  | 'parkFailed'
  | 'parkAgain'
  | 'parkedListed'
  | 'parkedFailed'
  | 'unpark'
  | 'unparked'
  | 'unparkFailed'
  | 'unparkAgain'
> = {
  /** F4: park, or with an empty counter the list (ux 1.10). */
  park(state, _event, at) {
    if (locked(state) || (occupied(state) && !ended(state))) return park(state, at)
    if (!state.may.settle) return refuse(state, at, 'right.none')
    return step({ ...state, dialog: { kind: 'parked', rows: undefined } }, { do: 'listParked' })
  },

  parkSent: (state, { turn, key, input }) => step(turn === state.turn ? { ...state, unheard: { key, input } } : state),

  parkDone(state, { turn, key, parkedId, maskedName, count, total }, at) {
    const goal = turn === state.turn ? state.parking?.goal : undefined
    if (goal) return chain(heard(state, parkedId), (now) => goOn(now, goal, at))
    const values = { name: maskedName || '未读卡', count, total: formatAmount(total) }
    const counted = { ...withoutAside(state, key), parked: state.parked + 1 }
    const left = state.aside.some((one) => one.key === key && one.left)
    if (turn !== state.turn) return step(mention(counted, at, left ? 'draft.aside' : 'park.done', values))
    const gone = dropBehind(state)
    // The other person, whose code came in the middle, is served next (M16).
    const other = state.other?.reason === 'other' ? state.other.person : undefined
    const leaving = state.dialog?.kind === 'leave'
    // A reading that is under way, and a slip that was opened meanwhile, are the next one's.
    const { readFailures, quantity, dialog } = state
    const reading = readsNext(state) ? state.reading : undefined
    const opened = dialog?.kind === 'reversal' ? dialog : undefined
    const base = {
      ...nextCustomer({ ...counted, unheard: undefined }),
      reading,
      readFailures,
      quantity,
      dialog: opened,
    }
    const done = say(base, at, 'park.done', values)
    const next = reading ? say(done, at, 'read.wait') : done
    if (leaving) return step(next, ...gone, { do: 'leave' })
    return chain(step(next, ...gone), (now) => (other ? adopt(now, other, at) : step(now)))
  },

  parkFailed(state, failed, at) {
    const { turn, refusal, key, input } = failed
    if (turn !== state.turn) return notAside(state, failed, at)
    const goal = state.parking?.goal
    // A try whose answer did not come may be at work still: its key stays until somebody says for certain what became of
    // it. One that did not get there, or came before who is signed out, says nothing of those before it.
    const known = state.unheard?.key === key ? state.unheard : undefined
    const silent = refusal.unsent || codeOf(refusal) === 'session.missing'
    const open = silent ? known?.unsure : noAnswer(refusal) || (known && !isDefinite(refusal))
    const unheard = open ? { key, input, unsure: true as const } : undefined
    const now: Counter = { ...state, dialog: undefined, parking: undefined, unheard }
    if (goal && !open) return goOn(now, goal, at)
    const pressed = goal === 'price' ? 'F8' : 'F4'
    const words = wordsOf(refusal, `请重新按 ${pressed}`)
    const cut = { text: '网络已断开', next: `恢复后再按 ${pressed}；关闭本页也不会丢失` }
    const text = noAnswer(refusal) ? cut : words
    return step(say(notBooked(now), at, open ? 'park.unsure' : 'park.failed', text, detailOf(refusal)))
  },

  parkAgain: (state, { key }) => sendAgain(state, key),

  parkedListed(state, { rows }, at) {
    const counted = { ...state, parked: rows.length }
    if (state.dialog?.kind !== 'parked') return step(counted)
    if (rows.length === 0) return refuse({ ...counted, dialog: undefined }, at, 'park.none')
    return step({ ...counted, dialog: { kind: 'parked', rows } })
  },

  parkedFailed(state, { refusal }, at) {
    if (state.dialog?.kind !== 'parked') return step(state)
    const next = { ...state, dialog: undefined }
    return step(say(next, at, 'other.failed', wordsOf(refusal, '请重新按 F4'), detailOf(refusal)))
  },

  unpark(before, { parkedId, key }, at) {
    const state = { ...before, dialog: undefined }
    if (locked(state) || (occupied(state) && !ended(state))) return refuse(state, at, 'park.open')
    if (state.returning.some((one) => one.parkedId === parkedId)) return refuse(state, at, 'park.returning')
    return takeBack(state, { parkedId, key })
  },

  unparked(before, { parked, key }, at) {
    const state = withoutReturning(before, key)
    const { state: next, effects: rx } = followRx(restored(state, parked, at), at)
    const his = awaiting(state, next)
    // Who came meanwhile, and money under way, stay; what was taken back is put aside once more.
    if (!his && (locked(state) || (occupied(state) && !ended(state)))) {
      const input = { ...parkInput(next), readId: parked.person?.readId }
      const { state: said } = refuse({ ...state, parked: next.parked }, at, 'park.open')
      return putAside(said, { key, input })
    }
    const lookUp = { do: 'lookUpItems', codes: next.lines.map(({ item }) => item.ownCode) } as const
    const sold = askSold(next, codesOf(next.lines))
    const person = his ?? (parked.credentialNeeded ? undefined : parked.person)
    // Who is being read already is waited for: F8 would only say so.
    const said = (now: Counter, key: 'park.back' | 'park.backRead') => {
      const back = say(now, at, key)
      return back.reading ? say(back, at, 'read.wait') : back
    }
    if (!person) return step(said(next, 'park.backRead'), lookUp, ...sold, ...rx)
    const adopted = adopt(next, person, at)
    return { state: said(adopted.state, 'park.back'), effects: [lookUp, ...sold, ...rx, ...adopted.effects] }
  },

  unparkFailed: notBack,

  unparkAgain: (state, { key }) => askAgain(state, key),
}

/** Name, kinds and sum of the basket, as messages and dialogs say them. */
export const basketValues = (state: Counter) => ({
  name: state.person?.maskedName || state.expects || '未读卡',
  count: state.lines.length,
  total: shown(totalOf(state.lines)),
})
