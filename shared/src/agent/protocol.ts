import * as z from 'zod/mini'

// What console and agent agree on before the first verb.

export const product = 'yibao-agent'
/** Protocol versions this build speaks; a console outside of the range is told PROTOCOL_TOO_OLD. */
export const protocol = { min: 1, max: 1 } as const
/** The agent takes the first free one; the console tries all of them. */
export const agentPorts = [47610, 47611, 47612] as const

export const headers = {
  client: 'x-agent-client',
  proof: 'x-agent-proof',
  requestId: 'x-request-id',
  idempotencyKey: 'idempotency-key',
  agentId: 'x-agent-id',
  agentTime: 'x-agent-time',
  agentSignature: 'x-agent-signature',
} as const

/** Value of X-Agent-Client: product and version of the console. */
export const clientHeader = /^console\/[0-9A-Za-z.+-]{1,40}$/

/** WebSocket subprotocols: offered as [socketProtocol, `${ticketPrefix}${wsTicket}`], the agent answers the first one. */
export const socketProtocol = 'agent.v1'
export const ticketPrefix = 'ticket.'

export const closeCodes = {
  goingAway: 1001,
  tryLater: 1013,
  badMessage: 4400,
  notAuthenticated: 4401,
  origin: 4403,
  handshakeTimeout: 4408,
  superseded: 4409,
  protocolTooOld: 4426,
  rate: 4429,
} as const

/** Limits, in bytes, milliseconds or pieces. */
export const limits = {
  body: 64 * 1024,
  pdf: 20 * 1024 * 1024,
  message: 256 * 1024,
  ticket: 4096,
  socketsPerOrigin: 8,
  requestsPerMinute: 60,
  /** All tills of a native ERP share one token, and each of them asks for results about once a second. */
  erpRequestsPerMinute: 300,
  concurrent: 5,
  /** a call of a vendor's library, whatever its manifest allows */
  callMs: 280_000,
  /** such a call, the wait for its turn and its library's start: a browser that waits for an answer gives up after 300 s */
  deadlineMs: 295_000,
  handshakeMs: 5_000,
  pingMs: 25_000,
  sessionSeconds: 900,
  wsTicketMs: 30_000,
  skewMs: 120_000,
  eventsKept: 500,
} as const

/** First frame of the console on a new socket. `since` counts only together with the `stream` it came from. */
export const helloFrame = z.strictObject({
  type: z.literal('hello'),
  protocol: z.int(),
  stream: z.optional(z.string().check(z.maxLength(40))),
  since: z.optional(z.int().check(z.minimum(0))),
})

/** Answer to it. `reset` true: events were missed (agent restarted or too long away), read the state anew. */
export interface WelcomeFrame {
  type: 'welcome'
  protocol: number
  stream: string
  seq: number
  reset: boolean
}

export const eventNames = [
  'desk.state',
  'card.inserted',
  'card.removed',
  'pin.waiting',
  'driver.state',
  'reader.state',
  'printer.state',
  'print.job',
  'erp.frame',
  'policy.changed',
] as const
export type EventName = (typeof eventNames)[number]

/** An event: `seq` counts up by one inside a stream, `at` is an ISO time. */
export interface EventFrame {
  type: 'event'
  seq: number
  at: string
  event: EventName
  data: unknown
}

/** A request on the socket: the same verbs as HTTP, see verbs.ts. */
export const requestFrame = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  verb: z.string().check(z.maxLength(64)),
  args: z.optional(z.record(z.string(), z.unknown())),
  ticket: z.optional(z.string().check(z.maxLength(limits.ticket))),
  proof: z.optional(z.string().check(z.maxLength(limits.ticket))),
  idempotencyKey: z.optional(z.string().check(z.maxLength(64))),
})

/** Body of every HTTP request with an effect, print bytes excepted. */
export const requestBody = z.strictObject({
  args: z.optional(z.record(z.string(), z.unknown())),
  ticket: z.optional(z.string().check(z.maxLength(limits.ticket))),
})

/** A success on both transports (the socket adds `id`). With an action ticket `result` is one JSON string, signed. */
export interface OkBody {
  ok: true
  result: unknown
  agentSignature?: string
}

/** A refusal or fault on both transports. `outcome` unknown: a money call may or may not have happened. */
export interface ErrorBody {
  ok: false
  code: string
  message: string
  hint: string
  requestId: string
  retryable: boolean
  at: string
  outcome?: 'unknown'
  detail?: Record<string, string | number>
}
