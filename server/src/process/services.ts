import type { Statements } from '../database/statements.ts'
import type { Lines } from '../domains/agent/monitor/lines.ts'
import type { Access } from '../domains/auth/access.ts'
import type { Strangers } from '../domains/auth/lockout.ts'
import type { Passwords } from '../domains/auth/passwords.ts'
import type { Tickets } from '../domains/auth/tickets.ts'
import type { CentreMeter } from '../domains/centre-call/meter.ts'
import type { CentreWatch } from '../domains/centre-call/watch.ts'
import type { ThisNode } from '../domains/node/this-node.ts'
import type { PluginMeter } from '../domains/plugin/meter.ts'
import type { HitMeter } from '../domains/service-hit/meter.ts'
import type { CentreGateway } from '../domains/settlement/gateway.ts'
import type { Works } from '../domains/system/works.ts'
import type { Figures } from '../plugins/figures.ts'
import type { Vault } from '../secrets/secret.ts'
import type { Crowd } from './crowd.ts'
import type { Leaps } from './leaps.ts'
import type { Live } from './live.ts'

/** The long-lived parts that handlers use besides the database. */
export interface Services {
  access: Access
  passwords: Passwords
  /** Wrong logins under names that have no account, wrong codes of companies. */
  strangers: Strangers
  /** Who says a password just now, by address. */
  logins: Crowd
  /** The same of people who are signed in, by session. */
  askings: Crowd
  /** Whose files are on their way, by user: each is in memory whole. */
  uploads: Crowd
  /** The same of people of a store. */
  shopUploads: Crowd
  tickets: Tickets
  vault: Vault
  centre: CentreGateway
  /** By how much this PC's clock was set forward. */
  leaps: Leaps
  /** Messages about money whose call or recovery this very process has under way, by the id of their intent. */
  underWay: Set<string>
  /** Counts how the centres answer. */
  meter: CentreMeter
  /** How the centres stand just now. */
  watch: CentreWatch
  /** Which plugins this node has loaded, and what they do. */
  plugins: PluginMeter
  /** This process among the nodes of its installation. */
  node: ThisNode
  /** What this process asks of its database, measured; absent where a test does without. */
  statements?: Statements
  /** Counts how often calls and their caches are hit. */
  hits: HitMeter
  /** What whoever watches the installation reads; absent where nobody may. */
  figures?: Figures
  /** Requests that agents hold open until there is something to do. */
  lines: Lines
  /** What this process does behind an answer. */
  works: Works
  /** Tells live sessions of a store that something changed (socket.io). */
  live: Live
}
