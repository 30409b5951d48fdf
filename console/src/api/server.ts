import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { continuation } from '@yibao/shared/calls/base.ts'
import { type Envelope, PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { envelopeOf, unwrap } from './answer.ts'
import { countChange } from './changes.ts'
import { type Completion, continueWith, publishContinuationError } from './continuation.ts'
import { CallError } from './error.ts'
import { type CallOptions, wireOf } from './request.ts'
import { texts } from './texts.ts'
import { send } from './transport.ts'
import { ui } from './ui.ts'

/** Questions one call may ask in a row: card, PIN, a decision; more is a loop. */
const maxRounds = 6

const complete = async (completion: Completion): Promise<void> => {
  const { data } = await send(wireOf(continuation.complete, { ...completion }), { silent: true })
  unwrap(data, { silent: true })
}

const pubSubOf = (headers: Record<string, string>) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === PUB_SUB_HEADER)?.[1]

/**
 * One business call: its result, or a CallError after the person was told (unless `silent`). Where the server first
 * needs hardware or a decision the request is repeated unchanged with its routeHeaders; the caller awaits one promise.
 */
export const callServer = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<ResultOf<C>> => {
  const { silent, signal } = options
  countChange(call)
  // Built once: every round carries the same body and the same Idempotency-Key.
  const wire = wireOf(call, input as Record<string, unknown>, options)
  let routeHeaders: Record<string, string> = {}
  const ask = async (): Promise<Envelope> => {
    const { data } = await send({ ...wire, headers: { ...wire.headers, ...routeHeaders } }, { silent, signal })
    const answer = envelopeOf(data, wire.url, silent)
    if (!answer.confimResultInfo) unwrap(answer, { silent })
    return answer
  }
  for (let round = 0; round < maxRounds; round++) {
    const answer = await ask().catch(published(routeHeaders))
    if (!answer.confimResultInfo) return answer.result as ResultOf<C>
    try {
      routeHeaders = await continueWith(answer, options, complete)
    } catch (cause) {
      throw fail(cause as CallError, silent)
    }
  }
  throw fail(new CallError(texts.tooManyRounds, { code: 'rounds' }), silent)
}

const fail = (error: CallError, silent = false): CallError => {
  if (!silent && error.code !== 'cancelled') ui().error(error.tips ? `${error.message}。${error.tips}` : error.message)
  return error
}

/** A request that brought a pubSubId failed, refused or on its way: its subscriber hears of it (SPEC 8). */
const published = (routeHeaders: Record<string, string>) => (cause: CallError) => {
  const pubSubId = pubSubOf(routeHeaders)
  if (pubSubId) publishContinuationError(pubSubId, cause)
  throw cause
}
