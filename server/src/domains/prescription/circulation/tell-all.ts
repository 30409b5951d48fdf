import { and, asc, eq, inArray } from 'drizzle-orm'
import { Refusal } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { reportFault } from '../../../process/fault.ts'
import type { Told } from '../../telling/told.ts'
import { rxMessage } from '../tables.ts'
import { withMessage } from './claim.ts'
import type { SoldBy } from './sold.ts'
import { tellMessage } from './tell.ts'

const openOf = ({ db }: Pick<Deps, 'db'>, prescriptionId: string) =>
  db
    .select({ id: rxMessage.id })
    .from(rxMessage)
    .where(
      and(eq(rxMessage.prescriptionId, prescriptionId), inArray(rxMessage.state, ['waiting', 'unknown', 'refused'])),
    )
    .orderBy(asc(rxMessage.id))

const busy = (): Told => ({ kind: 'open', text: '正在上传，请稍候再看' })

/** Tells everything of a prescription that is open, in its order, until one thing is not told; undefined when nothing was. */
export const tellAll = async (deps: Deps, prescriptionId: string, soldBy: SoldBy): Promise<Told | undefined> => {
  let last: Told | undefined
  for (const { id } of await openOf(deps, prescriptionId)) {
    last = await withMessage(deps, id, (one) => tellMessage(deps, one, soldBy), busy)
    if (last.kind !== 'done') return last
  }
  return last
}

/** The verdict is told at once, so that the clerk can go on; what goes wrong the job does again. */
export const tellAtOnce = async (deps: Deps, prescriptionId: string): Promise<void> => {
  // Nothing is handed out before it.
  await tellAll(deps, prescriptionId, async () => []).catch((fault: unknown) => {
    if (!(fault instanceof Refusal)) reportFault('rx verdict', fault)
  })
}
