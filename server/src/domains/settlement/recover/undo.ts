import { and, isNull } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { type Undoable, undo as undoOperation } from '../../../centre/operations/reversal.ts'
import { notLookedAt, unknownText } from '../../../centre/outcome.ts'
import { systemHeader } from '../../attendance/sign.ts'
import type { Identity } from '../../card/types.ts'
import { move } from '../../order/states.ts'
import { intent } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { heldBy, hold } from '../lease.ts'
import type { Claimed } from './claim.ts'

const waiting = { timeoutMs: 20_000 }

/** What an attempt says of a message that it did not send any more; kept only where it still has the intent. */
export const heldBackText = '没有发出，这笔结算另有进展'

export type UndoAnswer =
  | { kind: 'undone' }
  | { kind: 'notFound' }
  | { kind: 'refused'; text: string }
  | { kind: 'open'; text: string }

/**
 * 2601 for one message: what the centre said about it. Asking again with the same omsgid is safe. `departing` is asked last
 * of all, and says whether it may leave.
 */
export const askUndo = async (
  deps: Deps,
  storeRow: StoreRow,
  identity: Identity,
  { omsgid, oinfno }: { omsgid: string; oinfno: Undoable },
  departing: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<UndoAnswer> => {
  const client = deps.services.centre.of(storeRow.areaCode)
  const header = await systemHeader(deps, storeRow, identity.insuredArea)
  const message = client.prepare(undoOperation, { psnNo: identity.psnNo, omsgid, oinfno }, header)
  if (message.kind === 'notSent') return { kind: 'open', text: message.reason }
  if (!(await departing())) return { kind: 'open', text: heldBackText }
  const answer = client.readAnswer(undoOperation, await client.send(message.body, '2601', waiting))
  if (answer.kind === 'booked') return { kind: 'undone' }
  if (answer.kind !== 'refused')
    return { kind: 'open', text: answer.kind === 'notSent' ? answer.reason : unknownText(answer) }
  // The next attempt signs in again, or finds the clock put right.
  if (notLookedAt(answer)) return { kind: 'open', text: answer.message }
  const notFound = client.profile.notFoundPatterns.some((pattern) => pattern.test(answer.message))
  return notFound ? { kind: 'notFound' } : { kind: 'refused', text: answer.message }
}

/**
 * Commits that a 2601 is about to leave: a booking that shows up later is no longer simply settled (DESIGN 7). False when
 * somebody else has the intent by now, or the first sender has kept an answer meanwhile: it is booked then.
 */
export const markUndoSent = (deps: Deps, { intent: row }: Claimed): Promise<boolean> => {
  const changes = { undoSentAt: row.undoSentAt ?? deps.clock(), closedAt: row.closedAt }
  return hold(deps, row, changes, row.undoSentAt ? undefined : isNull(intent.lateAnswer))
}

/**
 * Ends a 2102's intent as undone, by `text`: the order is presettled again and must be priced anew. Undefined when
 * somebody else has the intent, or a kept answer says that it was booked: against that 'not found' proves nothing.
 */
export const bookUndone = async (
  deps: Deps,
  { intent: row, order }: Claimed,
  undoneBy: 'booked' | 'notFound',
  text = undoneBy === 'booked' ? '冲正成功' : '医保中心查无此结算',
): Promise<OrderRow | undefined> => {
  const at = deps.clock()
  const done = await deps.db.transaction(async (tx) => {
    const [closed] = await tx
      .update(intent)
      .set({ outcome: 'undone', undoneBy, lastError: null })
      .where(and(heldBy(row), undoneBy === 'notFound' ? isNull(intent.lateAnswer) : undefined))
      .returning({ id: intent.id })
    if (!closed) return undefined
    return move(tx, order.id, 'undone', at, { by: '系统', text, patch: { settleKey: null, split: null } })
  })
  if (done) deps.services.live.publish(`store:${order.storeId}`, 'order.changed', { orderId: order.id })
  return done
}
