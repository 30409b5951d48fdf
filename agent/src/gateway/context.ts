import type { Socket } from 'node:net'
import type { AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import type { Checkup } from '@yibao/shared/agent/entities.ts'
import type { UpdateReport } from '@yibao/shared/agent/release.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Identity } from '../cloud/identity.ts'
import type { Reach } from '../cloud/reach.ts'
import type { FunctionClasses } from './desk/function-classes.ts'
import type { Desk } from './desk/port.ts'
import type { ErpFrames } from './erp/frames.ts'
import type { EventHub } from './events.ts'
import type { Metrics } from './metrics.ts'
import type { PrintJobs } from './printing/jobs.ts'
import type { Limiter } from './session/limiter.ts'
import type { ProofMemory } from './session/proof.ts'
import type { Sessions } from './session/sessions.ts'
import type { SetupCodes } from './session/setup-codes.ts'
import type { SpentTickets } from './session/spent-tickets.ts'

interface PolicyView {
  pairing: 'unenrolled' | 'enrolled' | 'expired'
  /** absent until enrolment and after the offline grace */
  policy: AgentPolicy | undefined
  /** of a policy that has run out: whose pages may still hear that it has */
  greeted?: readonly string[]
}

/** Everything a verb or a guard may need; made once at start-up, replaced piece by piece in tests. */
export interface Gateway {
  version: string
  identity: Identity
  policy: () => PolicyView
  /** false: there is a policy on disk and it cannot be read */
  policyLoads: () => boolean
  /** sha256 hex of the token a program of this machine must show */
  adminTokenHash: string
  /** sha256 hex of the native ERP's token, if there is one */
  erpTokenHash: () => string | undefined
  desk: Desk
  classes: FunctionClasses
  /** absent: this build has no print queue, print.* answers VERB_NOT_BUILT */
  jobs: PrintJobs | undefined
  sessions: Sessions
  setupCodes: SetupCodes
  spent: SpentTickets
  proofs: ProofMemory
  frames: ErpFrames
  events: EventHub
  limiter: Limiter
  metrics: Metrics
  /** requests of pages that may change something, on their way through the proxy or at the server: who ends now breaks them off */
  passing: number
  /** true while the updater is about to end this gateway: nothing new begins */
  closing: boolean
  /** what was lost of this agent's own records and a person has to look after, in words */
  damaged: () => string | undefined
  /** how the last update ended or how far it is; undefined where nothing updates */
  update: () => UpdateReport | undefined
  /** tries the print queue without a printer */
  dryRun: () => Promise<boolean>
  /** the one configured server, for /app/ and before enrolment */
  serverUrl: string
  /** binds this agent by a one-time code of the server; throws AgentError */
  enrol: (code: string) => Promise<void>
  /** whether and how fast the server answers now, and how far its clock is */
  reach: () => Promise<Reach>
  /** how what is installed here is; absent where nothing is */
  checkup: (() => Promise<Checkup>) | undefined
  /** folder of the built console */
  consoleDir: string
  ready: () => boolean
  /** whether the other end of a connection belongs to somebody who is not in front of this PC (door/foreigners.ts) */
  isForeign: (socket: Socket) => boolean
  /** unix ms */
  clock: () => number
  /** the port that is really listened on */
  port: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}
