import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Days for which calls are kept, and for which it is kept who called. */
export const hitDays = 400
export const userDays = 35

/**
 * Calls of this server, counted by day, call and company. A call that asked a cache and found everything there is a hit;
 * one that asked none is in `calls` and in no rate (cache.ts `CacheUse`).
 */
export const serviceHit = pgTable(
  'service_hit',
  {
    /** yyyy-MM-dd in Asia/Shanghai, of the end of the call. */
    day: text().notNull(),
    /** Its name in the contract: order.paged. */
    call: text().notNull(),
    /** Of the account; '' = an administrator of no company, an agent, or nobody yet. */
    companyId: text('company_id').notNull(),
    calls: integer().notNull(),
    /** Calls that asked a cache, and those of them that found everything. */
    cached: integer().notNull(),
    hits: integer().notNull(),
    /** Answered 5xx: a fault of ours, or of a centre behind us. A refusal is none. */
    errors: integer().notNull(),
    /** Of all calls together, ms. */
    ms: bigint({ mode: 'number' }).notNull(),
    /** Different accounts of the day, exactly. */
    users: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.call, t.companyId] }), index('service_hit_call').on(t.call, t.day)],
)

/** Who used a call on a day, over all nodes. */
export const serviceUser = pgTable(
  'service_user',
  {
    day: text().notNull(),
    call: text().notNull(),
    userId: text('user_id').notNull(),
    companyId: text('company_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.call, t.userId] }), index('service_user_call').on(t.call, t.day)],
)
