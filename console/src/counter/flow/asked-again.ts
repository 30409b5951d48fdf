import { cardUnread } from '../../api/definite.ts'
import { messageOf } from '../message.ts'
import { codeOf, knownMessage, wordsOf } from '../refusals.ts'
import type { Refusal } from './model.ts'
import type { Counter } from './state.ts'
import { detailOf, type Step, say, step } from './step.ts'

/** What was confirmed has not left, for want of the card that is read before: why, and what of it stands. */
export const sayUnread = (state: Counter, at: number, key: 'card.again' | 'cancel.again', refusal: Refusal): Step => {
  const known = knownMessage(refusal)
  const text = known ? messageOf(known.key, known.values).what : wordsOf(refusal).text
  return step(say(state, at, key, { text }, detailOf(refusal)), { do: 'sound', tone: 'refused' })
}

/** A second person's word counts for two minutes and once. */
const wordGone = (refusal: Refusal): boolean => codeOf(refusal)?.startsWith('authorize.') ?? false

/** Whether a reversal is still to be confirmed: nothing of it has left, and what it lacked is shown or given on the spot. */
export const asksAgain = (refusal: Refusal): boolean => cardUnread(refusal) || wordGone(refusal)

/** The second person's word as far as it still counts: what was not read has not spent it. */
export const wordAfter = (refusal: Refusal, authorizationId: string | undefined): string | undefined =>
  wordGone(refusal) ? undefined : authorizationId

/** Why such a reversal has to be confirmed once more. */
export const sayAgain = (state: Counter, at: number, refusal: Refusal): Step =>
  cardUnread(refusal)
    ? sayUnread(state, at, 'cancel.again', refusal)
    : step(say(state, at, 'cancel.failed', wordsOf(refusal), detailOf(refusal)), { do: 'sound', tone: 'refused' })
