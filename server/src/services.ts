import type { Statements } from './database/statements.ts'
import type { Access } from './domains/auth/access.ts'
import type { Strangers } from './domains/auth/lockout.ts'
import type { Passwords } from './domains/auth/passwords.ts'
import type { Tickets } from './domains/auth/tickets.ts'
import type { CentreMeter } from './domains/centre-call/meter.ts'
import type { ThisNode } from './domains/node/this-node.ts'
import type { Lines } from './domains/organisation/monitor/lines.ts'
import type { HitMeter } from './domains/service-hit/meter.ts'
import type { CentreGateway } from './domains/settlement/gateway.ts'
import type { Works } from './domains/system/works.ts'
import type { Vault } from './secret.ts'

/** The long-lived parts that handlers use besides the database. */
export interface Services {
  access: Access
  passwords: Passwords
  /** Wrong logins under names that have no account. */
  strangers: Strangers
  tickets: Tickets
  vault: Vault
  centre: CentreGateway
  /** Counts how the centres answer. */
  meter: CentreMeter
  /** This process among the nodes of its installation. */
  node: ThisNode
  /** What this process asks of its database, measured; absent where a test does without. */
  statements?: Statements
  /** Counts how often calls and their caches are hit. */
  hits: HitMeter
  /** Requests that agents hold open until there is something to do. */
  lines: Lines
  /** What this process does behind an answer. */
  works: Works
  /** Tells live sessions of a store that something changed (socket.io). */
  live: Live
}

export interface Live {
  /** `room` is `store:<id>`, `area:<code>`, `user:<id>` or `everybody`; the payload carries ids only, never personal data. */
  publish: (room: string, event: string, payload: Record<string, unknown>) => void
  /** Between the nodes of one installation: an event with one id; absent where there is one node. */
  tellNodes?: (event: string, id: string) => void
  onNodes?: (event: string, listener: (id: string) => void) => void
}
