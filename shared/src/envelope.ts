/** A button of a confirmation, shown in the order of `sort`. */
export interface ConfirmButton {
  text: string
  value: string
  sort: number
  danger?: boolean
}

/** What a call needs before it can answer (SPEC 3 and 8, DESIGN 6); spelled as the order spells it. */
export interface ConfirmResultInfo {
  pubSubId: string
  /** true: `action` is a verb for the counter's hardware; false: a question for the person. */
  isEndPoint: boolean
  action: string
  title: string
  tips: string
  buttonInfos: ConfirmButton[]
  /** Headers that the repeated request must carry. */
  routeHeaders: Record<string, string>
}

interface ResultNotice {
  description?: string
  error?: string
  tips?: string
  messageCode?: string
}

interface EnvelopeError {
  message: string
  /** Text by field, for forms. */
  fields?: Record<string, string>
  /** The request's number, which support finds in the log. */
  requestId?: string
}

/** Every answer of a handler travels in this (SPEC 3). */
export interface Envelope<T = unknown> {
  success: boolean
  result: T | null
  resultNotice: ResultNotice | null
  statusCode: number
  resultExtendInfo: Record<string, unknown> | null
  error: EnvelopeError | null
  confimResultInfo: ConfirmResultInfo | null
}

/** Header that names the continuation a repeated request brings. */
export const PUB_SUB_HEADER = 'pubsubid'

/** An answer with everything that SPEC 8 gives it; what is not given is as a success without a result has it. */
export const envelope = <T>(part: Partial<Envelope<T>>): Envelope<T> => ({
  success: true,
  result: null,
  resultNotice: null,
  statusCode: 200,
  resultExtendInfo: null,
  error: null,
  confimResultInfo: null,
  ...part,
})

/** The text to show for a refused envelope (SPEC 8): error, tips, description, then the error field. */
export const messageOf = (answer: Envelope): string => {
  const { resultNotice, error } = answer
  if (resultNotice)
    return resultNotice.error || resultNotice.tips || resultNotice.description || '接口返回异常，请联系管理员'
  return error?.message || '接口返回异常，请联系管理员'
}
