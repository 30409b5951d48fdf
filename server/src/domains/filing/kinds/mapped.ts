import type { Answer } from '../../../centre/client.ts'

/** A booked list with each row turned into another; every other answer as it is. */
export const mapped = <A, B>(answer: Answer<A[]>, turn: (row: A) => B): Answer<B[]> =>
  answer.kind === 'booked' ? { ...answer, value: answer.value.map(turn) } : answer
