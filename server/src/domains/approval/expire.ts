import { and, eq, lte } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { agreedTime } from '../../database/sweeping.ts'
import { record } from './event.ts'
import { noNotices, sendNotices, tellApplicant } from './notices.ts'
import { approvalRequest } from './tables.ts'

/**
 * Ends what nobody judged in its time; its applicant is told. Nothing while this node's clock and the database's are far
 * apart. Answers how many.
 */
export const expireWaiting = async (deps: Deps): Promise<number> => {
  const now = await agreedTime(deps)
  if (!now) return 0
  const notices = noNotices()
  const ended = await deps.db.transaction(async (db) => {
    const rows = await db
      .update(approvalRequest)
      .set({ state: 'expired', outcome: '超过有效期没有人审批，没有执行', endedAt: now })
      .where(and(eq(approvalRequest.state, 'waiting'), lte(approvalRequest.expiresAt, now)))
      .returning()
    for (const row of rows) {
      await record(db, row.id, { at: now, move: '已过期', by: '系统' })
      const text = '没有人在有效期内审批，没有执行。需要时请重新提交，或请授权人到场授权。'
      await tellApplicant(deps, db, { row, what: '已过期', text }, notices)
    }
    return rows.length
  })
  sendNotices(deps, notices)
  return ended
}
