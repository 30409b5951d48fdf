import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { minutesOf } from '../organisation/in-flight.ts'
import { stillOnItsWay } from './definite.ts'
import { isForPerson } from './for-person.ts'
import type { Telling } from './told.ts'

/**
 * What a person saw in the centre's own books: it holds nothing of a claimed row that nobody else could make definite. A
 * telling may be told anew then, a deletion has come to its end. Refused while the program still asks by itself, or a
 * message can still arrive behind what the person saw.
 */
export const sawNothing = async (deps: Deps, telling: Telling): Promise<void> => {
  const { one, mark } = telling
  if (one.state !== 'unknown' || !isForPerson(one)) refuse('sale.stillAsked')
  const left = await stillOnItsWay(deps, telling)
  if (left > 0) refuse('sale.flying', { minutes: minutesOf(left) })
  const message = '已由人工核对：医保中心没有这一条'
  const seen = { pending: '', attempts: 0, message } as const
  const ended =
    one.pending === 'delete'
      ? { state: 'deleted' as const, nextAt: null }
      : { state: 'waiting' as const, nextAt: deps.clock() }
  if (!(await mark({ ...seen, ...ended }, 'unknown'))) refuse('sale.busy')
}
