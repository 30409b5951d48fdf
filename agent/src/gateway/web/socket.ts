import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import {
  closeCodes,
  type EventFrame,
  helloFrame,
  limits,
  protocol,
  requestFrame,
  type WelcomeFrame,
} from '@yibao/shared/agent/protocol.ts'
import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { isVerb, verbRow } from '@yibao/shared/agent/verbs.ts'
import { isTooDeep } from '@yibao/shared/depth.ts'
import { AgentError } from '../../agent-error.ts'
import { sha256url } from '../../hash.ts'
import type { Gateway } from '../context.ts'
import { dispatch, wellFormed } from '../dispatch.ts'
import { asAgentError, errorAnswer } from '../error-answer.ts'
import type { Session } from '../session/sessions.ts'

/** A console that does not read: what it has not taken, in bytes, before it is sent away. */
const mostUnread = 4 * 1024 * 1024

const readJson = (data: unknown): unknown => {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

/** One open socket of a session: hello, then requests in and events out. */
export class ConsoleSocket {
  readonly session: Session
  readonly #gateway: Gateway
  readonly #socket: WebSocket
  readonly #line: Socket
  #greeted = false
  #missed = 0
  /** Requests that were refused for their number, in the minute since (performance.now()). */
  #refused = { since: 0, times: 0 }
  #stops: (() => void)[] = []

  /** `line`: the connection below the socket, by which it is told who sits at its other end. */
  constructor(
    gateway: Gateway,
    { socket, line }: { socket: WebSocket; line: Socket },
    session: Session,
    onHello: (self: ConsoleSocket) => void,
  ) {
    this.session = session
    this.#gateway = gateway
    this.#socket = socket
    this.#line = line
    const late = setTimeout(() => this.close(closeCodes.handshakeTimeout), limits.handshakeMs)
    const ping = setInterval(() => this.#ping(), limits.pingMs)
    this.#stops.push(
      () => clearTimeout(late),
      () => clearInterval(ping),
    )
    socket.on('pong', () => {
      this.#missed = 0
    })
    socket.on('close', () => {
      for (const stop of this.#stops) stop()
    })
    socket.on('message', (data, binary) => {
      if (socket.readyState !== socket.OPEN) return
      if (binary) return this.close(closeCodes.badMessage)
      const message = readJson(data)
      if (this.#greeted) return void this.#request(message)
      clearTimeout(late)
      if (this.#hello(message)) onHello(this)
    })
  }

  close(code: number) {
    this.#socket.close(code)
  }

  #send(message: unknown) {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > mostUnread) return this.close(closeCodes.tryLater)
    this.#socket.send(JSON.stringify(message))
  }

  /** Users were switched since it was opened: what happens at this PC is no longer for this one (door/foreigners.ts). */
  #isAway() {
    return this.#gateway.isForeign(this.#line)
  }

  /** Two pings without an answer and it is gone: a sleeping PC leaves sockets behind. */
  #ping() {
    if (!this.#gateway.sessions.isLive(this.session) || this.#isAway()) return this.close(closeCodes.notAuthenticated)
    this.#missed += 1
    if (this.#missed > 2) return this.#socket.terminate()
    this.#socket.ping()
  }

  #hello(message: unknown) {
    const hello = helloFrame.safeParse(message)
    if (!hello.success) return this.close(closeCodes.badMessage)
    const { data } = hello
    if (data.protocol < protocol.min || data.protocol > protocol.max) return this.close(closeCodes.protocolTooOld)
    this.#greeted = true
    const { events } = this.#gateway
    const missed = data.since === undefined ? [] : events.after(data.stream, data.since)
    const { stream, seq } = events
    const welcome: WelcomeFrame = { type: 'welcome', protocol: protocol.max, stream, seq, reset: missed === undefined }
    this.#send(welcome)
    for (const frame of missed ?? []) this.#event(frame)
    this.#stops.push(events.listen((frame) => this.#event(frame)))
    return true
  }

  #event(frame: EventFrame) {
    if (this.#isAway()) return this.close(closeCodes.notAuthenticated)
    if (this.#gateway.events.mayHear(this.session.kind, frame.event)) this.#send(frame)
  }

  /** Who goes on though he was told to wait, as often as he may ask at all: each refusal costs what a request does. */
  #isFlooding() {
    const now = performance.now()
    if (now - this.#refused.since > 60_000) this.#refused = { since: now, times: 0 }
    this.#refused.times += 1
    return this.#refused.times > limits.requestsPerMinute
  }

  async #request(message: unknown) {
    const parsed = requestFrame.safeParse(message)
    if (!parsed.success) return this.close(closeCodes.badMessage)
    const { id, verb, args = {}, ticket, proof, idempotencyKey } = parsed.data
    try {
      if (this.#isAway()) throw new AgentError('PEER_SESSION')
      if (!isVerb(verb) || verbRow(verb).httpOnly) throw new AgentError('VERB_UNKNOWN')
      // The proof's hash and the ticket's walk the arguments by recursion.
      if (isTooDeep(args)) throw new AgentError('ARGS_INVALID')
      const proofUse = { htm: 'WS', htu: verb, bodyHash: sha256url(canonicalJson(wellFormed(args))) }
      const { session } = this
      const { origin } = session
      const call = { verb, args, session, origin, ticket, proof, proofUse, idempotencyKey }
      this.#send({ id, ok: true, ...(await dispatch(this.#gateway, call)) })
    } catch (thrown) {
      const error = asAgentError(thrown)
      if (error.code === 'INTERNAL') this.#gateway.log.error({ err: thrown, verb }, 'request failed')
      this.#send({ id, ...errorAnswer(error, id, this.#gateway.clock()) })
      if (error.code === 'RATE' && this.#isFlooding()) this.close(closeCodes.rate)
    }
  }
}
