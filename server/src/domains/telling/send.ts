import type { Deps } from '../../call/context.ts'
import type { Message, NotSent } from '../../centre/client.ts'
import type { Operation } from '../../centre/operation.ts'
import { notLookedAt, unknownText } from '../../centre/outcome.ts'
import { lasting } from '../../database/held.ts'
import { settingsOf } from '../organisation/settings.ts'
import { later, notSentText, type Telling, type Told, timeoutMs } from './told.ts'

/** ms after which what could not be told now is tried again. */
export const retryAfter = 600_000

/**
 * Sends what changes something there, once. `unknown` is written before it leaves: whoever dies meanwhile leaves it so.
 * Nothing leaves when the row is not as it was read any more.
 */
export const sendOnce = async (
  deps: Deps,
  { one, shop, mark }: Telling,
  operation: Operation<never, true>,
  built: Message | NotSent,
): Promise<Told> => {
  const client = deps.services.centre.of(shop.areaCode)
  const retry = one.state === 'waiting' ? later(deps, retryAfter) : null
  if (built.kind === 'notSent') {
    await mark({ message: notSentText(built), nextAt: retry })
    return { kind: 'open', text: notSentText(built) }
  }
  const { inFlightMax } = await settingsOf(deps.db, shop.areaCode)
  const sentAt = lasting(deps, 0)
  const landed = later(deps, timeoutMs + inFlightMax)
  const leaving = { state: 'unknown', pending: 'upload', message: '', sentAt, nextAt: landed, attempts: 0 } as const
  if (!(await mark(leaving, one.state))) return { kind: 'open', text: '明细刚刚变化，没有上传，请刷新后查看' }
  const answer = client.readAnswer(operation, await client.send(built.body, operation.infno, { timeoutMs }))
  if (answer.kind === 'booked') {
    await mark({ state: 'uploaded', pending: '', uploadedAt: deps.clock(), nextAt: null })
    return { kind: 'done', text: '已上传' }
  }
  if (answer.kind === 'unknown') {
    await mark({ message: unknownText(answer) })
    return { kind: 'unknown', text: `${unknownText(answer)}，系统会先核实再重新上传` }
  }
  if (answer.kind === 'notSent' || notLookedAt(answer)) {
    const text = answer.kind === 'notSent' ? notSentText(answer) : answer.message
    await mark({ state: one.state, pending: '', message: text, nextAt: retry })
    return { kind: 'down', text }
  }
  await mark({ state: 'refused', pending: '', message: answer.message, nextAt: null })
  return { kind: 'refused', text: `医保中心：“${answer.message}”` }
}
