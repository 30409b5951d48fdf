import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Shop items of an area's catalogue, with their mapping to the national code. */
export const item = pgTable(
  'catalogue_item',
  {
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
  },
  (t) => [
    primaryKey({ columns: [t.areaCode, t.ownCode] }),
    index('item_bar').on(t.areaCode, t.barCode),
    index('item_national').on(t.areaCode, t.nationalCode),
    index('item_initials').on(t.areaCode, t.initials),
  ],
)
