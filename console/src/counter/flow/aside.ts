import { isDefinite } from '../../api/definite.ts'
import { codeOf, noAnswer, wordsOf } from '../refusals.ts'
import type { EventOf } from './events.ts'
import type { Aside, ParkInput } from './model.ts'
import type { Counter } from './state.ts'
import { detailOf, later, mention, type Step, step } from './step.ts'

// Baskets that go aside though no customer stands behind them any more: nobody could press F4 for them once more.

/** No customer's: what is put aside is not at the counter. */
const noTurn = 0

/** ms until what did not reach the server goes once more. */
export const againAfter = 5000

/** The server has it, or it can never have it. */
export const withoutAside = (state: Counter, key: string): Counter => ({
  ...state,
  aside: state.aside.filter((one) => one.key !== key),
})

/**
 * How a basket goes aside: as it went before, where a try of the same one got no answer. Whose page is gone has not been
 * read since; another reading makes it another one.
 */
export const asBefore = (unheard: Aside | undefined, input: ParkInput): { key?: string; input: ParkInput } => {
  const read = (one: ParkInput) =>
    input.readId === undefined ? { ...one, readId: undefined, insutype: undefined } : one
  const same = unheard && JSON.stringify(read(unheard.input)) === JSON.stringify(read(input))
  return same ? { key: unheard.key, input: unheard.input } : { input }
}

/** Puts a basket aside that is at no counter: kept here, and by the page that comes after, until the server has it. */
export const putAside = (state: Counter, aside: Aside): Step => {
  const { key, input } = aside
  const kept = [...withoutAside(state, key).aside, aside]
  return step({ ...state, aside: kept }, { do: 'park', turn: noTurn, key, input })
}

/**
 * A basket that no counter has any more did not get aside. It is sent again by its key until somebody says for certain
 * that it cannot be; who is not signed in any more sends it when he is again.
 */
export const notAside = (state: Counter, failed: Omit<EventOf<'parkFailed'>, 'type'>, at: number): Step => {
  const { key, input, refusal, again, turn } = failed
  const known = state.aside.some((one) => one.key === key)
  // It was given up while it was on its way: nothing of it is missed.
  if (turn === noTurn && !known) return step(state)
  const signedOut = codeOf(refusal) === 'session.missing'
  if (isDefinite(refusal) && !refusal.unsent && !signedOut) {
    const told = mention(state, at, 'park.aside', wordsOf(refusal, '请重新录入那一单'), detailOf(refusal))
    return step(withoutAside(told, key))
  }
  const { text } = wordsOf(refusal)
  const words = signedOut
    ? { text, next: '重新登录后自动挂上' }
    : noAnswer(refusal)
      ? { text: '网络已断开', next: '网络恢复后自动挂上，请不要关闭本页' }
      : { text, next: '系统会自动再试，请不要关闭本页' }
  const told = again ? state : mention(state, at, 'park.aside', words, detailOf(refusal))
  const kept = known ? told : { ...told, aside: [...told.aside, { key, input }] }
  return step(kept, ...(signedOut ? [] : [later(againAfter, { type: 'parkAgain', key })]))
}

/** One that still waits is sent once more. */
export const sendAgain = (state: Counter, key: string): Step => {
  const aside = state.aside.find((one) => one.key === key)
  return step(
    state,
    ...(aside ? [{ do: 'park' as const, turn: noTurn, key, input: aside.input, again: true as const }] : []),
  )
}
