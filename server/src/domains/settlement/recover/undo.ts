import { and, eq } from 'drizzle-orm'
import { type Undoable, undo as undoOperation } from '../../../centre/operations/reversal.ts'
import { unknownText } from '../../../centre/outcome.ts'
import type { Deps } from '../../../context.ts'
import { type StoreRow, systemHeader } from '../../attendance/sign.ts'
import { move } from '../states.ts'
import { intent } from '../tables.ts'
import type { Identity } from '../types.ts'
import type { OrderRow } from '../view.ts'
import type { Claimed } from './claim.ts'

const waiting = { timeoutMs: 20_000 }

export type UndoAnswer =
  | { kind: 'undone' }
  | { kind: 'notFound' }
  | { kind: 'refused'; text: string }
  | { kind: 'open'; text: string }

/** 2601 for one message: what the centre said about it. Asking again with the same omsgid is safe. */
export const askUndo = async (
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  { omsgid, oinfno }: { omsgid: string; oinfno: Undoable },
): Promise<UndoAnswer> => {
  const client = deps.services.centre.of(storeRow.areaCode)
  const header = await systemHeader(deps, storeRow, identity.insuredArea)
  const answer = await client.run(undoOperation, { psnNo: identity.psnNo, omsgid, oinfno }, header, waiting)
  if (answer.kind === 'booked') return { kind: 'undone' }
  if (answer.kind !== 'refused')
    return { kind: 'open', text: answer.kind === 'notSent' ? answer.reason : unknownText(answer) }
  // It was not looked at: the next attempt signs in again.
  if (answer.signInLost) return { kind: 'open', text: answer.message }
  const notFound = client.profile.notFoundPatterns.some((pattern) => pattern.test(answer.message))
  return notFound ? { kind: 'notFound' } : { kind: 'refused', text: answer.message }
}

/** Commits that a 2601 is about to leave: a booking that shows up later is no longer simply settled (DESIGN 7). */
export const markUndoSent = async ({ db, clock }: Deps, { intent: row }: Claimed): Promise<boolean> => {
  const marked = await db
    .update(intent)
    .set({ undoSentAt: row.undoSentAt ?? clock() })
    .where(and(eq(intent.id, row.id), eq(intent.node, row.node), eq(intent.outcome, 'unknown')))
    .returning({ id: intent.id })
  return marked.length > 0
}

/** Ends a 2102's intent as undone: the order is presettled again and must be priced anew. */
export const bookUndone = async (
  deps: Deps,
  { intent: row, order }: Claimed,
  undoneBy: 'booked' | 'notFound',
): Promise<OrderRow | undefined> => {
  const at = deps.clock()
  const done = await deps.db.transaction(async (tx) => {
    const [closed] = await tx
      .update(intent)
      .set({ outcome: 'undone', undoneBy, lastError: null })
      .where(and(eq(intent.id, row.id), eq(intent.node, row.node), eq(intent.outcome, 'unknown')))
      .returning({ id: intent.id })
    if (!closed) return undefined
    const text = undoneBy === 'booked' ? '冲正成功' : '医保中心查无此结算'
    return move(tx, order.id, 'undone', at, { by: '系统', text, patch: { settleKey: null, split: null } })
  })
  if (done) deps.services.live.publish(`store:${order.storeId}`, 'order.changed', { orderId: order.id })
  return done
}
