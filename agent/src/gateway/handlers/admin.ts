import type { ProbeReport } from '../../update/report.ts'
import type { Gateway } from '../context.ts'
import type { Handler } from '../handler.ts'
import { driverHandlers } from './drivers.ts'
import { noCall } from './no-call.ts'

/** How this gateway stands: what an update must not make worse (agent.md 5.4). */
export const standingOf = async (gateway: Gateway): Promise<ProbeReport> => {
  const { pairing } = gateway.policy()
  const drivers =
    gateway.desk.state === 'ready' ? await driverHandlers['driver.list'](gateway, noCall).catch(() => []) : []
  return {
    version: gateway.version,
    pairing,
    policy: gateway.policyLoads(),
    desk: gateway.desk.state,
    drivers: drivers.map(({ id, state }) => ({ id, state })),
    print: await gateway.dryRun(),
  }
}

const metrics: Handler<'metrics'> = async (gateway) => {
  const { rss } = process.memoryUsage()
  return gateway.metrics.text({
    up_seconds: Math.round(process.uptime()),
    memory_bytes: rss,
    desk_ready: gateway.desk.state === 'ready' ? 1 : 0,
    enrolled: gateway.policy().pairing === 'enrolled' ? 1 : 0,
    calls_running: gateway.limiter.running,
    event_sequence: gateway.events.seq,
  })
}

export const adminHandlers = {
  metrics,
  'admin.probe': ((gateway) => standingOf(gateway)) satisfies Handler<'admin.probe'>,
}
