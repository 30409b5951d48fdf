import type { ConfirmButton } from '@yibao/shared/envelope.ts'
import type { ErrorText } from '@yibao/shared/errors/error-text.ts'
import { fill } from '@yibao/shared/errors/wire.ts'
import { type ErrorKey, errors } from '@yibao/shared/errors.ts'

/** A refusal by rule: becomes an envelope with success false, never an HTTP error (DESIGN 5). */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly text: ErrorText
  readonly values: Record<string, string | number>
  readonly extend: Record<string, unknown> | null
  readonly fields: Record<string, string> | undefined

  constructor(
    key: ErrorKey,
    values: Record<string, string | number> = {},
    { extend = null, fields }: { extend?: Record<string, unknown> | null; fields?: Record<string, string> } = {},
  ) {
    const text: ErrorText = errors[key]
    super(fill(text.error, values))
    this.key = key
    this.text = text
    this.values = values
    this.extend = extend
    this.fields = fields
  }

  get tips(): string {
    return fill(this.text.tips ?? '', this.values)
  }
}

/** Throws the refusal of a key of the error table, its `{}` places filled. */
export const refuse = (
  key: ErrorKey,
  values?: Record<string, string | number>,
  more?: { extend?: Record<string, unknown>; fields?: Record<string, string> },
): never => {
  throw new Refusal(key, values, more)
}

/** What a call needs before it can go on: the counter's hardware, or a person's decision (DESIGN 6). */
interface Question {
  pubSubId: string
  isEndPoint: boolean
  action: string
  title: string
  tips: string
  buttons: ConfirmButton[]
  /** For the hardware: the verb's arguments and its action ticket. */
  device?: { args: Record<string, unknown>; ticket: string }
}

/** Thrown by a handler to ask; mount turns it into confimResultInfo and the client repeats the request. */
export class Continuation extends Error {
  readonly question: Question

  constructor(question: Question) {
    super('continuation')
    this.question = question
  }
}
