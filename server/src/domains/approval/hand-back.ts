import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { store } from '../organisation/tables.ts'
import { record } from './event.ts'
import type { Stored } from './kinds/kind.ts'
import { askJudges, noNotices, releaseJudges, sendNotices } from './notices.ts'
import { judgesOf } from './persons.ts'
import { approvalRequest } from './tables.ts'

const handBack = async (deps: Deps, row: Stored, storeName: string): Promise<boolean> => {
  const notices = noNotices()
  const done = await deps.db.transaction(async (db) => {
    const judges = await judgesOf(db, row)
    if (judges.some(({ id }) => id === row.assigneeId)) return false
    const [one] = await db
      .update(approvalRequest)
      .set({ assigneeId: null, assigneeName: null })
      .where(
        and(
          eq(approvalRequest.id, row.id),
          eq(approvalRequest.state, 'waiting'),
          eq(approvalRequest.assigneeId, row.assigneeId!),
        ),
      )
      .returning()
    if (!one) return false
    const text = `${row.assigneeName}现在不能审批这项申请，退回给其他有权限的人`
    await record(db, row.id, { at: deps.clock(), move: '退回', text, by: '系统' })
    await releaseJudges(deps, db, row, notices)
    await askJudges(deps, db, { row: one, users: judges.map(({ id }) => id), storeName }, notices)
    return true
  })
  sendNotices(deps, notices)
  return done
}

/**
 * What was handed over to somebody who has lost the right to judge it since, or was stopped, waits for everybody who may:
 * else it would wait for nobody until it expires. Answers how many.
 */
export const handBackLost = async (deps: Deps): Promise<number> => {
  const rows = await deps.db
    .select({ one: approvalRequest, storeName: store.name })
    .from(approvalRequest)
    .innerJoin(store, eq(store.id, approvalRequest.storeId))
    .where(
      and(
        eq(approvalRequest.state, 'waiting'),
        isNotNull(approvalRequest.assigneeId),
        gt(approvalRequest.expiresAt, deps.clock()),
      ),
    )
  let back = 0
  for (const { one, storeName } of rows) if (await handBack(deps, one, storeName)) back += 1
  return back
}
