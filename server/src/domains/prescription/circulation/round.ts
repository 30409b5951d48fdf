import type { Deps } from '../../../call/context.ts'
import type { Told } from '../../telling/told.ts'
import { dueRows, isDue, type Resting, takeTurns } from '../../telling/turns.ts'
import { rxMessage } from '../tables.ts'
import { withMessage } from './claim.ts'
import type { SoldBy } from './sold.ts'
import { tellMessage } from './tell.ts'

/**
 * Tells the centres the verdicts and what was handed out (7204, 7206), as far as it is due. Several nodes do it together:
 * each message is claimed. `resting` remembers which stores' centres did not answer, until when. Answers how many were told
 * or tried.
 */
export const tellDue = async (
  deps: Deps,
  report: (fault: unknown) => void,
  soldBy: SoldBy,
  resting: Resting = new Map(),
): Promise<number> => {
  const tell = (id: string) =>
    withMessage(
      deps,
      id,
      async (one): Promise<Told | undefined> => (isDue(deps, one) ? tellMessage(deps, one, soldBy) : undefined),
    )
  return takeTurns(deps, await dueRows(deps, rxMessage, resting), tell, report, resting)
}
