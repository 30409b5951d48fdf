import type { StockKind } from '@yibao/shared/entities/stock.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'
import { standing } from '../telling/columns.ts'
import { personRows } from '../telling/for-person.ts'

/** What only some kinds say; '' or absent where nobody named it. */
export interface StockFacts {
  changeType?: string
  operator?: string
  supplier?: string
  supplierPermit?: string
  producer?: string
  approvalNo?: string
  invoiceCode?: string
  invoiceNo?: string
  deliveryNo?: string
  gift?: boolean
  /** docNo of the purchase that goes back. */
  purchaseNo?: string
  memo?: string
}

/**
 * What one 3501, 3502, 3503 or 3504 tells the centre: a row of a sheet or of an ERP's call, known by the store's own
 * number of it. Told by a job like what was sold (domains/sale).
 */
export const stockMessage = pgTable(
  'stock_message',
  {
    id: text().primaryKey(),
    /** fixmedins_bchno, the key of 3507: never given to anything else. */
    batchNo: text('batch_no').notNull(),
    storeId: text('store_id').notNull(),
    areaCode: text('area_code').notNull(),
    kind: text().$type<StockKind>().notNull(),
    docNo: text('doc_no').notNull(),
    ownCode: text('own_code').notNull(),
    nationalCode: text('national_code').notNull(),
    name: text().notNull(),
    prescription: boolean().notNull(),
    lot: text().notNull().default(''),
    /** yyyy-MM-dd or ''. */
    madeOn: text('made_on').notNull().default(''),
    expiresOn: text('expires_on').notNull().default(''),
    /** Wire texts: 4 and 6 decimals at most; no price is ''. */
    quantity: text().notNull(),
    price: text().notNull().default(''),
    facts: jsonb().$type<StockFacts>().notNull(),
    /** The day it happened on. */
    happenedOn: text('happened_on').notNull(),
    source: text().$type<'sheet' | 'erp'>().notNull(),
    /** Doubles a stock take that is none of the first day any more: told after all once it is again (first-again.ts). */
    notFirst: boolean('not_first').notNull().default(false),
    ...standing(),
    /** When a person or an ERP said last what it says. */
    writtenAt: moment('written_at').notNull(),
  },
  (t) => [
    uniqueIndex('stock_message_doc').on(t.storeId, t.kind, t.docNo),
    index('stock_message_store').on(t.storeId, t.happenedOn, t.id, t.state),
    index('stock_message_area').on(t.areaCode, t.happenedOn, t.id, t.storeId, t.state),
    index('stock_message_day').on(t.happenedOn, t.id, t.state),
    index('stock_message_due').on(t.storeId, t.nextAt, t.id).where(sql`next_at is not null`),
    // Few among the many that are done: the home page counts them.
    index('stock_message_refused').on(t.storeId, t.writtenAt).where(sql`state = 'refused'`),
    index('stock_message_person').on(t.storeId, t.writtenAt).where(personRows),
    index('stock_message_person_area').on(t.areaCode, t.happenedOn, t.id).where(personRows),
    index('stock_message_person_day').on(t.happenedOn, t.id).where(personRows),
    // Whether a store has ever been counted, and when first.
    index('stock_message_take').on(t.storeId, t.happenedOn).where(sql`kind = 'take'`),
  ],
)

export type StockMessage = typeof stockMessage.$inferSelect
