import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Heartbeat } from '@yibao/shared/agent/enrol.ts'
import { CloudLink } from '../cloud/cloud-link.ts'
import { DriverPackages } from '../cloud/driver-packages.ts'
import { ErpToken } from '../cloud/erp-token.ts'
import { loadIdentity } from '../cloud/identity.ts'
import { PolicyStore } from '../cloud/policy-store.ts'
import { reachServer } from '../cloud/reach.ts'
import { ServerClient } from '../cloud/server-client.ts'
import { version } from '../version.ts'
import { deadlines } from './ask-desk.ts'
import type { AgentConfig } from './config.ts'
import type { Gateway } from './context.ts'
import { openDatabase } from './database.ts'
import type { Desk } from './desk-port.ts'
import { enrolWith } from './enrol-with.ts'
import { ErpFrames } from './erp-frames.ts'
import { EventHub, isEventName } from './events.ts'
import { FunctionClasses } from './function-classes.ts'
import { driverHandlers } from './handlers/drivers.ts'
import { printHandlers } from './handlers/print.ts'
import { Limiter } from './limiter.ts'
import { listenOnLoopback } from './listen.ts'
import { logOptions } from './log.ts'
import { logStream } from './log-stream.ts'
import { isConsoleOrigin } from './origins.ts'
import type { PrintJobs } from './print-jobs.ts'
import { ProofMemory } from './proof.ts'
import { buildServer } from './server.ts'
import { Sessions } from './sessions.ts'
import { SetupCodes } from './setup-codes.ts'
import { SpentTickets } from './spent-tickets.ts'

/** A started gateway. */
export interface RunningGateway {
  port: number
  gateway: Gateway
  /** what the socket is really bound to */
  address: () => AddressInfo | string | null
  stop(): Promise<void>
}

export interface GatewayParts {
  desk: Desk
  jobs: PrintJobs | undefined
  clock?: () => number
  /** where log lines go; stdout when absent */
  logStream?: { write(line: string): void }
  /** ms between heartbeats */
  everyMs?: number
}

const none = {
  session: undefined,
  origin: '',
  jkt: '',
  pdf: undefined,
  idempotencyKey: undefined,
  args: {},
  ticketed: false,
}

/** What the heartbeat tells about devices: no news when the desk is away is news enough. */
const devices = async (gateway: Gateway): Promise<Pick<Heartbeat, 'drivers' | 'printers'>> => {
  if (gateway.desk.state !== 'ready') return { drivers: [], printers: [] }
  const [drivers, printers] = await Promise.all([
    driverHandlers['driver.list'](gateway, none).catch(() => []),
    printHandlers['printer.list'](gateway, none).catch(() => []),
  ])
  return {
    drivers: drivers.map(({ id, version: v, state }) => ({ id, version: v, state })),
    printers: printers.map(({ name, state }) => ({ name, state })),
  }
}

/** Puts the gateway together and starts it; the desk is the caller's to start and to stop. */
export const runGateway = async (config: AgentConfig, parts: GatewayParts): Promise<RunningGateway> => {
  const { desk, jobs, clock = Date.now, logStream: lines = logStream(), everyMs } = parts
  const { folder, serverUrl, consoleDir, enrolCode, development } = config
  const identity = loadIdentity(join(folder, 'keys'))
  const policies = new PolicyStore(join(folder, 'policy.json'), identity.agentId)
  const erpToken = new ErpToken(folder)
  const database = openDatabase(join(folder, 'gateway.sqlite'))
  let port = 0
  const gateway: Gateway = {
    version,
    identity,
    policy: () => policies.view(clock()),
    erpTokenHash: () => policies.current?.erpTokenHash ?? erpToken.hash,
    desk,
    classes: new FunctionClasses(desk),
    jobs,
    sessions: new Sessions(clock),
    setupCodes: new SetupCodes(clock),
    spent: new SpentTickets(database),
    proofs: new ProofMemory(),
    frames: new ErpFrames(database),
    events: new EventHub(clock),
    limiter: new Limiter(clock),
    serverUrl,
    enrol: (code) => enrolWith(cloud, code),
    reach: () => reachServer(serverUrl, clock),
    consoleDir,
    ready: () => port !== 0 && desk.state === 'ready',
    clock,
    port: () => port,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  const app = await buildServer(gateway, logOptions(config.logLevel, lines))
  gateway.log = app.log
  desk.onEvent((event, data) => {
    if (isEventName(event)) gateway.events.emit(event, data)
    // Shapes and exit codes, never values: what support needs, and nothing the counter can act on.
    else if (event === 'driver.crash') app.log.warn({ crash: data }, 'driver crashed')
  })
  policies.onChange(({ policyVersion }) => {
    gateway.events.emit('policy.changed', { policyVersion })
    // New rules, new proof: nobody keeps a session that the new policy might not give.
    // A setup session shows who stands at this PC, which no policy changes: it ends only with its site's right to come.
    gateway.sessions.closeAll(({ kind, origin }) => kind === 'setup' && isConsoleOrigin(gateway, origin))
  })
  port = await listenOnLoopback(app, config.ports)
  const client = new ServerClient(serverUrl, identity)
  const log = { info: (text: string) => app.log.info(text), warn: (text: string) => app.log.warn(text) }
  const packages = new DriverPackages({
    ...{ folder: join(folder, 'packages'), client, agentId: identity.agentId, log },
    onActive: (drivers) => desk.request('drivers.reload', { drivers }, { deadlineMs: deadlines.reload }),
  })
  const cloud = new CloudLink({
    client,
    packages,
    identity,
    policies,
    version,
    enrolCode,
    everyMs,
    devices: () => devices(gateway),
    onEnrolled: () => {
      const token = erpToken.make(development)
      if (token) process.stdout.write(`ERP 令牌（只显示这一次，请填入 ERP）: ${token}\n`)
    },
    log,
  })
  cloud.start()
  const stop = async () => {
    await cloud.stop()
    await app.close()
    database.close()
  }
  return { port, gateway, address: () => app.server.address(), stop }
}
