import type { ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context, Deps } from '../../../context.ts'
import { reportFault } from '../../../fault.ts'
import { Refusal, refuse } from '../../../refuse.ts'
import { writeSaleOf } from '../../sale/write.ts'
import type { Told } from '../../telling/told.ts'
import { rxOf } from '../rows.ts'
import { rxMessage } from '../tables.ts'
import { withMessage } from './claim.ts'
import { tellMessage } from './tell.ts'

const openOf = ({ db }: Pick<Deps, 'db'>, prescriptionId: string) =>
  db
    .select({ id: rxMessage.id })
    .from(rxMessage)
    .where(
      and(eq(rxMessage.prescriptionId, prescriptionId), inArray(rxMessage.state, ['waiting', 'unknown', 'refused'])),
    )
    .orderBy(asc(rxMessage.id))

/** Tells everything of a prescription that is open, in its order, until one thing is not told; undefined when nothing was. */
export const tellAll = async (deps: Deps, prescriptionId: string): Promise<Told | undefined> => {
  let last: Told | undefined
  for (const { id } of await openOf(deps, prescriptionId)) {
    last = await withMessage(
      deps,
      id,
      async (one): Promise<Told> => (one ? tellMessage(deps, one) : { kind: 'open', text: '正在上传，请稍候再看' }),
    )
    if (last.kind !== 'done') return last
  }
  return last
}

/** The verdict is told at once, so that the clerk can go on; what goes wrong the job does again. */
export const tellAtOnce = async (deps: Deps, prescriptionId: string): Promise<void> => {
  await tellAll(deps, prescriptionId).catch((fault: unknown) => {
    if (!(fault instanceof Refusal)) reportFault('rx verdict', fault)
  })
}

/** Rx/Tell */
export const tellAgain = async (c: Context, id: string): Promise<ResultOf<typeof calls.tell>> => {
  const { one, shop, orderId } = await rxOf(c, id)
  c.keep({ target: `${shop.name} ${one.number}` })
  if (one.source !== 'circulation') refuse('rx.nothingToTell')
  // The job may not have written yet what the order handed out.
  if (orderId) await writeSaleOf(c.deps, orderId)
  const told = (await tellAll(c.deps, id)) ?? refuse('rx.nothingToTell')
  return { done: told.kind === 'done', text: told.text }
}
