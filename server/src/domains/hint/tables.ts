import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** Advice for a message of the centre (domain.md 8.2 hint-management). */
export const hintMessage = pgTable('hint_message', {
  id: text().primaryKey(),
  /** Absent: every area, every transaction. */
  areaCode: text('area_code'),
  infno: text(),
  /** Regular expression over the centre's text. */
  pattern: text().notNull(),
  /** What it means, and what to do. */
  tips: text().notNull(),
  guide: text().notNull(),
  sort: integer().notNull().default(0),
  hits: integer().notNull().default(0),
  enabled: boolean().notNull().default(true),
  updatedBy: text('updated_by').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
