import * as z from 'zod/mini'
import { driverPackage } from './driver/package.ts'
import { resultFrame } from './erp.ts'
import { originPattern } from './origin.ts'
import { releaseChannels, signedRelease } from './release.ts'
import { type SlipNews, slipNews } from './slip-news.ts'
import { canonicalJson } from './ticket.ts'
import { sha256, shortText } from './wire-fields.ts'

// The wire between an agent and its server: POST {server}/prod-api/api/Agent/{Enroll,Policy,Heartbeat,…}, SPEC's envelope
// around every answer but a release's bytes. Enroll proves itself by its one-time code; the others are signed by the
// agent's key (requestText). What is asked is the contract's (calls/agent.ts); here is what an
// agent demands of an answer.

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(200))
const origin = z.string().check(z.regex(originPattern), z.maxLength(255))

export const paths = {
  enrol: '/api/Agent/Enroll',
  policy: '/api/Agent/Policy',
  heartbeat: '/api/Agent/Heartbeat',
  driverFile: '/api/Agent/DriverFile',
  release: '/api/Agent/Release',
  releasePiece: '/api/Agent/ReleasePiece',
  listen: '/api/Agent/Listen',
  commandDone: '/api/Agent/CommandDone',
  reversedBills: '/api/Agent/ReversedBills',
  slipsElsewhere: '/api/Agent/SlipsElsewhere',
} as const

const serverKey = z.strictObject({
  kid: shortText(64),
  /** SPKI DER of an Ed25519 key, base64url */
  publicKey: base64url,
})

const driverSettings = z.record(shortText(64), z.record(shortText(64), z.string().check(z.maxLength(4000))))
export type DriverSettings = z.infer<typeof driverSettings>

/**
 * What the server lets this agent do. policyVersion only ever grows; expires is an ISO time, 30 days of offline grace follow.
 */
export const agentPolicy = z.strictObject({
  agentId: shortText(64),
  policyVersion: z.int().check(z.minimum(1)),
  expires: z.iso.datetime({ offset: true }),
  /** console pages that may talk to the agent */
  origins: z.array(origin).check(z.maxLength(50)),
  /** pages that may frame the console served at /app/ */
  erpOrigins: z.array(origin).check(z.maxLength(50)),
  /** fixmedins_code of each store this counter serves */
  stores: z.array(shortText(40)).check(z.maxLength(200)),
  /** keys that sign tickets and the next policy; two live at once while they are changed */
  serverKeys: z.array(serverKey).check(z.minLength(1), z.maxLength(4)),
  /** the key of this policy's signature */
  kid: shortText(64),
  appEnabled: z.boolean(),
  /** driver packages this counter uses; it fetches their files by hash */
  drivers: z.optional(z.array(driverPackage).check(z.maxLength(100))),
  /** What this counter's drivers are started with where it is not their manifest's own: driver, setting, value. */
  driverSettings: z.optional(driverSettings),
  /** which releases it takes; stable when absent */
  channel: z.optional(z.enum(releaseChannels)),
  /** sha256 hex of a native ERP's token, when the server hands it out instead of the agent */
  erpTokenHash: z.optional(sha256),
})
export type AgentPolicy = z.infer<typeof agentPolicy>

/** Answer of Enroll and Policy. policySignature = base64url Ed25519 over canonicalJson(policy) by the key policy.kid. */
export const policyAnswer = z.object({ policy: agentPolicy, policySignature: base64url })

/** Most bytes of one piece. */
export const driverPieceBytes = 512 * 1024

/** data = base64 of the piece; nothing is left when it ends at `size`. */
export const driverFileAnswer = z.object({ size: z.int(), data: z.string() })

/**
 * Answer of Heartbeat: a higher policyVersion than its own makes the agent fetch the policy; `release` is the version of
 * a release that is meant for it now.
 */
export const heartbeatAnswer = z.object({ policyVersion: z.int(), release: z.optional(z.string()) })

/** Answer of Release: the signed release meant for this agent, if there is one; forced = in the store's hours too. */
export const releaseAnswer = z.object({ release: z.optional(signedRelease), forced: z.boolean() })

/** What a remote administrator may have an agent do; none of it books anything, and what a driver's test reads comes masked. */
const commandKinds = ['selfTest', 'log', 'bundle', 'restart', 'driverTest'] as const
export type CommandKind = (typeof commandKinds)[number]

/** What a driver is tried with: a medium it reads, or one of its harmless functions with arguments by name. */
export const driverTestArgs = z.strictObject({
  driver: shortText(64),
  medium: z.optional(z.enum(['socialCard', 'idCard', 'eVoucher', 'socialECard'])),
  fn: z.optional(shortText(64)),
  args: z.optional(z.record(z.string(), z.union([z.string().check(z.maxLength(8192)), z.number()]))),
})
export type DriverTestArgs = z.infer<typeof driverTestArgs>

/** One command, signed by the server's key as a policy is: the line alone is not believed. */
const agentCommand = z.strictObject({
  type: z.literal('command'),
  id: shortText(64),
  agentId: shortText(64),
  kind: z.enum(commandKinds),
  /** of a driverTest only */
  args: z.optional(driverTestArgs),
  /** unix ms after which it is not carried out any more */
  expires: z.int(),
  kid: shortText(64),
})
export type AgentCommand = z.infer<typeof agentCommand>

/** Answer of Listen, held open by the server until there is something to do or 25 s are over. */
export const listenAnswer = z.object({
  commands: z.array(z.object({ command: agentCommand, signature: base64url })),
})

/**
 * Most characters of how a command ended, which an administrator reads: three bytes each still fit a request.
 */
export const commandTextMost = 500_000

/** Most frames of one answer. */
export const reversedBillsAtOnce = 100

/**
 * Answer of ReversedBills, the oldest first: `since` is where the next question goes on, at once where there were as many
 * as one answer takes. What was reversed just before may come again. `turned`: of bills whose end became another one since
 * what they came to now. `ended`: of the orders that were asked about as unknown those of which the end is known.
 */
export const reversedBillsAnswer = z.object({
  frames: z.array(resultFrame),
  since: z.int(),
  turned: z.optional(z.array(resultFrame)),
  ended: z.optional(z.array(resultFrame)),
})

/** Most slips of one question. */
export const slipsAtOnce = 100

/** A slip's id as the server makes it (uuidv7): what has another key in the queue is no slip. */
export const slipId = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/))

/** Answer of SlipsElsewhere: those of which something is known; of one that is not named the server knows nothing. */
export const slipsElsewhereAnswer = z.object({
  slips: z.array(z.object({ slipId, news: z.enum(Object.keys(slipNews) as SlipNews[]) })),
})

/** How far an agent's clock (x-agent-time) may be off the server's. ms. */
export const agentTimeTolerance = 300_000

/**
 * The text behind x-agent-signature (base64url Ed25519 by the agent): path under /prod-api, x-agent-time (unix ms) and
 * the canonical body. The server accepts a time within 5 minutes of its own that is later than the agent's last one.
 */
export const requestText = (path: string, timeMs: number, body: unknown) =>
  `POST\n${path}\n${timeMs}\n${canonicalJson(body)}`
