import * as z from 'zod/mini'
import { driverPackage, sha256 } from './driver/package.ts'
import { canonicalJson } from './ticket.ts'

// The wire between an agent and its server: POST {server}/prod-api/api/Agent/{Enroll,Policy,Heartbeat}, SPEC's envelope
// around every answer. Enroll proves itself by its one-time code; the others are signed by the agent's key (requestText).

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(200))
/** Exactly scheme://host[:port], as a browser writes it. */
const origin = z.string().check(z.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/), z.maxLength(255))

export const paths = {
  enrol: '/api/Agent/Enroll',
  policy: '/api/Agent/Policy',
  heartbeat: '/api/Agent/Heartbeat',
  driverFile: '/api/Agent/DriverFile',
} as const

export const serverKey = z.strictObject({
  kid: text(64),
  /** SPKI DER of an Ed25519 key, base64url */
  publicKey: base64url,
})

/** What the server lets this agent do. policyVersion only ever grows; expires is an ISO time, 30 days of offline grace follow. */
export const agentPolicy = z.strictObject({
  agentId: text(64),
  policyVersion: z.int().check(z.minimum(1)),
  expires: z.iso.datetime({ offset: true }),
  /** console pages that may talk to the agent */
  origins: z.array(origin).check(z.maxLength(50)),
  /** pages that may frame the console served at /app/ */
  erpOrigins: z.array(origin).check(z.maxLength(50)),
  /** fixmedins_code of each store this counter serves */
  stores: z.array(text(40)).check(z.maxLength(200)),
  /** keys that sign tickets and the next policy; two live at once while they are changed */
  serverKeys: z.array(serverKey).check(z.minLength(1), z.maxLength(4)),
  /** the key of this policy's signature */
  kid: text(64),
  appEnabled: z.boolean(),
  /** driver packages this counter uses; it fetches their files by hash */
  drivers: z.optional(z.array(driverPackage).check(z.maxLength(100))),
  /** sha256 hex of a native ERP's token, when the server hands it out instead of the agent */
  erpTokenHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})
export type AgentPolicy = z.infer<typeof agentPolicy>

export const enrolInput = z.strictObject({
  /** one-time code of the console's client monitor page, valid 15 minutes */
  code: text(64),
  agentId: text(64),
  /** SPKI DER of the agent's Ed25519 key, base64url */
  publicKey: base64url,
  machine: z.strictObject({ name: text(255), os: text(64), arch: text(32) }),
  version: text(40),
})

/** Answer of Enroll and Policy. policySignature = base64url Ed25519 over canonicalJson(policy) by the key policy.kid. */
export const policyAnswer = z.object({ policy: agentPolicy, policySignature: base64url })

export const policyInput = z.strictObject({ agentId: text(64), policyVersion: z.int() })

export const heartbeatInput = z.strictObject({
  agentId: text(64),
  version: text(40),
  policyVersion: z.int(),
  drivers: z.array(z.strictObject({ id: text(64), version: z.string().check(z.maxLength(40)), state: text(32) })),
  printers: z.array(z.strictObject({ name: text(255), state: text(32) })),
})
export type Heartbeat = z.infer<typeof heartbeatInput>

/** A piece of a file of a driver package in the agent's policy, from this byte on. */
export const driverFileInput = z.strictObject({ agentId: text(64), sha256, from: z.int().check(z.gte(0)) })

/** Most bytes of one piece. */
export const driverPieceBytes = 512 * 1024

/** data = base64 of the piece; nothing is left when it ends at `size`. */
export const driverFileAnswer = z.object({ size: z.int(), data: z.string() })

/** Answer of Heartbeat: a higher policyVersion than its own makes the agent fetch the policy. */
export const heartbeatAnswer = z.object({ policyVersion: z.int() })

/**
 * The text behind x-agent-signature (base64url Ed25519 by the agent): path under /prod-api, x-agent-time (unix ms) and
 * the canonical body. The server accepts a time within 5 minutes of its own that is later than the agent's last one.
 */
export const requestText = (path: string, timeMs: number, body: unknown) =>
  `POST\n${path}\n${timeMs}\n${canonicalJson(body)}`
