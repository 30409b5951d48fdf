import type { Deps } from '../../call/context.ts'
import { withdrawStock } from '../../centre/operations/stock.ts'
import { notLookedAt, unknownText } from '../../centre/outcome.ts'
import { lasting } from '../../database/held.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { leftOf, minutesOf } from '../organisation/in-flight.ts'
import { later, notSentText, type Telling, type Told, timeoutMs } from './told.ts'

/** Whether the centre holds nothing under a batch number any more: 3507 took it away, or says that there is none. */
type Gone = { gone: true } | { gone: false; told: Told }

/** 3507 of a row, and nothing else: what it did is the answer, nothing is written. */
export const withdraw = async (deps: Deps, { one, shop, type }: Telling): Promise<Gone> => {
  const answer = await runAsSystem(deps, shop, withdrawStock, { batchNo: one.batchNo, type }, { timeoutMs })
  if (answer.kind === 'booked') return { gone: true }
  if (answer.kind === 'unknown') return { gone: false, told: { kind: 'unknown', text: unknownText(answer) } }
  if (answer.kind === 'notSent') return { gone: false, told: { kind: 'down', text: notSentText(answer) } }
  if (notLookedAt(answer)) return { gone: false, told: { kind: 'down', text: answer.message } }
  const { notHeldPatterns } = deps.services.centre.of(shop.areaCode).profile
  if (notHeldPatterns.some((pattern) => pattern.test(answer.message))) return { gone: true }
  return { gone: false, told: { kind: 'refused', text: answer.message } }
}

/**
 * ms until a message that left then cannot arrive any more, 0 when it cannot now. A 3507 too: one that arrives behind what
 * was told anew meanwhile takes that away.
 */
export const stillOnItsWay = async (deps: Deps, { one, shop }: Telling): Promise<number> =>
  one.pending ? leftOf(deps, shop.areaCode, one, timeoutMs) : 0

/** After each attempt that told nothing; then a person has to. */
const pauses = [600_000, 3_600_000, 6 * 3_600_000]

/**
 * Makes an unknown row definite. The standard has no query for stock data, and does not say that a doubled
 * fixmedins_bchno is refused: so a lost message is never repeated as it is. 3507 by its batch number comes first, once
 * the lost message can no longer arrive; when the centre holds nothing of it any more, it may be told anew.
 * Undefined = definite, and the row is waiting again; a lost 3507 ends as deleted.
 */
export const makeDefinite = async (deps: Deps, telling: Telling): Promise<Told | undefined> => {
  const { one, mark } = telling
  const left = await stillOnItsWay(deps, telling)
  if (left > 0) {
    await mark({ nextAt: later(deps, left) })
    return { kind: 'open', text: `刚发出的报文可能还在路上，${minutesOf(left)} 分钟后再处理` }
  }
  // What somebody else told since this claim ended would be taken away.
  if (!(await mark({ sentAt: lasting(deps, 0) }, 'unknown'))) return { kind: 'open', text: '正在上传，请稍候再看' }
  const result = await withdraw(deps, telling)
  if (result.gone) {
    if (one.pending === 'delete') {
      await mark({ state: 'deleted', pending: '', nextAt: null, attempts: 0 })
      return { kind: 'done', text: '已删除中心记录' }
    }
    await mark({ state: 'waiting', pending: '', nextAt: deps.clock(), attempts: 0 })
    return undefined
  }
  const { told } = result
  // A line that is down has asked nothing, and uses up no attempt.
  const down = told.kind === 'down'
  const pause = down ? pauses[0] : pauses[one.attempts]
  const nextAt = pause === undefined ? null : later(deps, pause)
  const stillWhen = told.kind === 'unknown' ? {} : { sentAt: one.sentAt }
  const message = `未能核实：${told.text}`
  await mark({ message, nextAt, attempts: one.attempts + (down ? 0 : 1), ...stillWhen })
  return down ? told : { ...told, text: `结果未知，未能核实：${told.text}` }
}
