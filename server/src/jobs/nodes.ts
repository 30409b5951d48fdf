import { hearRemovals } from '../domains/cache/handlers.ts'
import { beat, enter, fine, leave, Recording, tellState, trimNodes } from '../domains/node/beat.ts'
import { hearOrders } from '../domains/node/orders.ts'
import { job } from './job.ts'

const fiveMinutes = 300_000

/** This process is a node among others: it says how it is, and hears what is asked of it, also while it leaves. */
export const nodes = job('nodes', (deps, report) => {
  const { node } = deps.services
  const recording = new Recording()
  const unwatch = node.load.watch()
  hearOrders(deps, report)
  hearRemovals(deps.services.live)
  let told = Promise.resolve()
  node.changed = () => {
    told = told.then(() => tellState(deps)).catch(report)
  }
  return {
    begin: () => {
      // A change of state is told behind the entry that it changes.
      told = enter(deps).catch(report)
      return told
    },
    rounds: [
      { every: fine * 1000, leaving: true, work: () => beat(deps, recording, report) },
      { every: fiveMinutes, leaving: true, work: () => trimNodes(deps) },
    ],
    end: async () => {
      unwatch()
      node.changed = () => undefined
      await told
      await leave(deps)
    },
  }
})
