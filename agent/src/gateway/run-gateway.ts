import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import type { Checkup } from '@yibao/shared/agent/entities.ts'
import { ErpToken } from '../cloud/erp-token.ts'
import { loadIdentity } from '../cloud/identity.ts'
import { PolicyStore } from '../cloud/policy-store.ts'
import { reachServer } from '../cloud/reach.ts'
import { watchDamaged } from '../files/sqlite.ts'
import { dryRunPrint } from '../print/dry-run.ts'
import type { AskElsewhere } from '../print/elsewhere.ts'
import type { Updates } from '../update/updates.ts'
import { version } from '../version.ts'
import { connectCloud, type GatewaySide } from './cloud-side.ts'
import type { AgentConfig } from './config.ts'
import type { Gateway } from './context.ts'
import { damagedRecords } from './damaged-records.ts'
import { openDatabase } from './database.ts'
import { FunctionClasses } from './desk/function-classes.ts'
import type { Desk } from './desk/port.ts'
import { isConsoleOrigin } from './door/origins.ts'
import { enrolWith } from './enrol-with.ts'
import { ErpFrames } from './erp/frames.ts'
import { EventHub, isEventName } from './events.ts'
import { logOptions } from './log.ts'
import { logStream } from './log-stream.ts'
import { Metrics } from './metrics.ts'
import type { PrintJobs } from './printing/jobs.ts'
import { testPage } from './printing/test-page.ts'
import { makeAdminToken, tellListening } from './session/admin-token.ts'
import { Limiter } from './session/limiter.ts'
import { ProofMemory } from './session/proof.ts'
import { Sessions } from './session/sessions.ts'
import { SetupCodes } from './session/setup-codes.ts'
import { SpentTickets } from './session/spent-tickets.ts'
import { listenOnLoopback } from './web/listen.ts'
import { buildServer } from './web/server.ts'

/** A started gateway. */
export interface RunningGateway {
  port: number
  gateway: Gateway
  /** what the socket is really bound to */
  address: () => AddressInfo | string | null
  /** what the server knows of slips that wait here */
  slipsElsewhere: AskElsewhere
  stop(): Promise<void>
}

interface GatewayParts {
  desk: Desk
  jobs: PrintJobs | undefined
  /** unix ms */
  clock?: () => number
  /** ms from anywhere, never set: how long something lasts */
  steady?: () => number
  /** where log lines go; stdout when absent */
  logStream?: { write(line: string): void }
  /** ms between heartbeats */
  everyMs?: number
  /** ms between two looks after what was put aside */
  lookMs?: number
  /** ms that a body to the agent itself may take */
  bodyMs?: number
  /** the end of the log, at most so many characters */
  readLog?: (chars: number) => string
  /** Whether a connection comes from another logon session than the desk's; never, when absent. */
  isForeign?: (socket: Socket) => boolean
  /** Ends the desk, which starts again by itself. */
  restartDesk?: () => void
  /** How what is installed here is. */
  checkup?: (() => Promise<Checkup>) | undefined
  /** Makes the part that updates an installation; absent where nothing is installed. */
  updates?: (wired: GatewaySide) => Updates
}

/** Puts the gateway together and starts it; the desk is the caller's to start and to stop. */
export const runGateway = async (config: AgentConfig, parts: GatewayParts): Promise<RunningGateway> => {
  const { desk, jobs, clock = Date.now, logStream: lines = logStream(), everyMs } = parts
  // A PC whose clock is set by a day must not hold back who asked a minute ago, nor prolong a session.
  const { steady = () => performance.now() } = parts
  const { folder, serverUrl, consoleDir } = config
  const identity = loadIdentity(join(folder, 'keys'))
  const policies = new PolicyStore(join(folder, 'policy.json'), identity.agentId)
  const erpToken = new ErpToken(folder)
  const database = openDatabase(join(folder, 'gateway.sqlite'))
  let port = 0
  const gateway: Gateway = {
    version,
    identity,
    adminTokenHash: makeAdminToken(folder),
    policyLoads: () => policies.loads,
    policy: () => policies.view(clock()),
    erpTokenHash: () => policies.current?.erpTokenHash ?? erpToken.hash,
    desk,
    classes: new FunctionClasses(desk),
    jobs,
    sessions: new Sessions(steady),
    setupCodes: new SetupCodes(steady),
    spent: new SpentTickets(database),
    proofs: new ProofMemory(steady),
    frames: new ErpFrames(database, steady),
    events: new EventHub(clock),
    limiter: new Limiter(steady),
    metrics: new Metrics(clock),
    passing: 0,
    closing: false,
    damaged: () => damagedRecords(folder)?.text,
    update: () => side.updates?.state,
    dryRun: () => dryRunPrint(folder, testPage('a4', clock())).catch(() => false),
    serverUrl,
    enrol: (code) => enrolWith(side.cloud, code),
    reach: () => reachServer(serverUrl, clock),
    checkup: parts.checkup,
    consoleDir,
    isForeign: parts.isForeign ?? (() => false),
    ready: () => port !== 0 && desk.state === 'ready',
    clock,
    port: () => port,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  const logger = logOptions(config.logLevel, lines)
  const app = await buildServer(gateway, { logger, steady, bodyMs: parts.bodyMs })
  gateway.log = app.log
  const damaged = gateway.damaged()
  if (damaged) app.log.warn(damaged)
  desk.onEvent((event, data) => {
    if (isEventName(event)) gateway.events.emit(event, data)
    // Shapes and exit codes, never values: what support needs, and nothing the counter can act on.
    else if (event === 'driver.crash') {
      app.log.warn({ crash: data }, 'driver crashed')
      gateway.metrics.crashed(String((data as { driver?: unknown } | null)?.driver))
    }
    if (['driver.state', 'driver.crash', 'printer.state', 'desk.state'].includes(event)) side.cloud.speakUp()
  })
  const side = connectCloud({
    config,
    gateway,
    policies,
    erpToken,
    everyMs,
    readLog: parts.readLog ?? (() => ''),
    restartDesk: parts.restartDesk ?? (() => {}),
    updates: parts.updates,
  })
  // Nobody keeps a session with an agent that belongs to nobody; whoever sets it up anew starts from the code.
  policies.onForgotten(() => {
    gateway.events.emit('policy.changed', { policyVersion: 0 })
    gateway.sessions.closeAll(() => false)
  })
  policies.onChange(({ policyVersion }) => {
    gateway.events.emit('policy.changed', { policyVersion })
    // New rules, new proof: nobody keeps a session that the new policy might not give.
    // A setup session shows who stands at this PC, which no policy changes: it ends only with its site's right to come.
    gateway.sessions.closeAll(({ kind, origin }) => kind === 'setup' && isConsoleOrigin(gateway, origin))
  })
  port = await listenOnLoopback(app, config.ports)
  tellListening(folder, port, version)
  side.start()
  const stopWatching = watchDamaged(folder, parts.lookMs)
  const stop = async () => {
    stopWatching()
    await side.stop()
    await app.close()
    database.close()
  }
  return { port, gateway, address: () => app.server.address(), slipsElsewhere: side.slipsElsewhere, stop }
}
