import type { InputOf } from '@yibao/shared/call.ts'
import type { reportDefinition as calls } from '@yibao/shared/calls/report-definition.ts'
import type { SourceName } from '@yibao/shared/reporting/sources.ts'
import { integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../../database/columns.ts'

/** What a version holds, as it was saved. */
export type Content = Omit<InputOf<typeof calls.save>, 'id' | 'version'>

/** A report that an administrator defined; its content stands in its versions. */
export const reportDefinition = pgTable(
  'report_definition',
  {
    id: text().primaryKey(),
    code: text().notNull(),
    /** '' = every area. */
    areaCode: text('area_code').notNull().default(''),
    source: text().$type<SourceName>().notNull(),
    state: text().$type<'draft' | 'published' | 'stopped'>().notNull().default('draft'),
    /** The newest version. */
    version: integer().notNull(),
    /** The one in force; it stays named while the report is stopped. */
    published: integer(),
    /** Menu roles that may run it: those of the version in force. */
    roles: text().array().notNull().default([]),
    modifier: text().notNull(),
    modifiedAt: moment('modified_at').notNull(),
  },
  (t) => [uniqueIndex('report_definition_code').on(t.areaCode, t.code)],
)

/** A version: written once, never changed but for its publishing. */
export const reportVersion = pgTable(
  'report_version',
  {
    definitionId: text('definition_id').notNull(),
    version: integer().notNull(),
    content: jsonb().$type<Content>().notNull(),
    /** 新增, 修改, 恢复 or 复制, and from where. */
    what: text().notNull(),
    by: text().notNull(),
    at: moment('at').notNull(),
    publishedBy: text('published_by'),
    publishedAt: moment('published_at'),
  },
  (t) => [primaryKey({ columns: [t.definitionId, t.version] })],
)
