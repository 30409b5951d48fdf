import { arch, platform, release, totalmem } from 'node:os'
import type { Gateway } from '../context.ts'
import { driverHandlers } from '../handlers/drivers.ts'
import { noCall } from '../handlers/no-call.ts'
import { printHandlers } from '../handlers/print.ts'
import { redact } from './redact.ts'
import { selfTest } from './self-test.ts'

/** Most characters of the log in a bundle: the whole, quoted, must stay below what a command may answer. */
const logChars = 250_000

/**
 * Everything support asks for first, as one JSON text, redacted as a whole: no names, numbers, PINs, tokens or keys.
 * Jobs are told by state only, stores by their public code.
 */
export const bundle = async (gateway: Gateway, folder: string, readLog: (chars: number) => string): Promise<string> => {
  const { policy, pairing } = gateway.policy()
  const asked = gateway.desk.state === 'ready'
  const drivers = asked ? await driverHandlers['driver.list'](gateway, noCall).catch(() => []) : []
  const printers = asked ? await printHandlers['printer.list'](gateway, noCall).catch(() => []) : []
  const jobs = (await gateway.jobs?.list()) ?? []
  const content = {
    at: new Date(gateway.clock()).toISOString(),
    agentId: gateway.identity.agentId,
    version: gateway.version,
    node: process.version,
    system: { platform: platform(), release: release(), arch: arch(), memory: totalmem() },
    process: { uptime: Math.round(process.uptime()), memory: process.memoryUsage() },
    pairing,
    policy: policy && {
      version: policy.policyVersion,
      expires: policy.expires,
      origins: policy.origins,
      stores: policy.stores,
    },
    update: gateway.update(),
    health: gateway.metrics.health,
    selfTest: await selfTest(gateway, folder),
    drivers,
    printers,
    jobs: jobs.map(({ state, code }) => ({ state, code })),
    metrics: gateway.metrics.text({}),
    log: readLog(logChars).split('\n'),
  }
  return redact(JSON.stringify(content, null, 1))
}
