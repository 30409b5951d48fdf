import { messageOf } from '@yibao/shared/envelope.ts'
import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Asking } from '../../call/asking.ts'
import type { Deps } from '../../call/context.ts'
import { forget } from '../../call/idempotency.ts'
import { performLater } from '../../call/perform.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { mineOf } from '../../database/claims.ts'
import { hasCome, isFree, lasting } from '../../database/held.ts'
import { reportFault } from '../../process/fault.ts'
import { grantAuthorization } from '../auth/authorize.ts'
import { standIn } from '../auth/stand-in.ts'
import { record } from './event.ts'
import { kinds } from './kinds/all.ts'
import type { Standing, Stored } from './kinds/kind.ts'
import { noNotices, sendNotices, tellApplicant } from './notices.ts'
import { approvalRequest } from './tables.ts'

/** ms one node works on an application alone; the longest repair asks the centre a few times 20 s. */
const lease = 300_000
/** ms until what is not definite yet is looked at again. */
const pause = 60_000
/** Faults of ours after which a person has to look. */
const mostFaults = 10

/** Nobody stands at a counter. */
const asking: Asking = {
  absent: true,
  device: async () => refuse('approval.counter'),
  decision: async () => refuse('approval.counter'),
}

const free = (deps: Deps) => isFree(deps, approvalRequest.claimedUntil, lease)

/**
 * One node at a time; whoever dies with it leaves it free after the lease. It goes behind the others that are due: what
 * breaks off again and again keeps none of them waiting.
 */
const claim = async (deps: Deps, id: string): Promise<Stored | undefined> => {
  const nextAttemptAt = new Date(deps.clock().getTime() + pause)
  const [row] = await deps.db
    .update(approvalRequest)
    .set({ claimedUntil: lasting(deps, lease), attempts: sql`${approvalRequest.attempts} + 1`, nextAttemptAt })
    .where(and(eq(approvalRequest.id, id), eq(approvalRequest.state, 'approved'), free(deps)))
    .returning()
  return row
}

const whose = ({ id, claimedUntil }: Stored) =>
  and(mineOf(approvalRequest, [id], claimedUntil), eq(approvalRequest.state, 'approved'))

/** Not definite yet: somebody looks again. */
const postpone = async ({ db, clock }: Deps, row: Stored, outcome: string): Promise<void> => {
  const nextAttemptAt = new Date(clock().getTime() + pause)
  await db.update(approvalRequest).set({ claimedUntil: null, nextAttemptAt, outcome }).where(whose(row))
}

/** Writes the end and tells the applicant, together; nothing where the claim has become another's. */
const end = async (deps: Deps, row: Stored, state: 'done' | 'refused', outcome: string): Promise<void> => {
  const at = deps.clock()
  const notices = noNotices()
  const what = state === 'done' ? '已通过并执行' : '已通过，但没有执行'
  await deps.db.transaction(async (db) => {
    const [ended] = await db
      .update(approvalRequest)
      .set({ state, outcome, endedAt: at, claimedUntil: null, nextAttemptAt: null })
      .where(whose(row))
      .returning()
    if (!ended) return
    await record(db, row.id, { at, move: state === 'done' ? '执行成功' : '没有执行', text: outcome, by: '系统' })
    await tellApplicant(deps, db, { row: ended, what, text: `${outcome}。审批人 ${row.judgedByName}。` }, notices)
  })
  sendNotices(deps, notices)
}

/** The approver's authorisation of the kept call; whether it was spent is told by the row. */
const authorize = async (deps: Deps, row: Stored): Promise<Stored & { authorizationId: string }> => {
  const by = { id: row.judgedById!, name: row.judgedByName! }
  const { applicantId: forUserId, kind: action, target } = row
  const { id: authorizationId } = await grantAuthorization(deps, { by, forUserId, action, target })
  await deps.db.update(approvalRequest).set({ authorizationId }).where(whose(row))
  return { ...row, authorizationId }
}

