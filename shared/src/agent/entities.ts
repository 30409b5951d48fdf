import * as z from 'zod/mini'
import type { AgentErrorCode } from './errors.ts'

// What the agent tells about itself and its devices. Objects are loose: a newer agent may say more.

/** One of our codes, or one that a newer agent has and this console does not know: its row is shown all the same. */
const errorCode = z.custom<AgentErrorCode>((code) => typeof code === 'string')

/** Told to anybody on this machine: no user names, paths or printer names (agent 3.3). */
export const hello = z.looseObject({
  product: z.string(),
  version: z.string(),
  protocol: z.object({ min: z.int(), max: z.int() }),
  agentId: z.string(),
  pairing: z.enum(['unenrolled', 'enrolled', 'expired']),
  /** unix milliseconds of this PC */
  time: z.int(),
})
export type Hello = z.infer<typeof hello>

/**
 * accessToken lives expiresIn seconds; wsTicket 30 s, once; clockSkewMs = this PC minus the ticket's issuer. `events` is
 * where the stream of events stood: who resumes it from there misses nothing of this session (agents before it: absent).
 * `publicKey` (SPKI DER, base64url), of which the agent's id is the hash, and its signature over sessionText (base64url): by
 * them a page tells the agent from a program that has taken its port and its name (agents before it: absent).
 */
export const sessionAnswer = z.looseObject({
  accessToken: z.string(),
  expiresIn: z.int(),
  wsTicket: z.string(),
  kind: z.enum(['operator', 'setup']),
  clockSkewMs: z.int(),
  events: z.optional(z.object({ stream: z.string(), seq: z.int() })),
  publicKey: z.optional(z.string()),
  agentSignature: z.optional(z.string()),
})
export type SessionAnswer = z.infer<typeof sessionAnswer>

/** What an installed agent looks at of itself: its files, its service, the browsers' policies, the icon on the desktop. */
export type CheckedPart = 'files' | 'service' | 'browser' | 'icon'
/** What it found: fine (ok), worth knowing (note) or to be cured (bad); `cure` is what the person at this PC does about it. */
const checkup = z.array(
  z.looseObject({ part: z.string(), level: z.string(), text: z.string(), cure: z.optional(z.string()) }),
)
export type Checkup = z.infer<typeof checkup>

/** How the agent stands, told to whoever sits at this PC. `server` is its own way to the cloud, measured now. */
export const agentState = z.looseObject({
  agentId: z.string(),
  version: z.string(),
  pairing: z.enum(['unenrolled', 'enrolled', 'expired']),
  /** fixmedins_code of each store it serves */
  stores: z.array(z.string()),
  /** the process of the logged-on user that has the devices */
  desk: z.enum(['starting', 'ready', 'restarting', 'stopped']),
  /** skewMs = this PC's clock minus the server's, to the second */
  server: z.object({
    url: z.string(),
    reachable: z.boolean(),
    /** why not, as the connection calls it: ENOTFOUND, CERT_HAS_EXPIRED */
    code: z.optional(z.string()),
    /** leaving: this node of the server is being taken out and works on; notReady: it starts, or has no database */
    health: z.optional(z.enum(['ready', 'leaving', 'notReady'])),
    ms: z.optional(z.int()),
    skewMs: z.optional(z.int()),
  }),
  /** absent where nothing is installed, and with agents before it */
  checkup: z.optional(checkup),
})
export type AgentStateInfo = z.infer<typeof agentState>

/** What a driver function does; everything but `read` needs the server's word for its arguments. */
export const functionClass = z.enum(['read', 'identity', 'money', 'pin'])

export const driverInfo = z.looseObject({
  id: z.string(),
  version: z.string(),
  state: z.string(),
  functions: z.array(z.looseObject({ name: z.string(), class: functionClass })),
})
export type DriverInfo = z.infer<typeof driverInfo>

/**
 * A printer. state: ready, busy, stopped, or unknown where it cannot tell; `problem` is what keeps it from printing;
 * documentTypes are ours that it is chosen for.
 */
export const printerInfo = z.looseObject({
  name: z.string(),
  state: z.string(),
  title: z.optional(z.string()),
  problem: z.optional(errorCode),
  simulated: z.optional(z.boolean()),
  isDefault: z.optional(z.boolean()),
  documentTypes: z.optional(z.array(z.string())),
})
export type PrinterInfo = z.infer<typeof printerInfo>

/**
 * A print job; state is the queue's word (queued, printing, done, failed, unsure, cancelled). `code` says why it waits
 * (PRINTER_PAPER, PRINTER_OFFLINE: it goes on by itself), is in doubt (PRINT_UNSURE) or failed; absent when nothing is
 * wrong. `message` is that code in words.
 */
export const jobInfo = z.looseObject({
  id: z.string(),
  state: z.string(),
  code: z.optional(errorCode),
  message: z.optional(z.string()),
  printer: z.optional(z.string()),
  /** what was handed over: pages (pdf) or a receipt */
  format: z.optional(z.enum(['pdf', 'receipt'])),
  batch: z.optional(z.nullable(z.string())),
  /** the document it prints again, and why */
  reprintOf: z.optional(z.nullable(z.string())),
  reason: z.optional(z.nullable(z.string())),
})
export type JobInfo = z.infer<typeof jobInfo>

/** A batch: its items in the order they came, and how many are in each state. */
export const batchInfo = z.looseObject({
  id: z.string(),
  items: z.array(jobInfo),
  states: z.record(z.string(), z.int()),
})
export type BatchInfo = z.infer<typeof batchInfo>

/** What a driver read from a card: its own fields, as text. */
export const cardInfo = z.looseObject({})

/** What came of a PIN entry: the driver's own fields, nothing of the PIN. */
export const pinInfo = z.looseObject({})

/** A test read: proves that reader and driver work, shows nobody (agent 3.4, setup session). */
export const maskedCard = z.object({ fields: z.record(z.string(), z.string()) })
