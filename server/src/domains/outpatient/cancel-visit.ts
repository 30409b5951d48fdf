import { and, asc, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { findOrder } from '../order/find.ts'
import { note } from '../order/states.ts'
import { visit } from '../order/visit-tables.ts'
import { endByHand, endVisit, lostPerson } from '../visit/close.ts'

/**
 * Outpatient/CancelVisit: each registration that was left is ended at the centre; refuses with the first that is not.
 * `byHand`: somebody has done so on the centre's own site, and says it.
 */
export const cancelVisits = async (c: Context, orderId: string, byHand = false): Promise<{ text: string }> => {
  const { id } = await findOrder(c, orderId)
  const left = await c.db
    .select({ id: visit.id })
    .from(visit)
    .where(and(eq(visit.orderId, id), eq(visit.state, 'left')))
    .orderBy(asc(visit.createdAt), asc(visit.id))
  if (!left.length) return refuse('visit.ended')
  for (const one of left) {
    if (byHand) {
      const noted = (await endByHand(c.deps, one.id)) ?? refuse('visit.busy')
      if (!noted) return refuse('visit.ended')
      continue
    }
    const told = (await endVisit(c.deps, one.id)) ?? refuse('visit.ended')
    if (told.kind === 'refused')
      return refuse('centre.refused', { text: told.text }, { extend: { centreText: told.text } })
    if (told.kind === 'open') return refuse('data.key', lostPerson)
    if (told.kind !== 'done') return refuse('visit.unanswered', { text: told.text })
  }
  const text = byHand ? '挂号已在医保中心的网站撤销' : '撤销医保中心的挂号'
  await note(c.db, id, c.now, { by: c.me.name, text })
  return { text: '挂号已撤销' }
}
