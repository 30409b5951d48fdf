import type { Call } from '@yibao/shared/call.ts'
import { type Envelope, envelope, PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { fill } from '@yibao/shared/errors/wire.ts'
import { errors } from '@yibao/shared/errors.ts'
import { fitsOf } from '@yibao/shared/fits.ts'
import * as z from 'zod/mini'
import { Continuation, Refusal } from '../base/refuse.ts'
import { isDatabaseBusy } from '../process/database-busy.ts'
import { isDatabaseGone } from '../process/database-gone.ts'
import type { Context } from './context.ts'
import { fitting } from './fitting.ts'

/**
 * A handler's result in its envelope. A result that does not fit its schema is a fault in tests and development; in
 * production it is reported and what fits of it is sent: a booked settlement is never answered by an error (DESIGN 5), and
 * one field that misfits takes nothing out with it that the schema keeps in.
 */
export const answerOf = (
  call: Call,
  name: string,
  result: unknown,
  strict: boolean,
  report: (misfit: string[]) => void,
): Envelope => {
  const value = result ?? null
  if (fitsOf(call.result)(value)) return envelope({ result: value })
  const parsed = z.safeParse(call.result, value)
  if (parsed.success) return envelope({ result: parsed.data })
  const misfit = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (strict) throw new Error(`${name} answers what its schema does not know: ${misfit.join('; ')}`)
  report(misfit)
  return envelope({ result: fitting(call.result, value) ?? null })
}

/**
 * A scoped call that answered without asking its scope ran an unscoped query: a fault of ours, never of the input. That what
 * it asked narrows its rows too is seen by the rows (test/others-rows.test.ts).
 */
export const expectScoped = (name: string, { scope }: Pick<Context, 'scope'>): void => {
  if (!scope.used) throw new Error(`${name} is scoped and answered without asking c.scope`)
}

/** The envelope of whatever a handler threw; an unknown fault shows a request number, never a stack. */
export const refusalOf = (error: unknown, requestId: string, report: (fault: unknown) => void): Envelope => {
  if (error instanceof Continuation) return questionOf(error)
  if (error instanceof Refusal) {
    const { text, message, tips, fields, extend } = error
    return envelope({
      success: false,
      statusCode: text.status,
      resultNotice: { error: message, tips: tips || undefined, messageCode: text.messageCode },
      resultExtendInfo: { ...extend, key: error.key },
      error: { message, fields, requestId },
    })
  }
  report(error)
  const key = isDatabaseGone(error) ? 'database.gone' : isDatabaseBusy(error) ? 'database.busy' : 'fault'
  const { status, error: words, tips } = errors[key]
  const message = fill(words, { requestId })
  return envelope({
    success: false,
    statusCode: status,
    resultNotice: { error: message, tips },
    resultExtendInfo: { key },
    error: { message, requestId },
  })
}

const questionOf = ({ question }: Continuation): Envelope => {
  const { pubSubId, isEndPoint, action, title, tips, buttons, device } = question
  return envelope({
    success: false,
    statusCode: 202,
    resultExtendInfo: device ? { device } : null,
    confimResultInfo: {
      pubSubId,
      isEndPoint,
      action,
      title,
      tips,
      buttonInfos: buttons,
      routeHeaders: { [PUB_SUB_HEADER]: pubSubId },
    },
  })
}
