import type { Heartbeat } from '@yibao/shared/calls/agent.ts'
import type { Gateway } from './context.ts'
import { driverHandlers } from './handlers/drivers.ts'
import { noCall } from './handlers/no-call.ts'
import { printHandlers } from './handlers/print.ts'

/** As much of a name as the server takes: a heartbeat that is refused for one would make the whole counter silent. */
const short = (name: string, most: number) => name.slice(0, most).replace(/\p{Cs}/gu, '')

type Told = Omit<Heartbeat, 'agentId' | 'version' | 'policyVersion'>

const devices = async (gateway: Gateway): Promise<Pick<Told, 'drivers' | 'printers'>> => {
  // No news when the desk is away is news enough.
  if (gateway.desk.state !== 'ready') return { drivers: [], printers: [] }
  const [drivers, printers] = await Promise.all([
    driverHandlers['driver.list'](gateway, noCall).catch(() => []),
    printHandlers['printer.list'](gateway, noCall).catch(() => []),
  ])
  return {
    drivers: drivers.map(({ id, version, state }) => ({ id: short(id, 64), version: short(version, 40), state })),
    printers: printers.map(({ name, state, problem }) => ({
      name: short(name, 255) || '?',
      // Out of paper is what a manager must hear of; that it has stopped is what follows from it.
      state: typeof problem === 'string' ? problem : state,
    })),
  }
}

/** What the heartbeat tells: devices, the day's reads and faults, how far an update is, what was lost; never whom a card belongs to. */
export const toldBy = async (gateway: Gateway): Promise<Told> => {
  const update = gateway.update()
  const records = gateway.damaged()
  return {
    ...(await devices(gateway)),
    health: gateway.metrics.health,
    signs: true,
    ...(records && { records }),
    ...(update && { update }),
  }
}
