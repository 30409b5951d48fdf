import { Refusal } from '../../base/refuse.ts'
import type { Answer, Operation } from '../../centre/client.ts'
import { type ClaimState, sameClaim } from '../../centre/operations/liquidation.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { leftOf } from '../organisation/in-flight.ts'
import { type Application, type Asker, callsOf, type Found, keyOf } from './claim.ts'
import { bearersOf } from './keep.ts'

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 45_000

/** The same for what changes something there, ms. */
export const sendingMs = 60_000

/** One message to a store's centre. */
export const run = <A, R>(c: Asker, { shop }: Found, operation: Operation<A, R>, args: A): Promise<Answer<R>> =>
  runAsSystem(c.deps, shop, operation, args, { timeoutMs })

/** ms until a message that was sent can arrive no more (DESIGN 7); 0 when it cannot. */
export const stillOnItsWay = ({ deps }: Pick<Asker, 'deps'>, one: Application): Promise<number> =>
  leftOf(deps, one.areaCode, one, sendingMs)

// Only "this application": 机构不存在 says nothing about it. Its number, of up to 30 characters, may stand between.
const goneTexts = [
  /(清算)?申请[^，。；,;]{0,40}(不存在|未找到|查无)/,
  /(不存在|未找到|未查到|查无)[^，。；,;]{0,6}(清算)?申请/,
]

/** Whether an answer says that the centre has no such application. */
export const saysGone = (answer: Answer<unknown>): answer is Extract<Answer<unknown>, { kind: 'refused' }> =>
  answer.kind === 'refused' && !answer.signInLost && goneTexts.some((text) => text.test(answer.message))

/**
 * Whether a refusal of a question says that this very application is revoked. Only where both stand in one clause, and it
 * speaks of nothing else: a sign-in or a designation that is revoked says nothing about it.
 */
const saysRevoked = (c: Asker, { shop }: Found, answer: Answer<unknown>): boolean => {
  if (answer.kind !== 'refused' || answer.signInLost) return false
  const { alreadyReversedPatterns } = c.services.centre.of(shop.areaCode).profile
  return answer.message
    .split(/[，。；,;]/)
    .some(
      (clause) =>
        /申请|事件/.test(clause) &&
        !/机构|资格|协议|签到|人员/.test(clause) &&
        alreadyReversedPatterns.some((pattern) => pattern.test(clause)),
    )
}

/** A question that only helps: what it cannot find out stays unknown. */
export const quietly = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** What a centre says of an application by its number: as it stands, or by a refusal that there is none or that it is revoked. */
export type Told = ClaimState | 'gone' | 'revoked'

/** The centre has it no longer: what was in it may be claimed again. */
export const isBack = (told: Told): boolean => typeof told === 'string' || told.stage === 'revoked'

/** What the centre holds of an application whose number we know. Refuses when it gives no answer, or another refusal. */
export const askState = async (c: Asker, found: Found): Promise<Told> => {
  const { one, shop } = found
  const answer = await run(c, found, callsOf(c, shop.areaCode).state, { ...keyOf(one), eventId: one.eventId })
  if (saysGone(answer)) return 'gone'
  if (saysRevoked(c, found, answer)) return 'revoked'
  if (answer.kind !== 'booked') return refuseOutcome(answer)
  return answer.value.find(({ eventId }) => eventId === one.eventId) ?? 'gone'
}

/**
 * The application of a month whose number never came: undefined when the centre has none, `silent` when it cannot be
 * asked for one, or does not answer. One that another application of ours bears, or bore, is that one's: a centre that tells
 * less than our key asks (no way of clearing, a status of its own) would have it found for this one too.
 */
export const findApplied = async (c: Asker, found: Found): Promise<ClaimState | 'silent' | undefined> => {
  const { find } = callsOf(c, found.shop.areaCode)
  if (!find) return 'silent'
  const key = keyOf(found.one)
  const answer = await run(c, found, find, key)
  if (answer.kind !== 'booked') return 'silent'
  const others = await bearersOf(
    c,
    found.one,
    answer.value.map(({ eventId }) => eventId),
  )
  return sameClaim(
    key,
    answer.value.filter(({ eventId }) => !others.has(eventId)),
  )
}
