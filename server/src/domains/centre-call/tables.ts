import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** How a call to a centre ended: done, a definite no, or no answer that says either. */
export type CallEnd = 'booked' | 'refused' | 'unanswered'

/** Days for which calls are kept. */
export const keptDays = 35

const when = {
  areaCode: text('area_code').notNull(),
  /** Beginning of its 10 minutes. */
  at: moment('at').notNull(),
  /** Transaction number. */
  infno: text().notNull(),
}

/** Calls to the centres, counted: by area, 10 minutes, transaction, end, and how long they took. */
export const centreCall = pgTable(
  'centre_call',
  {
    ...when,
    ended: text().$type<CallEnd>().notNull(),
    /** Upper bound of the class of duration (meter.ts), ms. */
    ms: integer().notNull(),
    calls: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.areaCode, t.at, t.infno, t.ended, t.ms] }), index('centre_call_at').on(t.at)],
)

/** The same by shop and day: whose calls they were. How long they took says nothing of a shop. */
export const centreCallStore = pgTable(
  'centre_call_store',
  {
    areaCode: text('area_code').notNull(),
    fixmedinsCode: text('fixmedins_code').notNull(),
    day: date().notNull(),
    infno: text().notNull(),
    ended: text().$type<CallEnd>().notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.areaCode, t.day, t.fixmedinsCode, t.infno, t.ended] }),
    index('centre_call_store_day').on(t.day),
  ],
)

/** Why calls were not booked, counted by what people read of it. */
export const centreFault = pgTable(
  'centre_fault',
  { ...when, text: text().notNull(), calls: integer().notNull() },
  (t) => [primaryKey({ columns: [t.areaCode, t.at, t.infno, t.text] }), index('centre_fault_at').on(t.at)],
)

/** How an area's centre stands just now (watch.ts). */
export const centreState = pgTable('centre_state', {
  areaCode: text('area_code').primaryKey(),
  /** When it answered last. */
  answeredAt: moment('answered_at'),
  /** The first call since then that nobody answered. */
  silentSince: moment('silent_since'),
  /** What an answer takes, ms: the middle one of the last. */
  ms: integer(),
  /** When a silent one was last asked whether it is there again. */
  askedAt: moment('asked_at'),
})
