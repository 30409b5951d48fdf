import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/** Running and finished idempotent calls (DESIGN 5). */
export const idempotency = pgTable(
  'idempotency',
  {
    userId: text('user_id').notNull(),
    call: text().notNull(),
    key: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The whole envelope once it is known. */
    answer: jsonb().$type<Record<string, unknown>>(),
    startedAt: moment('started_at').notNull(),
  },
  // What has served its time is looked for each hour.
  (t) => [primaryKey({ columns: [t.userId, t.call, t.key] }), index('idempotency_started').on(t.startedAt)],
)

/** A question put to the counter and its answer: a question waits 300 s, its answer then 120 s; once, for one session (DESIGN 6). */
export const continuation = pgTable('continuation', {
  pubSubId: text('pub_sub_id').primaryKey(),
  sessionId: text('session_id').notNull(),
  action: text().notNull(),
  /** sha256 of the call's name and input: the answer serves no other request. */
  requestHash: text('request_hash').notNull(),
  expiresAt: moment('expires_at').notNull(),
  ok: boolean(),
  button: text(),
  /** The agent's answer, sealed: a card string is personal. */
  result: text(),
  agentId: text('agent_id'),
  signature: text(),
})

/** Who did what (audit of the calls). */
export const operationLog = pgTable(
  'operation_log',
  {
    id: text().primaryKey(),
    at: moment('at').notNull(),
    userId: text('user_id'),
    userName: text('user_name').notNull().default(''),
    /** The actor's; of who has none the one that it was done to. */
    storeId: text('store_id'),
    /** Stores that it was done to, but for `storeId`; null where there is none. */
    stores: text().array(),
    areaCode: text('area_code'),
    call: text().notNull(),
    action: text().notNull(),
    /** What it was done to, in words. */
    target: text().notNull().default(''),
    record: jsonb().$type<Record<string, unknown>>().notNull(),
    ok: boolean().notNull(),
    message: text().notNull().default(''),
    ms: integer().notNull(),
    ip: text().notNull().default(''),
    /** Browser or program, as it names itself. */
    client: text().notNull().default(''),
    requestId: text('request_id').notNull(),
  },
  (t) => [
    index('operation_log_newest').on(t.at, t.id),
    index('operation_log_area').on(t.areaCode, t.at, t.id),
    index('operation_log_store').on(t.storeId, t.at, t.id),
    index('operation_log_done_to').using('gin', t.stores).where(sql`${t.stores} is not null`),
    index('operation_log_user').on(t.userId, t.at),
    // Changes of one place's options (place.ts): few among many lines.
    index('operation_log_place').on(sql`(record->>'place')`, t.at).where(sql`(record->>'place') is not null`),
  ],
)
