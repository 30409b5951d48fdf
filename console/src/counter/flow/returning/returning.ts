import { isDefinite } from '../../../api/definite.ts'
import { codeOf, noAnswer, wordsOf } from '../../refusals.ts'
import { againAfter } from '../aside.ts'
import type { EventOf } from '../events.ts'
import type { Returning } from '../model.ts'
import type { Counter } from '../state.ts'
import { detailOf, later, mention, type Step, say, step } from '../step.ts'

// Baskets on their way back: once one has been asked for it may lie aside no more, and only this question brings it.

/** One that came to its end is waited for no more. */
export const withoutReturning = (state: Counter, key: string): Counter => ({
  ...state,
  returning: state.returning.filter((one) => one.key !== key),
})

/** Asks for one: kept here, and by the page that comes after, until somebody says what became of it. */
export const takeBack = (state: Counter, one: Returning): Step =>
  step({ ...withoutReturning(state, one.key), returning: [...state.returning, one] }, { do: 'unpark', ...one })

/**
 * Without an answer it may have been taken, and lies aside no more: the same question brings what it was, until somebody
 * says for certain that it cannot be had. Who is not signed in any more asks when he is again.
 */
export const notBack = (state: Counter, failed: EventOf<'unparkFailed'>, at: number): Step => {
  const { key, refusal, again } = failed
  const signedOut = codeOf(refusal) === 'session.missing'
  // One that never left says nothing of the try before it.
  const open = noAnswer(refusal) || refusal.unsent || !isDefinite(refusal)
  if (!open && !signedOut) {
    const words = wordsOf(refusal, '请刷新挂单列表')
    return step(say(withoutReturning(state, key), at, 'other.failed', words, detailOf(refusal)), { do: 'listParked' })
  }
  const words = signedOut
    ? { text: '挂单还没有取回：登录已过期', next: '重新登录后自动取回' }
    : noAnswer(refusal)
      ? { text: '网络已断开，挂单还没有取回', next: '网络恢复后自动取回，请不要关闭本页' }
      : { text: `挂单还没有取回：${wordsOf(refusal).text}`, next: '系统会自动再试，请不要关闭本页' }
  const told = again ? state : mention(state, at, 'other.failed', words, detailOf(refusal))
  return step(told, ...(signedOut ? [] : [later(againAfter, { type: 'unparkAgain', key })]))
}

/** One that still waits is asked for once more. */
export const askAgain = (state: Counter, key: string): Step => {
  const one = state.returning.find((known) => known.key === key)
  return step(state, ...(one ? [{ do: 'unpark' as const, ...one, again: true as const }] : []))
}
