import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { lasting } from '../../database/held.ts'
import { minutesOf } from '../organisation/in-flight.ts'
import { stillOnItsWay, withdraw } from './definite.ts'
import { later, type Telling } from './told.ts'

/**
 * 3507 of a claimed row that the centre holds, or may hold. Refuses with what the centre said; a lost answer leaves it
 * unknown, and the next step is the same 3507 again, which takes away what is there and nothing else.
 */
export const takeAway = async (deps: Deps, telling: Telling, reason: string): Promise<void> => {
  const { one, mark } = telling
  const left = await stillOnItsWay(deps, telling)
  if (left > 0) refuse('sale.flying', { minutes: minutesOf(left) })
  const message = `已删除：${reason}`
  const leaving = { state: 'unknown', pending: 'delete', message, nextAt: later(deps, 60_000), attempts: 0 } as const
  // Without the mark nothing leaves: who has the row since this claim ended may have told it anew.
  if (!(await mark({ ...leaving, sentAt: lasting(deps, 0) }, one.state))) refuse('sale.busy')
  const result = await withdraw(deps, telling)
  if (result.gone) {
    await mark({ state: 'deleted', pending: '', nextAt: null, message })
    return
  }
  const { kind, text } = result.told
  if (kind === 'unknown') refuse('sale.unknown', { action: '删除' })
  const { state, pending, nextAt, sentAt } = one
  await mark({ state, pending, nextAt, sentAt, message: `没有删除：${text}` })
  if (kind === 'refused') refuse('centre.refused', { text }, { extend: { centreText: text } })
  refuse('centre.down')
}
