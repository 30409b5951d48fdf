import type { CounterPorts, SeldomEffect } from '../ports.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

/** Carries out what comes late: where that part cannot be read, only who reports something has to know. */
export const lately = (ports: CounterPorts, dispatch: Dispatch): WorldOf<SeldomEffect> => {
  const calls = async () => (await ports.seldom()).seldomCalls(ports, dispatch)
  const quietly =
    <N extends SeldomEffect>(name: N) =>
    async (effect: Parameters<WorldOf<SeldomEffect>[N]>[0]) =>
      (await calls().catch(() => undefined))?.[name](effect as never)
  return {
    advise: quietly('advise'),
    askBill: quietly('askBill'),
    askBought: quietly('askBought'),
    askRx: quietly('askRx'),
    askSold: quietly('askSold'),
    report: (effect) =>
      calls()
        .then(({ report }) => report(effect))
        .catch((cause) => dispatch({ type: 'failed', refusal: refusalOf(cause) })),
  }
}
