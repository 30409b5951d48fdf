import { isVerb, type Verb, type VerbArgs, type VerbResult } from '@yibao/shared/agent/verbs.ts'
import type { DeviceAnswer, DeviceRunner } from '../api/continuation.ts'
import { CallError } from '../api/error.ts'
import { currentSession } from './link.ts'
import { setAgent, useAgent } from './store.ts'
import { ask, requestOfVerb, type WireRequest } from './wire.ts'

/** TICKET_INVALID: the session is of whoever worked here before (in the tab that leads), the ticket of the one who does now. */
const tokenCodes = new Set(['TOKEN_EXPIRED', 'TOKEN_MISSING', 'TICKET_INVALID'])

const send = async (request: WireRequest) => {
  const session = await currentSession()
  try {
    return { session, answer: await ask(session, request) }
  } catch (error) {
    // The agent restarted or the session ran out: the request was refused before it did anything, so once more.
    if (!(error instanceof CallError) || !tokenCodes.has(error.code)) throw error
    const fresh = await currentSession(true)
    return { session: fresh, answer: await ask(fresh, request) }
  }
}

// Verbs that hold a device: the light shows 忙 meanwhile.
const occupies = (verb: string) => verb.startsWith('card.') || verb === 'dll.call'

/** The reading of a card that is under way in this tab, so that the light can call it off; nothing else is ever cut. */
let reading: AbortController | undefined

/** Calls the reading of a card off, as Esc does at the counter. */
export const cancelReading = (): void => reading?.abort()

const cuttable = async <T>(
  verb: string,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> => {
  if (verb !== 'card.read' && verb !== 'card.test') return work(outer)
  const mine = new AbortController()
  const cut = () => mine.abort()
  if (outer?.aborted) cut()
  outer?.addEventListener('abort', cut)
  reading = mine
  setAgent({ reading: true })
  try {
    return await work(mine.signal)
  } finally {
    outer?.removeEventListener('abort', cut)
    if (reading === mine) {
      reading = undefined
      setAgent({ reading: false })
    }
  }
}

const faults = new Set(['DRIVER_OPEN', 'DRIVER_HASH_MISMATCH', 'DRIVER_MISSING_FILE'])

const guarded = async <T>(verb: string, work: () => Promise<T>): Promise<T> => {
  if (!occupies(verb)) return work()
  setAgent({ state: 'busy' })
  try {
    const result = await work()
    setAgent({ state: 'connected', error: '' })
    return result
  } catch (error) {
    if (useAgent.getState().state === 'busy') {
      const fault = error instanceof CallError && faults.has(error.code)
      setAgent({ state: fault ? 'driverFault' : 'connected', error: error instanceof Error ? error.message : '' })
    }
    throw error
  }
}

export interface RunOptions {
  ticket?: string
  signal?: AbortSignal
}

/** Runs a verb on the agent. Its refusal is a CallError with the agent's code, words and hint (as `tips`). */
export const runVerb = <V extends Verb>(
  verb: V,
  args: VerbArgs<V>,
  { ticket, signal }: RunOptions = {},
): Promise<VerbResult<V>> =>
  guarded(verb, () =>
    cuttable(verb, signal, async (cut) => {
      const request = requestOfVerb(verb, args as Record<string, unknown>, ticket)
      const { answer } = await send({ ...request, signal: cut })
      return answer.result as VerbResult<V>
    }),
  )

/** Runs what the server asked for: the answer stays the string the agent signed (DESIGN 6). */
export const runForServer: DeviceRunner = (action, { args, ticket }, signal) => {
  if (!isVerb(action))
    throw new CallError(`本机助手不认识操作 ${action}`, { code: 'VERB_UNKNOWN', tips: '请更新本机助手' })
  return guarded(action, () =>
    cuttable(action, signal, async (cut): Promise<DeviceAnswer> => {
      const { session, answer } = await send({ ...requestOfVerb(action, args, ticket), signal: cut })
      const { result, agentSignature } = answer
      return {
        result: typeof result === 'string' ? result : JSON.stringify(result),
        agentId: session.agentId,
        agentSignature,
      }
    }),
  )
}

export { send as sendToAgent }
