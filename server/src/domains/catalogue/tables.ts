import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** unmapped 未对照, mappable 新增可对照, invalid 对照失效, differs 名称或规格不符, overCap 价格超限, rxUnmarked 处方药未标. */
export type DiffType = 'unmapped' | 'mappable' | 'invalid' | 'differs' | 'overCap' | 'rxUnmarked'

/** An entry that an item could be mapped to; `similarity` in percent. */
export interface Candidate {
  code: string
  name: string
  spec: string
  producer: string
  similarity: number
}

/** What a company sells in an area, with the mapping to the national code: own codes are a company's own (its ERP's). */
export const item = pgTable(
  'catalogue_item',
  {
    companyId: text('company_id').notNull(),
    areaCode: text('area_code').notNull(),
    ownCode: text('own_code').notNull(),
    barCode: text('bar_code').notNull().default(''),
    nationalCode: text('national_code').notNull().default(''),
    name: text().notNull(),
    spec: text().notNull().default(''),
    dosageForm: text('dosage_form').notNull().default(''),
    producer: text().notNull().default(''),
    unit: text().notNull().default(''),
    initials: text().notNull().default(''),
    /** Wire texts, exact. */
    price: text().notNull(),
    listType: text('list_type').notNull().default(''),
    /** chrgitm_lv: 01 甲 02 乙 03 丙. */
    itemClass: text('item_class').notNull().default(''),
    selfPayRatio: text('self_pay_ratio'),
    priceCap: text('price_cap'),
    feeClass: text('fee_class').notNull().default(''),
    prescription: boolean().notNull().default(false),
    /** No longer sold: not offered at the counter, not compared with the catalogue. */
    stopped: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.areaCode, t.ownCode] }),
    index('item_bar').on(t.companyId, t.areaCode, t.barCode),
    index('item_national').on(t.areaCode, t.nationalCode),
    index('item_initials').on(t.companyId, t.areaCode, t.initials),
  ],
)

/** The lot of an item that a store sold last: what its counter is offered for the next sale. Days yyyy-MM-dd or ''. */
export const itemLot = pgTable(
  'item_lot',
  {
    storeId: text('store_id').notNull(),
    ownCode: text('own_code').notNull(),
    lot: text().notNull(),
    madeOn: text('made_on').notNull(),
    expiresOn: text('expires_on').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.ownCode] })],
)

/** What a store has told the centre (3301) of its items, or is about to. */
export const itemMapping = pgTable(
  'item_mapping',
  {
    storeId: text('store_id').notNull(),
    ownCode: text('own_code').notNull(),
    nationalCode: text('national_code').notNull(),
    listType: text('list_type').notNull(),
    /** waiting = to be sent, sent = the centre has it, refused = it did not take it. */
    state: text().$type<'waiting' | 'sent' | 'refused'>().notNull(),
    message: text().notNull().default(''),
    by: text().notNull().default(''),
    at: moment('at'),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.ownCode] }), index('item_mapping_state').on(t.storeId, t.state)],
)

/** What a store's centre may hold of an item beside its mapping: codes that another one followed, until 3302 takes them back. */
export const itemMappingFormer = pgTable(
  'item_mapping_former',
  {
    storeId: text('store_id').notNull(),
    ownCode: text('own_code').notNull(),
    nationalCode: text('national_code').notNull(),
    listType: text('list_type').notNull(),
  },
  // Its usual name is longer than PostgreSQL keeps.
  (t) => [primaryKey({ name: 'item_mapping_former_pk', columns: [t.storeId, t.ownCode, t.nationalCode, t.listType] })],
)

/** A difference between a store's item and the national catalogue (domain.md 8.5), as the last comparison found it. */
export const menuDiff = pgTable(
  'menu_diff',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    ownCode: text('own_code').notNull(),
    type: text().$type<DiffType>().notNull(),
    /** The code it is mapped to, or '' */
    nationalCode: text('national_code').notNull(),
    /** What it could be mapped to, the best first. */
    candidates: jsonb().$type<Candidate[]>().notNull(),
    /** The entry it is mapped to, as far as there is one. */
    entry: jsonb().$type<Omit<Candidate, 'similarity'>>(),
    cap: text(),
    /** Percent: to the entry it is mapped to, else to the best candidate. */
    similarity: integer().notNull(),
    note: text().notNull(),
    state: text().$type<'open' | 'ignored'>().notNull().default('open'),
    foundAt: moment('found_at').notNull(),
    handledBy: text('handled_by').notNull().default(''),
    handledAt: moment('handled_at'),
  },
  (t) => [index('menu_diff_store').on(t.storeId, t.type), index('menu_diff_item').on(t.storeId, t.ownCode)],
)

/** The sums of a store's last comparison. */
export const menuDiffRun = pgTable('menu_diff_run', {
  storeId: text('store_id').primaryKey(),
  items: integer().notNull(),
  mapped: integer().notNull(),
  unmapped: integer().notNull(),
  mappable: integer().notNull(),
  invalid: integer().notNull(),
  differing: integer().notNull(),
  overCap: integer('over_cap').notNull(),
  rxUnmarked: integer('rx_unmarked').notNull().default(0),
  at: moment('at').notNull(),
})

/** Diseases that an area's counters need every day: they are offered first. */
export const commonDisease = pgTable(
  'common_disease',
  {
    areaCode: text('area_code').notNull(),
    kind: text().notNull(),
    code: text().notNull(),
    by: text().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.areaCode, t.kind, t.code] })],
)
