import type { SessionAnswer } from '@yibao/shared/agent/entities.ts'
import { headers as names, type OkBody } from '@yibao/shared/agent/protocol.ts'
import { type Verb, verbRow } from '@yibao/shared/agent/verbs.ts'
import type { AgentAnswer } from '../api/agent-answer.ts'
import { CallError } from '../api/error.ts'
import { withPatience } from '../api/patience.ts'
import { version } from '../state/version.ts'
import { isByAgent } from './identity.ts'
import { type BrowserKey, getBrowserKey } from './key.ts'
import type { Session } from './protocol.ts'
import type { Position } from './socket.ts'
import { localFetch } from './surroundings.ts'

interface ErrorBody extends AgentAnswer {
  ok: false
  outcome?: 'unknown'
  detail?: Record<string, unknown>
}

export interface WireRequest {
  method: string
  path: string
  query?: Record<string, string | undefined>
  body?: Uint8Array<ArrayBuffer>
  contentType?: string
  headers?: Record<string, string>
  proof?: boolean
  signal?: AbortSignal
}

/** A text as bytes. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const clientHeader = `console/${version}`

const isBody = (body: unknown): body is OkBody | ErrorBody => typeof body === 'object' && body !== null && 'ok' in body

const garbled = (status: number) => new CallError(`本机助手的答复无法识别（${status}）`, { code: 'agent.garbled' })

/** One HTTP request to the agent. Its refusal becomes a CallError with the agent's code, words and hint. */
export const ask = async (
  target: { base: string; accessToken?: string },
  { method, path, query = {}, body, contentType = 'application/json', headers = {}, proof, signal }: WireRequest,
  key: () => Promise<BrowserKey> = getBrowserKey,
  fetcher: typeof localFetch = localFetch,
): Promise<OkBody> => {
  const url = `${target.base}${path}`
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()
  const { accessToken } = target
  let answer: Response
  try {
    answer = await fetcher(search ? `${url}?${search}` : url, {
      method,
      signal,
      body,
      headers: {
        [names.client]: clientHeader,
        ...(body && { 'content-type': contentType }),
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...(proof && {
          [names.proof]: await (await key()).prove({ method, url, body: body ?? utf8(''), accessToken }),
        }),
        ...headers,
      },
    })
  } catch {
    if (signal?.aborted) throw new CallError('操作已取消', { code: 'cancelled' })
    throw new CallError('本机助手没有应答', { code: 'agent.stopped', tips: '请点击右上角「助手」查看' })
  }
  const parsed: unknown = await answer.json().catch(() => undefined)
  if (!isBody(parsed)) throw garbled(answer.status)
  if (parsed.ok) return parsed
  throw new CallError(parsed.message, {
    code: parsed.code,
    tips: parsed.hint,
    statusCode: answer.status,
    extend: { ...parsed.detail, ...(parsed.outcome && { outcome: parsed.outcome }) },
  })
}

/** Where a verb goes and what it carries; a nested member (dll.call's own arguments) travels alone. */
export const requestOfVerb = (verb: Verb, args: Record<string, unknown>, ticket?: string): WireRequest => {
  const { method, path, proof, nest } = verbRow(verb)
  const rest = { ...args }
  const place = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name] ?? ''))
    delete rest[name]
    return value
  })
  if (method !== 'POST') {
    const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    return { method, path: place, query, proof }
  }
  const inner = nest ? (args[nest] ?? {}) : rest
  return { method, path: place, proof, body: utf8(JSON.stringify({ args: inner, ...(ticket && { ticket }) })) }
}

/** What opens a session: the server's ticket for a person, or the six digits of the agent's own page. */
export type Grant = { ticket: string } | { setupCode: string }

/** A session that has just been opened. */
export interface Opened extends Pick<Session, 'accessToken' | 'expiresAt'> {
  /** Opens the event socket once within 30 s. */
  wsTicket: string
  /** Where the events stood; undefined of an agent that does not say so. */
  from: Position | undefined
  /** Whether it was the agent itself; undefined where this browser cannot tell (identity.ts). */
  proven: boolean | undefined
}

const isSession = (result: unknown): result is SessionAnswer => {
  const { accessToken, wsTicket, expiresIn } = (result ?? {}) as Partial<SessionAnswer>
  return typeof accessToken === 'string' && typeof wsTicket === 'string' && typeof expiresIn === 'number'
}

/** ms that an agent may take to open a session; who holds the request keeps nobody from the next port for longer. */
const sessionMs = 10_000

const askSession: typeof localFetch = (url, init) =>
  withPatience(sessionMs, async (signal) => {
    const answer = await localFetch(url, { ...init, signal })
    return new Response(await answer.arrayBuffer(), { status: answer.status })
  })

/**
 * Opens a session (agent.md 3.4) with the agent of this id. Throws the agent's refusal, agent.stopped of who does not
 * answer, agent.garbled of what is no session.
 */
export const openSession = async (base: string, agentId: string, grant: Grant): Promise<Opened> => {
  const { result } = await ask(
    { base },
    { method: 'POST', path: '/v1/session', proof: true, body: utf8(JSON.stringify({ args: grant })) },
    getBrowserKey,
    askSession,
  )
  if (!isSession(result)) throw garbled(200)
  const { accessToken, expiresIn, wsTicket, events } = result
  const from = events && { stream: events.stream, since: events.seq }
  const proven = await isByAgent(agentId, 'ticket' in grant ? grant.ticket : grant.setupCode, result)
  return { accessToken, wsTicket, expiresAt: Date.now() + expiresIn * 1000, from, proven }
}
