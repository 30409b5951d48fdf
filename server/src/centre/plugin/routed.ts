import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../exchange.ts'
import { isQuestion } from './guarded.ts'
import type { Route } from './types.ts'

/** ms before a message that did not arrive is sent again. */
const pause = 300

/** Nothing arrived, or the gateway broke off before the centre: the same bytes may go once more. */
const didNotArrive = (answer: Exchange): boolean =>
  answer.kind === 'notSent' || (answer.kind === 'answer' && answer.status >= 500)

/**
 * The answer to a question whose route says that it may be sent again. Whatever changes something at the centre goes
 * once, whatever a route says (DESIGN 7): a package that says otherwise is refused, and this is the second lock.
 */
export const routed = async (
  route: Route | undefined,
  infno: string,
  ask: () => Promise<Exchange>,
): Promise<Exchange> => {
  const retries = isQuestion(infno) ? (route?.retries ?? 0) : 0
  for (let left = retries; ; left--) {
    const answer = await ask()
    if (left <= 0 || !didNotArrive(answer)) return answer
    await sleep(pause)
  }
}
