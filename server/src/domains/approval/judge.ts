import type { InputOf } from '@yibao/shared/call.ts'
import type { approval as calls } from '@yibao/shared/calls/approval.ts'
import { approvalKind, approvalState } from '@yibao/shared/entities/approval.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { mayDo } from '../auth/authorize.ts'
import { store } from '../organisation/tables.ts'
import { record } from './event.ts'
import { findRequest } from './find.ts'
import type { Stored } from './kinds/kind.ts'
import { askJudges, noNotices, releaseJudges, sendNotices, tellApplicant } from './notices.ts'
import { judgesOf } from './persons.ts'
import { approvalRequest } from './tables.ts'

/** ms after an approval at which it is nobody's any more who died before he began it. */
const begins = 60_000

const titleOf = (state: Stored['state']) => choiceTitle(approvalState, state)

/** Why somebody may not judge an application; refuses, or answers it. */
const requireJudge = (c: Context, row: Stored, action: string): void => {
  if (row.state !== 'waiting') refuse('approval.state', { state: titleOf(row.state), action })
  if (row.expiresAt <= c.deps.clock()) refuse('approval.state', { state: titleOf('expired'), action })
  if (row.applicantId === c.me.userId) refuse('approval.self')
  if (row.assigneeId && row.assigneeId !== c.me.userId) refuse('approval.assigned', { name: row.assigneeName ?? '' })
  if (!mayDo(c.me, row.kind)) refuse('approval.denied', { kind: choiceTitle(approvalKind, row.kind) })
}

/** One request wins: whatever was read before, the row is waiting for this very person when it is written. */
const takeWaiting = async (
  c: Context,
  tx: Database,
  row: Stored,
  set: Partial<Stored>,
): Promise<Stored | undefined> => {
  const [taken] = await tx
    .update(approvalRequest)
    .set(set)
    .where(
      and(
        eq(approvalRequest.id, row.id),
        eq(approvalRequest.state, 'waiting'),
        gt(approvalRequest.expiresAt, c.deps.clock()),
        or(isNull(approvalRequest.assigneeId), eq(approvalRequest.assigneeId, c.me.userId)),
      ),
    )
    .returning()
  return taken
}

/** Somebody was quicker: says what he made of it. */
const late = async (c: Context, id: string, action: string): Promise<never> => {
  const now = await findRequest(c, id)
  requireJudge(c, now, action)
  return refuse('approval.state', { state: titleOf(now.state), action })
}

/** Says yes or no to one application. A yes is committed before anything is begun. */
export const judge = async (
  c: Context,
  id: string,
  { verdict, opinion }: { verdict: 'approve' | 'reject'; opinion: string | undefined },
): Promise<Stored> => {
  const row = await findRequest(c, id)
  const approves = verdict === 'approve'
  const action = approves ? '通过' : '驳回'
  requireJudge(c, row, action)
  const now = c.deps.clock()
  const { userId: judgedById, name: judgedByName } = c.me
  const judged = { judgedById, judgedByName, judgedAt: now, opinion: opinion ?? null }
  const notices = noNotices()
  const taken = await c.db.transaction(async (db) => {
    const next: Partial<Stored> = approves
      ? { state: 'approved', nextAttemptAt: new Date(now.getTime() + begins) }
      : { state: 'rejected', outcome: '已驳回，没有执行', endedAt: now }
    const one = await takeWaiting(c, db, row, { ...judged, ...next })
    if (!one) return undefined
    await record(db, id, { at: now, move: approves ? '审批通过' : '驳回', text: opinion, by: judgedByName })
    await releaseJudges(c.deps, db, row, notices)
    if (!approves)
      await tellApplicant(
        c.deps,
        db,
        { row: one, what: '已驳回', text: `${judgedByName}的意见：${opinion}。没有执行，需要时可修改后重新提交。` },
        notices,
      )
    return one
  })
  if (!taken) return late(c, id, action)
  sendNotices(c.deps, notices)
  return taken
}

/** Approval/Transfer: from now on it waits for one person, who could judge it. */
export const transfer = async (c: Context, { id, userId, opinion }: InputOf<typeof calls.transfer>): Promise<void> => {
  const row = await findRequest(c, id)
  requireJudge(c, row, '转交')
  const person = (await judgesOf(c.db, row)).find((one) => one.id === userId)
  if (!person || userId === c.me.userId) return refuse('approval.person')
  const [shop] = await c.db.select({ name: store.name }).from(store).where(eq(store.id, row.storeId))
  const now = c.deps.clock()
  const notices = noNotices()
  const done = await c.db.transaction(async (db) => {
    const one = await takeWaiting(c, db, row, { assigneeId: person.id, assigneeName: person.name })
    if (!one) return undefined
    const text = [`转交给${person.name}`, opinion].filter(Boolean).join('：')
    await record(db, id, { at: now, move: '转交', text, by: c.me.name })
    await releaseJudges(c.deps, db, row, notices)
    await askJudges(c.deps, db, { row: one, users: [person.id], storeName: shop?.name ?? '' }, notices)
    return one
  })
  if (!done) return late(c, id, '转交')
  sendNotices(c.deps, notices)
  c.on(`${row.no} ${row.title}`, row.storeId)
}

/** Approval/Withdraw: the applicant's own, while nobody has said anything. */
export const withdraw = async (c: Context, id: string): Promise<void> => {
  const row = await findRequest(c, id)
  if (row.applicantId !== c.me.userId) return refuse('not.found', { what: '自己的这项申请' })
  const now = c.deps.clock()
  const notices = noNotices()
  const done = await c.db.transaction(async (db) => {
    const [one] = await db
      .update(approvalRequest)
      .set({ state: 'withdrawn', outcome: '申请人撤回，没有执行', endedAt: now })
      .where(and(eq(approvalRequest.id, id), eq(approvalRequest.state, 'waiting')))
      .returning()
    if (!one) return false
    await record(db, id, { at: now, move: '撤回申请', by: c.me.name })
    await releaseJudges(c.deps, db, row, notices)
    return true
  })
  if (!done) return refuse('approval.state', { state: titleOf((await findRequest(c, id)).state), action: '撤回' })
  sendNotices(c.deps, notices)
  c.on(`${row.no} ${row.title}`, row.storeId)
}
