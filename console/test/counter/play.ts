import type { Effect, EffectName } from '../../src/counter/flow/effects.ts'
import type { CounterEvent } from '../../src/counter/flow/events.ts'
import type { Refusal } from '../../src/counter/flow/model.ts'
import type { Counter } from '../../src/counter/flow/state.ts'
import { reduce } from '../../src/counter/flow.ts'
import { counter, item, order, person, pills, vitamin } from './fixtures.ts'

/** Plays events on the flow with a clock of its own, and keeps every effect that was asked for. */
export const play = (start: Counter = counter()) => {
  let state = start
  let now = 1_000_000
  const all: Effect[] = []
  const player = {
    get state() {
      return state
    },
    /** Message key in R6. */
    get says() {
      return state.message?.key
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

export const ready = () => play().read().fill().price()

export const refusal = (code: string, over: Partial<Refusal> = {}): Refusal => ({
  message: '文字',
  code,
  statusCode: 409,
  ...over,
})

/** No answer came back. */
export const lost: Refusal = { message: 'Network Error', code: 'network', statusCode: 0 }
