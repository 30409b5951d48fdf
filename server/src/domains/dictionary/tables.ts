import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** The standard's own code tables, by edition; a build brings them (seed/dictionaries.ts). */
export const dictionaryItem = pgTable(
  'dictionary_item',
  {
    edition: text().notNull(),
    codeType: text('code_type').notNull(),
    code: text().notNull(),
    label: text().notNull(),
    parent: text(),
    sort: integer().notNull().default(0),
    enabled: boolean().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.edition, t.codeType, t.code] })],
)

/**
 * What one area has on top of the standard's code tables, in two layers: `centre` as 1901 answered, `local` as people
 * changed it. An empty column takes the value of the layer below, so a local change survives every download.
 */
export const dictionaryAreaItem = pgTable(
  'dictionary_area_item',
  {
    areaCode: text('area_code').notNull(),
    source: text().$type<'centre' | 'local'>().notNull(),
    codeType: text('code_type').notNull(),
    code: text().notNull(),
    label: text(),
    parent: text(),
    sort: integer(),
    enabled: boolean(),
    isDefault: boolean('is_default'),
    validFrom: text('valid_from'),
    validTo: text('valid_to'),
    version: text(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.areaCode, t.source, t.codeType, t.code] })],
)

export interface DropdownItem {
  value: string
  name: string
  stopped?: boolean
}

/** A named list that an area keeps itself. */
export const dynamicDropdown = pgTable(
  'dynamic_dropdown',
  {
    areaCode: text('area_code').notNull(),
    name: text().notNull(),
    title: text().notNull(),
    items: jsonb().$type<DropdownItem[]>().notNull(),
    revision: integer().notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.areaCode, t.name] })],
)

/** Every change of such a list. */
export const dropdownHistory = pgTable(
  'dropdown_history',
  {
    id: text().primaryKey(),
    areaCode: text('area_code').notNull(),
    name: text().notNull(),
    revision: integer().notNull(),
    before: jsonb().$type<DropdownItem[]>().notNull(),
    after: jsonb().$type<DropdownItem[]>().notNull(),
    by: text().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('dropdown_history_list').on(t.areaCode, t.name, t.at)],
)
