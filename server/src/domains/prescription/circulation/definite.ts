import type { Deps } from '../../../call/context.ts'
import { queryRx } from '../../../centre/operations/prescription.ts'
import { notLookedAt, unknownText } from '../../../centre/outcome.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import { leftOf, minutesOf } from '../../organisation/in-flight.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { later, notSentText, type Told } from '../../telling/told.ts'
import type { Rx } from '../rows.ts'
import { type Message, mark } from './claim.ts'
import type { SoldBy } from './sold.ts'

/** Waiting for an answer of the centre, ms. */
export const timeoutMs = 30_000

/** After each question that was not answered, the last one again and again: nobody else would look any more. */
const pauses = [60_000, 600_000, 3_600_000, 6 * 3_600_000]

/** A message with its prescription and store as they are now. */
export interface Found {
  one: Message
  rx: Rx
  shop: StoreRow
  soldBy: SoldBy
}

/** Whether the centre holds it; an object when nobody could be asked. */
const held = async (deps: Deps, { one, rx, shop }: Found): Promise<boolean | Told> => {
  const { number, downloadCode } = rx
  const answer = await runAsSystem(deps, shop, queryRx, { number, downloadCode }, { timeoutMs })
  if (answer.kind === 'unknown') return { kind: 'unknown', text: unknownText(answer) }
  if (answer.kind === 'notSent') return { kind: 'down', text: notSentText(answer) }
  // It answered, of this one alone: its area goes on.
  if (answer.kind === 'refused') return { kind: notLookedAt(answer) ? 'down' : 'open', text: answer.message }
  const listed = answer.value.find((row) => row.number === number)
  if (!listed) return { kind: 'open', text: '医保中心没有答复这张处方的状态' }
  if (one.kind === 'verdict')
    return listed.checkedBy === shop.fixmedinsCode && listed.passed === rx.reviews.at(-1)?.passed
  return (listed.dispensed === one.setlId) === (one.kind === 'dispense')
}

/**
 * Makes an unknown message definite: the centre is asked how the prescription stands (7202). What it holds is told; what it
 * does not hold may still arrive, so it is waited for, and only then sent again. Undefined = it is waiting again.
 */
export const makeDefinite = async (deps: Deps, found: Found): Promise<Told | undefined> => {
  const { one, shop } = found
  // Before the question leaves: what can still arrive then may do so behind its answer.
  const left = await leftOf(deps, shop.areaCode, one, timeoutMs)
  const there = await held(deps, found)
  if (there === true) {
    await mark(deps, one, { state: 'told', toldAt: deps.clock(), nextAt: null, message: '', attempts: 0 })
    return { kind: 'done', text: '已上传' }
  }
  if (there !== false) {
    // A line that is down has asked nothing, and uses up no attempt.
    const down = there.kind === 'down'
    const pause = pauses[down ? 0 : Math.min(one.attempts, pauses.length - 1)]!
    const attempts = down ? one.attempts : one.attempts + 1
    await mark(deps, one, { message: `未能核实：${there.text}`, nextAt: later(deps, pause), attempts })
    return { ...there, text: `结果未知，未能核实：${there.text}` }
  }
  if (left > 0) {
    await mark(deps, one, { nextAt: later(deps, Math.min(left, pauses[0]!)) })
    return {
      kind: 'open',
      text: `医保中心还没有这份上传，刚发出的报文可能还在路上，${minutesOf(left)} 分钟后再发`,
    }
  }
  await mark(deps, one, { state: 'waiting', nextAt: deps.clock(), attempts: 0, message: '' })
  return undefined
}
