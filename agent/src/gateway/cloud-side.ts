import { join } from 'node:path'
import { paths, releaseAnswer } from '@yibao/shared/agent/cloud.ts'
import { CloudLink } from '../cloud/cloud-link.ts'
import { DriverPackages } from '../cloud/driver-packages.ts'
import type { ErpToken } from '../cloud/erp-token.ts'
import { networkAt } from '../cloud/network.ts'
import type { PolicyStore } from '../cloud/policy-store.ts'
import { askReversedBills } from '../cloud/reversed-bills.ts'
import { ServerClient } from '../cloud/server-client.ts'
import { slipsElsewhere } from '../cloud/slips-elsewhere.ts'
import { pieceBytes } from '../update/download.ts'
import type { Updates, UpdatesOptions } from '../update/updates.ts'
import type { AgentConfig } from './config.ts'
import type { Gateway } from './context.ts'
import { deadlines } from './desk/ask.ts'
import { standingOf } from './handlers/admin.ts'
import { putFrame } from './handlers/erp.ts'
import { RemoteLine } from './remote/line.ts'
import { toldBy } from './told.ts'

/** What the gateway gives to updates. */
export type GatewaySide = Omit<UpdatesOptions, 'installation' | 'attended'>

interface CloudParts {
  config: AgentConfig
  gateway: Gateway
  policies: PolicyStore
  erpToken: ErpToken
  /** ms between heartbeats */
  everyMs: number | undefined
  readLog: (chars: number) => string
  restartDesk: () => void
  updates: ((wired: GatewaySide) => Updates) | undefined
}

/**
 * Slips that are just being handed to a printer: who is ended in that leaves nobody knowing whether they came out. One
 * that waits, for paper or for a person, waits behind a restart as well.
 */
const handedOver = async ({ jobs }: Gateway) =>
  ((await jobs?.list()) ?? []).filter(({ state, printerJob }) => state === 'printing' && !printerJob).length

/** Everything between this agent and its server: enrolment, heartbeat, the remote line, updates. Started by the caller. */
export const connectCloud = (parts: CloudParts) => {
  const { config, gateway, policies, erpToken, everyMs, readLog, restartDesk } = parts
  const { folder, serverUrl, enrolCode, development } = config
  const { identity, version, clock } = gateway
  const { agentId } = identity
  const client = new ServerClient(serverUrl, identity)
  const log = {
    info: (text: string) => gateway.log.info(text),
    warn: (text: string) => gateway.log.warn(text),
  }
  const updates = parts.updates?.({
    fetchOffer: async () => {
      const { release, forced } = await client.post(paths.release, { agentId }, releaseAnswer)
      return release && { release, forced }
    },
    readPiece: (sha256, from) => client.bytes(paths.releasePiece, { agentId, sha256, from }, pieceBytes),
    stores: () => policies.current?.stores ?? [],
    channel: () => policies.current?.channel ?? 'stable',
    work: async () => ({ calls: gateway.limiter.running + gateway.passing, jobs: await handedOver(gateway) }),
    close: (closed) => {
      gateway.closing = closed
    },
    report: () => standingOf(gateway),
    version,
    deskReady: () => gateway.desk.state === 'ready',
    clock,
    log,
  })
  const packages = new DriverPackages({
    ...{ folder: join(folder, 'packages'), client, agentId, log },
    onActive: (drivers) => gateway.desk.request('drivers.reload', { drivers }, { deadlineMs: deadlines.reload }),
  })
  const cloud = new CloudLink({
    client,
    packages,
    identity,
    policies,
    version,
    enrolCode,
    everyMs,
    told: async () => {
      const network = networkAt(client.localAddress)
      return { ...(await toldBy(gateway)), ...(network && { network }) }
    },
    askBills: (signal) =>
      askReversedBills(
        {
          client,
          agentId,
          clock,
          settled: gateway.frames.settled,
          tell: (frame) => putFrame(gateway, 'console', frame),
        },
        signal,
      ),
    onRelease: (release) => void updates?.consider(release),
    onEnrolled: () => {
      // Installed, the output is a journal or nobody's: `agent erp-token` makes and shows it.
      const token = development ? erpToken.renewForDevelopment() : undefined
      if (token) process.stdout.write(`ERP 令牌（只显示这一次，请填入 ERP）: ${token}\n`)
    },
    log,
  })
  const remote = {
    gateway,
    folder,
    readLog,
    restartDesk,
    isBusy: async () => gateway.limiter.running > 0 || (await handedOver(gateway)) > 0,
  }
  const line = new RemoteLine({ client, agentId, policies, parts: remote, clock, log })
  return {
    cloud,
    updates,
    slipsElsewhere: (slipIds: string[]) => slipsElsewhere(client, agentId, slipIds),
    start: () => {
      cloud.start()
      line.start()
      updates?.resume()
    },
    stop: () => Promise.all([cloud.stop(), line.stop()]),
  }
}