/** The kept call as if its applicant made it now. */
const call = (
  deps: Deps,
  row: Stored & { authorizationId: string },
  user: SessionUser,
  input: Record<string, unknown>,
) => {
  const { call: kept, name, handler } = kinds[row.kind]
  return performLater(
    { deps, call: kept, name, handler },
    {
      user,
      input: { ...input, authorizationId: row.authorizationId },
      client: `审批 ${row.no}`,
      noted: { approval: row.no, title: row.title, approvedBy: row.judgedByName },
      request: {
        ...{ id: row.id, ip: '', asking, header: () => undefined },
        idempotencyKey: kept.idempotent ? row.id : undefined,
        report: (fault) => reportFault(`approval ${name}`, (fault as { err?: unknown }).err ?? fault),
      },
    },
  )
}

/** It may have been begun before the key was lost: what became of it stands where it was to happen. */
const lostText = '申请内容是用另一把数据密钥保存的，不能打开，没有再执行。请核对是否已经办理，没有的请重新申请'

const unknown = '医保中心的结果未知，系统正在核实'

/** Ends what our book already tells the end of; false when it is still to be done. */
const settled = async (deps: Deps, row: Stored, standing: Standing): Promise<boolean> => {
  if (standing === 'open') return false
  if (standing === 'travelling') await postpone(deps, row, unknown)
  else if ('done' in standing) await end(deps, row, 'done', standing.done)
  else await end(deps, row, 'refused', standing.refused)
  return true
}

// Refusals that say nothing of what was asked.
const passing = new Set(['fault', 'database.gone', 'idempotency.busy'])

/**
 * Carries an approved application out, or finds out what became of it. Whatever breaks off, our own book says whether the
 * thing is done, on its way or open; only what is open is begun, and the world's own rules let it happen once.
 */
export const carryOut = async (deps: Deps, id: string): Promise<void> => {
  const claimed = await claim(deps, id)
  if (!claimed) return
  const { standing, call: kept, name } = kinds[claimed.kind]
  const asked = deps.services.vault.opened(claimed.input)
  if (asked === undefined) return end(deps, claimed, 'refused', lostText)
  const input = JSON.parse(asked) as Record<string, unknown>
  if (await settled(deps, claimed, await standing(deps, claimed, input as never))) return
  const user = await standIn(deps, claimed.applicantId, claimed.applicantArea ?? undefined)
  if (!user) return end(deps, claimed, 'refused', '申请人的账号或门店已停用，没有执行')
  // A node that died left the key taken and no answer: its claim is over, so nothing runs under it any more.
  if (kept.idempotent) await forget(deps, { userId: user.userId, call: name, key: id })
  const row = await authorize(deps, claimed)
  const answer = await call(deps, row, user, input)
  const after = await standing(deps, row, input as never)
  if (after === 'travelling') return postpone(deps, row, unknown)
  const done = typeof after === 'object' && 'done' in after ? after.done : undefined
  // The call may have been answered with what it came to, and that be a no.
  if (answer.success && typeof after === 'object' && 'refused' in after) return end(deps, row, 'refused', after.refused)
  if (answer.success || done) return end(deps, row, 'done', done ?? '已执行')
  const key = String((answer.resultExtendInfo as { key?: unknown } | null)?.key ?? '')
  if (after === 'open' && passing.has(key) && row.attempts < mostFaults)
    return postpone(deps, row, '系统暂时不能执行，稍后自动重试')
  const { tips } = answer.resultNotice ?? {}
  await end(deps, row, 'refused', [messageOf(answer), tips].filter(Boolean).join('，'))
}

/** Applications whose node died, or whose result was not definite, and whose time has come. */
export const carryOutDue = async (deps: Deps, report: (fault: unknown) => void): Promise<void> => {
  const rows = await deps.db
    .select({ id: approvalRequest.id })
    .from(approvalRequest)
    .where(
      and(
        eq(approvalRequest.state, 'approved'),
        hasCome(approvalRequest.nextAttemptAt, deps.clock(), pause),
        free(deps),
      ),
    )
    .orderBy(approvalRequest.nextAttemptAt, approvalRequest.id)
    .limit(50)
  for (const { id } of rows) await carryOut(deps, id).catch(report)
}
