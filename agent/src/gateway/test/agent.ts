import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import type { SessionAnswer } from '@yibao/shared/agent/entities.ts'
import { actionName, argumentHash, canonicalJson, type TicketClaims } from '@yibao/shared/agent/ticket.ts'
import WebSocket from 'ws'
import { loadIdentity } from '../../cloud/identity.ts'
import { sha256hex } from '../../hash.ts'
import type { Desk } from '../desk/port.ts'
import type { PrintJobs } from '../printing/jobs.ts'
import { runGateway } from '../run-gateway.ts'
import { FakeDesk } from './fake-desk.ts'
import { makeBrowser, makeServer } from './keys.ts'

export const consoleOrigin = 'https://console.example.cn'
export const store = 'P32050100001'

interface AgentOptions {
  /** a folder of an earlier start */
  folder?: string
  policy?: Partial<AgentPolicy> | undefined
  /** no policy at all */
  unenrolled?: boolean
  jobs?: PrintJobs
  /** instead of the fake one */
  realDesk?: Desk
  serverUrl?: string
  consoleDir?: string
  isForeign?: () => boolean
  bodyMs?: number
  lookMs?: number
  /** in place of what an installation updates by */
  updates?: Parameters<typeof runGateway>[1]['updates']
  /** time passes by `pass` only */
  still?: boolean
  server?: ReturnType<typeof makeServer>
  browser?: ReturnType<typeof makeBrowser>
}

interface Send {
  method?: string
  body?: unknown
  bytes?: Buffer
  headers?: Record<string, string | undefined>
  token?: string | undefined
  ticket?: string
  /** false: no proof; a string: this one */
  proof?: boolean | string
  /** calls the request off */
  signal?: AbortSignal
}

/** A real gateway on a free port with a fake desk, a signed policy, and a browser that knows how to talk to it. */
export const startAgent = async (options: AgentOptions = {}) => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'yibao-agent-'))
  const server = options.server ?? makeServer()
  const browser = options.browser ?? makeBrowser()
  const desk = new FakeDesk()
  const lines: string[] = []
  let offset = 0
  let set = 0
  const begun = Date.now()
  const steady = () => (options.still ? begun : Date.now()) + offset
  const clock = () => steady() + set
  const { agentId } = loadIdentity(join(folder, 'keys'))
  const policy: AgentPolicy = {
    agentId,
    policyVersion: 1,
    expires: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    origins: [consoleOrigin],
    erpOrigins: ['https://erp.example.cn'],
    stores: [store],
    serverKeys: [server.key],
    kid: server.kid,
    appEnabled: true,
    ...options.policy,
  }
  mkdirSync(folder, { recursive: true })
  if (!options.unenrolled) writeFileSync(join(folder, 'policy.json'), JSON.stringify(server.policy(policy)))
  const config = {
    serverUrl: options.serverUrl ?? 'http://127.0.0.1:9',
    ports: [0],
    folder,
    consoleDir: options.consoleDir ?? join(folder, 'console'),
    enrolCode: undefined,
    logLevel: 'debug',
    development: true,
  }
  const logStream = { write: (line: string) => void lines.push(line) }
  const { realDesk, jobs, isForeign, bodyMs, lookMs, updates } = options
  const parts = {
    desk: realDesk ?? desk,
    jobs,
    clock,
    steady,
    logStream,
    isForeign,
    bodyMs,
    lookMs,
    ...(updates && { updates }),
  }
  const running = await runGateway(config, parts)
  const base = `http://127.0.0.1:${running.port}`

  const claims = (over: Partial<TicketClaims> = {}): TicketClaims => {
    const iat = Math.floor(clock() / 1000)
    return {
      iss: 'yibao',
      aud: agentId,
      sub: 'u1',
      org: store,
      origin: consoleOrigin,
      act: ['session'],
      cnf: { jkt: browser.jkt },
      jti: randomBytes(16).toString('base64url'),
      iat,
      nbf: iat,
      exp: iat + 60,
      ...over,
    }
  }
  /** A ticket for a verb with these arguments. */
  const actionTicket = (verb: string, args: Record<string, unknown>, over: Partial<TicketClaims> = {}) =>
    server.ticket(claims({ act: [actionName(verb, args)], argh: argumentHash(args, sha256hex), ...over }))

  /** As the console calls: client header, origin, bearer, proof. A header set to undefined is left out. */
  const send = async (
    path: string,
    { method = 'POST', body, bytes, headers, token, ticket, proof = true, signal }: Send = {},
  ) => {
    const payload = bytes ?? (method === 'POST' ? JSON.stringify({ args: body ?? {}, ...(ticket && { ticket }) }) : '')
    const htu = base + path.split('?', 1)[0]
    const made = browser.proof({ htm: method, htu, body: payload, accessToken: token, nowMs: clock() })
    const all: Record<string, string | undefined> = {
      origin: consoleOrigin,
      'x-agent-client': 'console/1.0',
      ...(method === 'POST' && { 'content-type': bytes ? 'application/pdf' : 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(proof !== false && { 'x-agent-proof': proof === true ? made : proof }),
      ...headers,
    }
    const entries = Object.entries(all).filter((one): one is [string, string] => one[1] !== undefined)
    const answer = await fetch(base + path, {
      method,
      headers: Object.fromEntries(entries),
      ...(method === 'POST' && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
      redirect: 'manual',
      ...(signal && { signal }),
    })
    const text = await answer.text()
    const json = text.startsWith('{') ? JSON.parse(text) : undefined
    return { status: answer.status, headers: answer.headers, text, json }
  }

  /** A session of an operator: its access token and socket ticket. */
  const login = async (over: Partial<TicketClaims> = {}) => {
    const origin = over.origin ?? consoleOrigin
    const { json } = await send('/v1/session', { body: { ticket: server.ticket(claims(over)) }, headers: { origin } })
    if (!json?.ok) throw new Error(`login: ${JSON.stringify(json)}`)
    return json.result as Required<SessionAnswer>
  }

  /** A setup session by the code of the agent's own page. */
  const setupLogin = async () => {
    const { digits } = running.gateway.setupCodes.issue()
    const { json } = await send('/v1/session', { body: { setupCode: digits } })
    return json.result as { accessToken: string; wsTicket: string }
  }

  const open = (wsTicket: string, headers: Record<string, string> = {}) =>
    new WebSocket(`ws://127.0.0.1:${running.port}/v1/events`, ['agent.v1', `ticket.${wsTicket}`], {
      headers: { origin: consoleOrigin, ...headers },
    })

  const socketProof = (verb: string, args: unknown, accessToken: string) =>
    browser.proof({ htm: 'WS', htu: verb, body: canonicalJson(args), accessToken, nowMs: clock() })

  const stop = async (keep = false) => {
    await running.stop()
    if (!keep) rmSync(folder, { recursive: true, force: true })
  }

  return {
    ...running,
    base,
    folder,
    server,
    browser,
    desk,
    lines,
    policy,
    claims,
    actionTicket,
    send,
    login,
    setupLogin,
    open,
    socketProof,
    stop,
    /** sets the PC's clock by so many ms; no time passes */
    setClock: (ms: number) => {
      set += ms
    },
    /** lets time pass for the agent, ms */
    pass: (ms: number) => {
      offset += ms
    },
  }
}
export type TestAgent = Awaited<ReturnType<typeof startAgent>>
