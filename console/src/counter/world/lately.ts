import type { CounterPorts, SeldomEffect } from '../ports.ts'
import { wordsOf } from '../refusals.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

/** Carries out what comes late: where that part cannot be read, who reports or prints something has to know. */
export const lately = (ports: CounterPorts, dispatch: Dispatch): WorldOf<SeldomEffect> => {
  const calls = async () => (await ports.seldom()).seldomCalls(ports, dispatch)
  const quietly =
    <N extends SeldomEffect>(name: N) =>
    async (effect: Parameters<WorldOf<SeldomEffect>[N]>[0]) =>
      (await calls().catch(() => undefined))?.[name](effect as never)
  const failed = (cause: unknown) => dispatch({ type: 'failed', refusal: refusalOf(cause) })
  return {
    advise: quietly('advise'),
    askBill: quietly('askBill'),
    askBought: quietly('askBought'),
    askCoverage: quietly('askCoverage'),
    askRx: quietly('askRx'),
    askSold: quietly('askSold'),
    lookUpItems: quietly('lookUpItems'),
    report: (effect) =>
      calls()
        .then(({ report }) => report(effect))
        .catch(failed),
    resolvePrint: (effect) =>
      calls()
        .then(({ resolvePrint }) => resolvePrint(effect))
        .catch(failed),
    print: (effect) =>
      calls().then(
        ({ print }) => print(effect),
        (cause) => {
          const { text } = wordsOf(refusalOf(cause))
          dispatch({ type: 'printed', orderId: effect.orderId, slipId: '', state: 'failed', text })
        },
      ),
  }
}
