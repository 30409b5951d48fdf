// The console's half of the wire to the agent (DESIGN 8, agent.md 3).

export const product = 'yibao-agent'
/** Protocol version this console speaks. */
export const protocol = 1
/** The agent takes the first free one. */
export const ports = [47610, 47611, 47612] as const

export const socketProtocol = 'agent.v1'
export const ticketPrefix = 'ticket.'
export const proofType = 'agent-proof+jwt'

export interface Hello {
  product: string
  version: string
  protocol: { min: number; max: number }
  agentId: string
  pairing: 'unenrolled' | 'enrolled' | 'expired'
}

export interface Session {
  /** http://127.0.0.1:47610 */
  base: string
  agentId: string
  version: string
  accessToken: string
  /** Unix ms. */
  expiresAt: number
}

export interface AgentEvent {
  seq: number
  event: string
  data: unknown
}

interface VerbPath {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Each request is signed by the browser's key. */
  proof?: true
}

/** Verbs that the console uses, and where they live. `:name` parts are taken from the arguments. */
export const verbPaths = {
  'driver.list': { method: 'GET', path: '/v1/drivers' },
  'driver.repair': { method: 'POST', path: '/v1/drivers/:driver/repair', proof: true },
  'dll.call': { method: 'POST', path: '/v1/dll/:driver/:function', proof: true },
  'card.read': { method: 'POST', path: '/v1/card/read', proof: true },
  'card.test': { method: 'POST', path: '/v1/card/test' },
  'card.pin.verify': { method: 'POST', path: '/v1/card/pin/verify', proof: true },
  'card.pin.change': { method: 'POST', path: '/v1/card/pin/change', proof: true },
  'printer.list': { method: 'GET', path: '/v1/printers' },
  'print.test': { method: 'POST', path: '/v1/print/test' },
  'print.list': { method: 'GET', path: '/v1/print/jobs' },
  'print.get': { method: 'GET', path: '/v1/print/jobs/:id' },
  'print.cancel': { method: 'DELETE', path: '/v1/print/jobs/:id' },
  'erp.send': { method: 'POST', path: '/v1/erp/frames' },
  'erp.list': { method: 'GET', path: '/v1/erp/frames' },
} as const satisfies Record<string, VerbPath>

export type Verb = keyof typeof verbPaths
export const isVerb = (name: string): name is Verb => Object.hasOwn(verbPaths, name)
export const pathOfVerb = (verb: Verb): VerbPath => verbPaths[verb]
