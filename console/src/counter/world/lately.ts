import type { CounterPorts, SeldomEffect } from '../ports.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

/** Carries out what comes late: where that part cannot be read, only who reports something has to know. */
export const lately = (ports: CounterPorts, dispatch: Dispatch): WorldOf<SeldomEffect> => {
  const calls = async () => (await ports.seldom()).seldomCalls(ports, dispatch)
  const unread = () => undefined
  return {
    advise: async (effect) => (await calls().catch(unread))?.advise(effect),
    askBill: async (effect) => (await calls().catch(unread))?.askBill(effect),
    askRx: async (effect) => (await calls().catch(unread))?.askRx(effect),
    report: (effect) =>
      calls()
        .then(({ report }) => report(effect))
        .catch((cause) => dispatch({ type: 'failed', refusal: refusalOf(cause) })),
  }
}
