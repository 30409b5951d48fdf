import type { Effect, EffectName } from '../../src/counter/flow/effects.ts'
import type { CounterEvent } from '../../src/counter/flow/events.ts'
import type { Order, Refusal } from '../../src/counter/flow/model.ts'
import type { Counter } from '../../src/counter/flow/state.ts'
import { reduce } from '../../src/counter/flow.ts'
import { counter, disease, item, order, person, pills, rxChoice, split, vitamin } from './fixtures.ts'

/** Plays events on the flow with a clock of its own, and keeps every effect that was asked for. */
export const play = (start: Counter = counter()) => {
  let state = start
  let now = 1_000_000
  const all: Effect[] = []
  const player = {
    get state() {
      return state
    },
    /** Message key in R6: the last thing it said, be it inside a band that stays. */
    get says() {
      return state.message?.aside?.key ?? state.message?.key
    },
    get effects() {
      return all
    },
    do(...events: CounterEvent[]) {
      for (const event of events) {
        const next = reduce(state, event, now)
        state = next.state
        all.push(...next.effects)
      }
      return player
    },
    wait(ms: number) {
      now += ms
      return player
    },
    of<N extends EffectName>(name: N): Extract<Effect, { do: N }>[] {
      return all.filter((effect): effect is Extract<Effect, { do: N }> => effect.do === name)
    },
    /** A reading that answers `who`. */
    read(who = person()) {
      player.do({ type: 'read', medium: who.medium })
      return player.do({ type: 'personRead', seq: state.readSeq, person: who })
    },
    /** The three lines of the ordinary story: 85.60. */
    fill() {
      return player.do(
        { type: 'addItem', item: item(), quantity: '2' },
        { type: 'addItem', item: pills() },
        { type: 'addItem', item: vitamin() },
      )
    },
    /** F8 and its answer, and the moment a person needs to look at it. */
    price(answer = order()) {
      player.do({ type: 'presettle' })
      player.do({ type: 'priced', turn: state.turn, edit: state.edit, order: answer })
      return player.wait(1000)
    },
    settle() {
      return player.do({ type: 'settle' })
    },
  }
  return player
}

/** Old settlement of two lines at the counter, of which the first goes back; the kept one waits for the credential. */
export const part = (over: Partial<Order> = {}, start: Counter = counter()) => {
  const line = (no: number) => ({
    no,
    ownCode: `A00${no}`,
    nationalCode: '',
    name: `药品${no}`,
    spec: '10片',
    producer: '',
    unit: '盒',
    quantity: '2.0000',
    price: '20.000000',
    amount: '40.00',
    prescription: false,
    traceCodes: [],
  })
  const old = order({ id: 'old', status: '2', lines: [line(1), line(2)], ...over })
  return play(start).do(
    { type: 'openReversal', orderId: 'old', key: 'x1' },
    { type: 'reversalLoaded', order: old },
    { type: 'choosePart' },
    { type: 'partChosen', returned: { 1: '2' } },
  )
}

/** Both amounts are shown. */
export const partAsked = () => {
  const p = part().read()
  return p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order({ id: 'new', settleKey: 'k2' }) })
}

/** 2103 has left. */
export const partConfirmed = () => partAsked().do({ type: 'confirmPart', reason: '顾客退货' })

/** A reviewed prescription with its drug, and vitamins besides: two settlements of one customer. */
export const two = (who = person()) =>
  play()
    .read(who)
    .do({ type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [item({ prescription: true })] })
    .do({ type: 'addItem', item: vitamin() })

export const diabetes = () => disease({ code: 'M01600', name: '糖尿病' })

/** A diabetic at the counter, his disease chosen and what it covers known: the drugs of class XA10. */
export const diabetic = () =>
  play()
    .read()
    .do({ type: 'chooseDisease', disease: diabetes() }, { type: 'coverageKnown', disease: 'M01600', drugs: ['XA10'] })

/** F8: both are priced, the second one's answer first. */
export const twoPriced = (who = person()) => {
  const p = two(who).do({ type: 'presettle' })
  const { turn, edit } = p.state
  const second = order({ id: 'o2', settleKey: 'k2', split: split({ cash: '5.60' }) })
  p.do({ type: 'priced', turn, edit, order: second, second: true }, { type: 'priced', turn, edit, order: order() })
  return p.wait(1000)
}

/** F9 and its answer for the first. */
export const firstSettled = (who = person()) =>
  twoPriced(who)
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })

export const ready = () => play().read().fill().price()

export const refusal = (code: string, over: Partial<Refusal> = {}): Refusal => ({
  message: '文字',
  code,
  statusCode: 409,
  ...over,
})

/** No answer came back. */
export const lost: Refusal = { message: 'Network Error', code: 'network', statusCode: 0 }

/** The server did not reach the centre: it let nothing leave. */
export const centreDown: Refusal = {
  ...{ message: '医保中心暂时不能访问', tips: '稍后重试；已完成的结算不受影响', statusCode: 502 },
  extend: { key: 'centre.down', notSent: true },
}

/** The agent could not even connect: nothing left. */
export const neverLeft: Refusal = { ...lost, unsent: true }
