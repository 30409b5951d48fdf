import type { TableSettings } from '@yibao/shared/entities/page.ts'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** How somebody (`owner` = user id) or an area (`owner` = `area:` and its code) wants a table shown (SPEC 3 uiTable). */
export const uiTable = pgTable(
  'ui_table',
  {
    owner: text().notNull(),
    tableId: text('table_id').notNull(),
    settings: jsonb().$type<TableSettings>().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.tableId] })],
)

/** A question that is asked again and again. */
export const savedFilter = pgTable(
  'saved_filter',
  {
    id: text().primaryKey(),
    tableId: text('table_id').notNull(),
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    areaCode: text('area_code'),
    /** Whose people a shared one is for, within its area; '' = everybody's there, null = nobody said (saved-filters.ts). */
    companyId: text('company_id'),
    name: text().notNull(),
    /** Sealed: a filter may be a person's name. */
    filters: text().notNull(),
    shared: boolean().notNull().default(false),
    pinned: boolean().notNull().default(false),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_filter_name').on(t.tableId, t.ownerId, t.name),
    index('saved_filter_area').on(t.tableId, t.areaCode),
  ],
)
