import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { byCharacters } from '../../database/by-characters.ts'
import { lease, moment } from '../../database/columns.ts'

/** A row of an area's national catalogue: drugs, services, materials and diseases alike, by the file it came with. */
export const catalogueEntry = pgTable(
  'catalogue_entry',
  {
    areaCode: text('area_code').notNull(),
    /** The transaction of its file: 1301 … 1315. */
    kind: text().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    brand: text().notNull(),
    spec: text().notNull(),
    dosageForm: text('dosage_form').notNull(),
    unit: text().notNull(),
    pack: text().notNull(),
    producer: text().notNull(),
    aprvno: text().notNull(),
    listType: text('list_type').notNull(),
    /** 1 甲 2 乙 3 丙, '' not said. */
    level: text().notNull(),
    limited: boolean().notNull(),
    limitText: text('limit_text').notNull(),
    negotiated: boolean().notNull(),
    otc: text().notNull(),
    category: text().notNull(),
    parent: text().notNull(),
    beginDay: text('begin_day').notNull(),
    endDay: text('end_day').notNull(),
    valid: boolean().notNull(),
    version: text().notNull(),
    source: text().$type<'centre' | 'local'>().notNull(),
    initials: text().notNull(),
    /** What it is found by (grams.ts). */
    grams: bigint({ mode: 'number' }).array().notNull(),
    /** The whole row as it came: cells in the order of the standard, U+001F between them. */
    line: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.areaCode, t.kind, t.code] }),
    index('catalogue_entry_code').on(t.areaCode, byCharacters(t.code)),
    // The beginning of a name: an index entry has 2.7 KB at most, which a name may have.
    index('catalogue_entry_name').on(t.areaCode, byCharacters(sql`left(${t.name}, 40)`)),
    index('catalogue_entry_initials').on(t.areaCode, byCharacters(t.initials)),
    index('catalogue_entry_grams').using('gin', t.grams),
  ],
)

/** What an area's insurance says of codes: rows of 1312, 1316, 1317, 1318, 1319 by their own record number. */
export const catalogueTerm = pgTable(
  'catalogue_term',
  {
    areaCode: text('area_code').notNull(),
    infno: text().notNull(),
    rid: text().notNull(),
    /** hilist_code; med_list_codg in 1316, medins_list_codg in 1317. */
    code: text().notNull(),
    beginDay: text('begin_day').notNull(),
    endDay: text('end_day').notNull(),
    valid: boolean().notNull(),
    /** updt_time */
    changedAt: text('changed_at').notNull(),
    data: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.areaCode, t.infno, t.rid] }),
    index('catalogue_term_code').on(t.areaCode, t.infno, t.code),
  ],
)

/** How far an area's copy of one file or query has come, and the download that works on it. */
export const catalogueSource = pgTable(
  'catalogue_source',
  {
    areaCode: text('area_code').notNull(),
    /** Transaction number. */
    kind: text().notNull(),
    /** Greatest version held whole; of a paged query the day of the last change. */
    version: text().notNull().default('0'),
    state: text().$type<'idle' | 'waiting' | 'running' | 'failed'>().notNull().default('idle'),
    /** Why the last download failed. */
    error: text().notNull().default(''),
    updatedAt: moment('updated_at'),
    /** The file (or page order) that is being taken in, and how many of its rows are in. */
    fileNo: text('file_no').notNull().default(''),
    fileRows: integer('file_rows').notNull().default(0),
    fileDone: integer('file_done').notNull().default(0),
    nextVersion: text('next_version').notNull().default('0'),
    /** Rows this download may still take; null = all. */
    left: integer('rows_left'),
    /** Who watches, and which process works: it counts as gone when its lease has passed. */
    progressId: text('progress_id'),
    userId: text('user_id'),
    runner: text(),
    leaseUntil: lease('lease_until'),
  },
  (t) => [primaryKey({ columns: [t.areaCode, t.kind] })],
)
