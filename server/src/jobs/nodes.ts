import { calledBy } from '../caller.ts'
import { beat, enter, fine, leave, Recording, tellState, trimNodes } from '../domains/node/beat.ts'
import { hearOrders } from '../domains/node/orders.ts'
import { reportFault } from '../fault.ts'
import { every } from './every.ts'
import type { Job } from './job.ts'

const fiveMinutes = 300_000

/** This process is a node among others: it says how it is, and hears what is asked of it. */
export const nodes: Job = {
  name: 'nodes',
  start: (deps) => {
    const { node } = deps.services
    const recording = new Recording()
    const report = (fault: unknown) => reportFault('nodes', fault)
    const unwatch = node.load.watch()
    hearOrders(deps, report)
    const named = (work: () => Promise<void>) => () => calledBy('job.nodes', work)
    // The start does not wait for it.
    let last = named(() => enter(deps))().catch(report)
    node.changed = () => {
      last = last.then(named(() => tellState(deps))).catch(report)
    }
    const stops = [
      every(
        fine * 1000,
        named(() => beat(deps, recording, report)),
        report,
      ),
      every(
        fiveMinutes,
        named(() => trimNodes(deps)),
        report,
      ),
    ]
    return async () => {
      unwatch()
      node.changed = () => undefined
      await last
      for (const stop of stops) await stop()
      await leave(deps).catch(report)
    }
  },
}
