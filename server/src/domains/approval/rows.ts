import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { approval as calls } from '@yibao/shared/calls/approval.ts'
import { yuan } from '@yibao/shared/money.ts'
import { can } from '@yibao/shared/permission.ts'
import { formatTime, parseTime, secondAfter } from '@yibao/shared/time.ts'
import { and, asc, eq, gt, gte, ilike, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { mayDo } from '../auth/authorize.ts'
import { store } from '../organisation/tables.ts'
import { kinds } from './kinds/all.ts'
import type { Stored } from './kinds/kind.ts'
import { approveButton } from './persons.ts'
import { type ApprovalKind, approvalEvent, approvalRequest } from './tables.ts'

type Filters = InputOf<typeof calls.paged>
type Wire = ResultOf<typeof calls.paged>['items'][number]

const hour = 3_600_000

/** Of the stores he sees: what he asked for himself, and what others did if he may say anything to applications. */
export const seenBy = (c: Context): SQL | undefined => {
  const here = c.scope.where(approvalRequest.storeId)
  const own = eq(approvalRequest.applicantId, c.me.userId)
  return can(c.me, approveButton) ? here : and(here, own)
}

/** Kinds of call the asker may say yes to. */
const mayJudge = (c: Context): ApprovalKind[] =>
  can(c.me, approveButton) ? (Object.keys(kinds) as ApprovalKind[]).filter((kind) => mayDo(c.me, kind)) : []

/** What waits for the asker. */
const waitingFor = (c: Context): SQL | undefined => {
  const mine = mayJudge(c)
  return and(
    c.scope.where(approvalRequest.storeId),
    mine.length ? inArray(approvalRequest.kind, mine) : sql`false`,
    eq(approvalRequest.state, 'waiting'),
    gt(approvalRequest.expiresAt, c.now),
    ne(approvalRequest.applicantId, c.me.userId),
    or(isNull(approvalRequest.assigneeId), eq(approvalRequest.assigneeId, c.me.userId)),
  )
}

const tabs: Record<Filters['tab'], (c: Context) => SQL | undefined> = {
  todo: waitingFor,
  judged: (c) => and(seenBy(c), eq(approvalRequest.judgedById, c.me.userId)),
  mine: (c) => and(seenBy(c), eq(approvalRequest.applicantId, c.me.userId)),
}

const nodeOf = ({ state, assigneeName }: Stored): string => {
  if (state === 'waiting') return assigneeName ? `${assigneeName}审批` : '审批'
  return state === 'approved' ? '系统执行' : '结束'
}

/** What a row allows its asker, as `waitingFor` has it. */
const rightsOn = (one: Stored, c: Context) => {
  const open = one.state === 'waiting' && one.expiresAt > c.now
  const own = one.applicantId === c.me.userId
  const his = !one.assigneeId || one.assigneeId === c.me.userId
  return { canJudge: open && !own && his && mayJudge(c).includes(one.kind), canWithdraw: open && own }
}

const wire = (one: Stored, storeName: string, c: Context): Wire => ({
  ...{ id: one.id, no: one.no, kind: one.kind, title: one.title, applicantName: one.applicantName, storeName },
  money: one.money === null ? undefined : yuan(one.money),
  submittedAt: formatTime(one.submittedAt),
  node: nodeOf(one),
  // Nobody need wait for the job that writes it down.
  state: one.state === 'waiting' && one.expiresAt <= c.now ? 'expired' : one.state,
  waitingHours: Math.max(
    0,
    Math.floor(((one.judgedAt ?? one.endedAt ?? c.now).getTime() - one.submittedAt.getTime()) / hour),
  ),
  ...rightsOn(one, c),
})

const named = alias(approvalRequest, 'named')

/** Whose applicant is called so; of those that the asker has judged, which are many, an index tells it. */
const askedBy = (c: Context, tab: Filters['tab'], applicant: string): SQL | undefined =>
  tab === 'judged'
    ? inArray(
        approvalRequest.id,
        c.db
          .select({ id: named.id })
          .from(named)
          .where(and(eq(named.judgedById, c.me.userId), ilike(named.applicantName, like(applicant)))),
      )
    : ilike(approvalRequest.applicantName, like(applicant))

/** Approval/Paged, newest first. */
export const approvalRows = rowsOf({
  select: (c: Context, cursor: Cursor, _: Filters) =>
    c.db
      .select({ one: approvalRequest, storeName: store.name, ...cursor })
      .from(approvalRequest)
      .innerJoin(store, eq(store.id, approvalRequest.storeId))
      .$dynamic(),
  where: (c, f) =>
    and(
      tabs[f.tab](c),
      f.kind ? eq(approvalRequest.kind, f.kind) : undefined,
      f.state ? eq(approvalRequest.state, f.state) : undefined,
      f.applicant ? askedBy(c, f.tab, f.applicant) : undefined,
      f.storeId ? eq(approvalRequest.storeId, c.scope.check(f.storeId)) : undefined,
      f.from ? gte(approvalRequest.submittedAt, parseTime(f.from)) : undefined,
      f.to ? lt(approvalRequest.submittedAt, secondAfter(f.to)) : undefined,
    ),
  sortable: { submittedAt: approvalRequest.submittedAt, money: approvalRequest.money, storeName: store.pinyin },
  key: approvalRequest.id,
  keyOf: ({ one }) => one.id,
  wire: ({ one, storeName }, c) => wire(one, storeName, c),
})

/** How many wait for the asker. */
export const countWaiting = async (c: Context): Promise<number> => {
  const [row] = await c.db.select({ n: sql<number>`count(*)::int` }).from(approvalRequest).where(waitingFor(c))
  return row?.n ?? 0
}

/** Approval/Get. */
export const shownRequest = async (c: Context, id: string): Promise<ResultOf<typeof calls.get>> => {
  const found = await c.db
    .select({ one: approvalRequest, storeName: store.name })
    .from(approvalRequest)
    .innerJoin(store, eq(store.id, approvalRequest.storeId))
    .where(and(eq(approvalRequest.id, id), seenBy(c)))
  const [row] = found
  if (!row) return refuse('not.found', { what: '这项审批申请' })
  const { one, storeName } = row
  const events = await c.db
    .select()
    .from(approvalEvent)
    .where(eq(approvalEvent.requestId, id))
    .orderBy(asc(approvalEvent.id))
  return {
    ...wire(one, storeName, c),
    ...{ reason: one.reason, expiresAt: formatTime(one.expiresAt), facts: one.facts, subject: one.subject },
    judgedBy: one.judgedByName ?? undefined,
    judgedAt: one.judgedAt ? formatTime(one.judgedAt) : undefined,
    opinion: one.opinion ?? undefined,
    outcome: one.outcome ?? undefined,
    events: events.map(({ at, move, text, by }) => ({ at: formatTime(at), move, text, by })),
  }
}
