import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Deps } from './call/context.ts'
import { databaseNow } from './database/held.ts'
import type { Database } from './database/open.ts'
import type { Statements } from './database/statements.ts'
import { Lines } from './domains/agent/monitor/lines.ts'
import { endSignIn } from './domains/attendance/sign.ts'
import { Access } from './domains/auth/access.ts'
import { Strangers } from './domains/auth/lockout.ts'
import { Passwords } from './domains/auth/passwords.ts'
import { Tickets } from './domains/auth/tickets.ts'
import { CentreMeter } from './domains/centre-call/meter.ts'
import { CentreWatch } from './domains/centre-call/watch.ts'
import { Load } from './domains/node/load.ts'
import { ThisNode } from './domains/node/this-node.ts'
import { PluginMeter } from './domains/plugin/meter.ts'
import { HitMeter } from './domains/service-hit/meter.ts'
import { CentreGateway } from './domains/settlement/gateway.ts'
import { Works } from './domains/system/works.ts'
import { Figures } from './plugins/figures.ts'
import type { Config } from './process/config.ts'
import { Crowd } from './process/crowd.ts'
import { Leaps } from './process/leaps.ts'
import type { Live } from './process/live.ts'
import { NotStarted } from './process/not-started.ts'
import { keyFile, Vault } from './secrets/secret.ts'

interface DepsOptions {
  clock?: () => Date
  /** The database's clock; with a `clock` of a test, that one. */
  shared?: () => Promise<Date>
  /** ms of a clock that nobody sets; with a `clock` of a test, that one. */
  steady?: () => number
  live?: Live
  /** The database as jobs ask it, where that is another way. */
  background?: Database
  /** The database as reads over many stores ask it, where that is another way. */
  reads?: Database
  /** What the database is asked, measured. */
  statements?: Statements
}

/** Wires the long-lived parts of one server process. Nodes that share a database must share DATA_KEY (base64, 32 bytes). */
export const makeDeps = (
  config: Config,
  db: Database,
  {
    clock: given,
    shared,
    steady,
    live = { publish: () => {} },
    background = db,
    reads = db,
    statements,
  }: DepsOptions = {},
): Deps => {
  const clock = given ?? (() => new Date())
  const dataKey = config.dataKey ?? keyFile(config.dataDir, 'data.key', () => randomBytes(32))
  // Found out at the first customer, it would cost his purchase.
  if (dataKey.length !== 32) throw new NotStarted('DATA_KEY 应为 base64 编码的 32 个字节')
  const meter = new CentreMeter(db, clock)
  const watch = new CentreWatch(db, clock, live)
  const plugins = new PluginMeter(db, clock, `${hostname()}:${config.node}`)
  const lines = new Lines(live)
  const works = new Works()
  const load = new Load(statements, () => lines.waiting)
  const figures = config.metricsToken === undefined ? undefined : new Figures()
  const node = new ThisNode(config, clock(), load, { works: () => works.underWay })
  return {
    config,
    db,
    reads,
    clock,
    moved: () => (given ? given().getTime() - Date.now() : 0),
    services: {
      access: new Access(db, clock),
      passwords: new Passwords(db, clock, { dataDir: config.dataDir, encrypted: config.customDataInfo }),
      strangers: new Strangers(),
      // Some forty passwords a second are checked (secrets/secret.ts).
      logins: new Crowd({ each: 64, all: 256 }, 'auth.busy'),
      // However many strangers stand at that door, a locked counter opens and a reversal is approved.
      askings: new Crowd({ each: 8, all: 256 }, 'auth.busy'),
      // Whoever picks the five papers of a case, or a prescription's photos, sends them at once.
      uploads: new Crowd({ each: 8, all: 24 }, 'upload.busy'),
      // Releases and sheets on slow lines keep no counter's prescription waiting.
      shopUploads: new Crowd({ each: 8, all: 24 }, 'upload.busy'),
      tickets: new Tickets(db, clock, config.dataDir),
      vault: new Vault(dataKey),
      centre: new CentreGateway(
        config.centreUrl,
        clock,
        (areaCode, infno, outcome, fixmedinsCode) => {
          meter.count(areaCode, infno, outcome, fixmedinsCode)
          watch.hear(areaCode, infno, outcome)
          figures?.centre(areaCode, infno, outcome)
          if ('ms' in outcome) load.centre(outcome.ms)
        },
        (areaCode, signNo) => endSignIn({ db, clock }, areaCode, signNo),
        undefined,
        (areaCode, use) => plugins.count(areaCode, use),
      ),
      leaps: new Leaps(
        shared ?? (given ? async () => given() : () => databaseNow(background)),
        steady ?? (given ? () => given().getTime() : () => performance.now()),
      ),
      underWay: new Set(),
      meter,
      watch,
      plugins,
      node,
      statements,
      lines,
      works,
      hits: new HitMeter(db, clock),
      figures,
      live,
    },
  }
}
