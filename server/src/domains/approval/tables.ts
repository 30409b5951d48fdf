import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { fen, lease, moment } from '../../database/columns.ts'

export type ApprovalKind = 'reversal' | 'undo' | 'difference' | 'clearing'
export type ApprovalState = 'waiting' | 'approved' | 'done' | 'refused' | 'rejected' | 'withdrawn' | 'expired'

/**
 * A call that is kept until a second person says yes (domain.md 8.12 approval). Once approved it is carried out in the
 * applicant's name, exactly once: `approved` until its outcome is known.
 */
export const approvalRequest = pgTable(
  'approval_request',
  {
    id: text().primaryKey(),
    no: text().notNull(),
    kind: text().$type<ApprovalKind>().notNull(),
    /** What it is done to, as approvalTarget makes it. */
    target: text().notNull(),
    /** JSON of the kept call's input, sealed. */
    input: text().notNull(),
    title: text().notNull(),
    reason: text().notNull(),
    facts: jsonb().$type<{ title: string; value: string }[]>().notNull(),
    subject: jsonb().$type<{ id: string; no?: string; parent?: string }>().notNull(),
    areaCode: text('area_code').notNull(),
    storeId: text('store_id').notNull(),
    money: fen('money'),
    applicantId: text('applicant_id').notNull(),
    applicantName: text('applicant_name').notNull(),
    /** The area an administrator worked in when he asked. */
    applicantArea: text('applicant_area'),
    state: text().$type<ApprovalState>().notNull().default('waiting'),
    submittedAt: moment('submitted_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Whom alone it waits for, after a transfer. */
    assigneeId: text('assignee_id'),
    assigneeName: text('assignee_name'),
    judgedById: text('judged_by_id'),
    judgedByName: text('judged_by_name'),
    judgedAt: moment('judged_at'),
    opinion: text(),
    /** What became of it, in words. */
    outcome: text(),
    endedAt: moment('ended_at'),
    /** How often carrying out was begun, and when it is tried again where nobody is at it. */
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    /** The authorisation that was written for it: whether it was spent tells whether the kept call was at work. */
    authorizationId: text('authorization_id'),
    /** Somebody carries it out until then (claims.ts). */
    claimedUntil: lease('claimed_until'),
  },
  (t) => [
    // One question at a time about one thing.
    uniqueIndex('approval_open').on(t.kind, t.target).where(sql`state in ('waiting','approved')`),
    index('approval_waiting').on(t.storeId, t.submittedAt, t.id).where(sql`state = 'waiting'`),
    index('approval_expiry').on(t.expiresAt).where(sql`state = 'waiting'`),
    index('approval_due').on(t.nextAttemptAt).where(sql`state = 'approved'`),
    index('approval_applicant').on(t.applicantId, t.submittedAt),
    // With who asked: his name is looked for here, and not in every application that somebody ever judged.
    index('approval_judge').on(t.judgedById, t.submittedAt, t.id, t.applicantName),
  ],
)

/** What happened to an application, in the order of its numbers. */
export const approvalEvent = pgTable(
  'approval_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    requestId: text('request_id').notNull(),
    at: moment('at').notNull(),
    move: text().notNull(),
    text: text().notNull().default(''),
    by: text().notNull(),
  },
  (t) => [index('approval_event_request').on(t.requestId, t.id)],
)
