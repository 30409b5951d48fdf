import type { Refusal } from '../flow/model.ts'

/** Whatever a call threw, as the flow reads it. An unknown fault counts as no answer: nothing is known of its outcome. */
export const refusalOf = (cause: unknown): Refusal => {
  if (typeof cause !== 'object' || cause === null) return { message: String(cause), statusCode: 0 }
  const { message = '', code, tips, statusCode = 0, extend, unsent, atDevice } = cause as Partial<Refusal>
  return { message, code, tips, statusCode, extend, unsent, atDevice }
}
