import type { Answer, Operation } from '../../centre/client.ts'
import { type ClaimState, sameClaim } from '../../centre/operations/liquidation.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { flightLeft } from '../organisation/in-flight.ts'
import { type Application, type Asker, callsOf, type Found, keyOf } from './claim.ts'

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 45_000

/** The same for what changes something there, ms. */
export const sendingMs = 60_000

/** One message to a store's centre. */
export const run = <A, R>(c: Asker, { shop }: Found, operation: Operation<A, R>, args: A): Promise<Answer<R>> =>
  runAsSystem(c.deps, shop, operation, args, { timeoutMs })

/** ms until a message that was sent can arrive no more (DESIGN 7); 0 when it cannot. */
export const stillOnItsWay = ({ deps }: Pick<Asker, 'deps'>, { areaCode, sentAt }: Application): Promise<number> =>
  flightLeft(deps, areaCode, { closed: sentAt, open: sendingMs })

// Only "this application": 机构不存在 says nothing about it. Its number, of up to 30 characters, may stand between.
const goneTexts = [
  /(清算)?申请[^，。；,;]{0,40}(不存在|未找到|查无)/,
  /(不存在|未找到|未查到|查无)[^，。；,;]{0,6}(清算)?申请/,
]

/** Whether an answer says that the centre has no such application. */
export const saysGone = (answer: Answer<unknown>): answer is Extract<Answer<unknown>, { kind: 'refused' }> =>
  answer.kind === 'refused' && !answer.signInLost && goneTexts.some((text) => text.test(answer.message))

/**
 * What the centre holds of an application whose number we know: `gone` when it says that there is none. Refuses when it
 * gives no answer, or another refusal.
 */
export const askState = async (c: Asker, found: Found): Promise<ClaimState | 'gone'> => {
  const { one, shop } = found
  const answer = await run(c, found, callsOf(c, shop.areaCode).state, { ...keyOf(one), eventId: one.eventId })
  if (saysGone(answer)) return 'gone'
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  return answer.value.find(({ eventId }) => eventId === one.eventId) ?? 'gone'
}

/**
 * The application of a month whose number never came: undefined when the centre has none, `silent` when it cannot be
 * asked for one, or does not answer.
 */
export const findApplied = async (c: Asker, found: Found): Promise<ClaimState | 'silent' | undefined> => {
  const { find } = callsOf(c, found.shop.areaCode)
  if (!find) return 'silent'
  const key = keyOf(found.one)
  const answer = await run(c, found, find, key)
  return answer.kind === 'booked' ? sameClaim(key, answer.value) : 'silent'
}
