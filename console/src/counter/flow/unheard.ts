import { asBefore } from './aside.ts'
import { parkInput } from './basket-input.ts'
import { edited } from './customer.ts'
import type { Effect } from './effects.ts'
import type { ParkInput } from './model.ts'
import type { Counter } from './state.ts'
import { type Step, say, step } from './step.ts'

// An F4 without an answer: its basket may lie aside as an order that this counter does not know. Priced as another one it
// could be settled twice, here and by whoever takes the other one back.

/** Whether the server may have made an order of this basket that the counter has not heard of. */
export const unresolved = ({ unheard }: Counter): boolean =>
  unheard !== undefined && unheard.input.orderId === undefined

/** Asks by the key of that F4 what became of it: Park takes it once, and answers its order; `goal` goes on with that. */
export const askUnheard = (state: Counter, goal: 'price' | 'park', at: number): Step => {
  const { turn, readSeq } = state
  const unheard = { ...state.unheard!, unsure: true as const }
  const asked: Counter = { ...state, unheard, parking: { turn, readSeq, goal } }
  const said = goal === 'price' ? say(asked, at, 'pre.wait') : asked
  return step(said, { do: 'park', turn, key: unheard.key, input: unheard.input })
}

/** F4 goes as it went before, where a try of the same basket got no answer; undefined where another one may lie aside. */
export const parkedAs = (state: Counter): { key?: string; input: ParkInput } | undefined => {
  const sent = asBefore(state.unheard, parkInput(state))
  return sent.key === undefined && unresolved(state) ? undefined : sent
}

/** Its order is this basket's from now on. One that was priced meanwhile is it already, and what lies aside is nobody's. */
export const heard = (state: Counter, parkedId: string): Step => {
  const { orderId } = state
  const known = { ...state, parking: undefined, unheard: undefined, orderId: orderId ?? parkedId }
  const twice: Effect[] =
    orderId === undefined || orderId === parkedId ? [] : [{ do: 'drop', orderId: parkedId, reason: '同一单已预结算' }]
  return step(known, ...twice)
}

/** What was priced beside such an F4, or is being priced, is booked only once it is known. */
export const notBooked = (state: Counter): Counter =>
  unresolved(state) && (state.priced?.fresh || state.phase === 'presettling') ? edited(state, 'park.unheard') : state
