import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, text, timestamp } from 'drizzle-orm/pg-core'

/** Text that is '' where there is nothing to say, never null. */
export const empty = (name: string) => text(name).notNull().default('')

/** Money: integer fen. */
export const fen = (name: string) => bigint(name, { mode: 'number' })

/** A moment; the wire form is made by shared/time.ts. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

declare const written: unique symbol
/** The end of a lease as it stands in the database: no node can make one by its own clock, only `lasting` (held.ts). */
export type LeaseEnd = Date & { readonly [written]: 'by the database' }

/** Until when something is somebody's. */
export const lease = (name: string) => moment(name).$type<LeaseEnd>()

/** What is written of a row: its values, or what the database makes them of. */
export type Written<Row> = { [K in keyof Row]?: Row[K] | SQL }

/** Bytes, as Buffer on both databases. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** Text in the order of its code points, whatever the language of the database. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * What rows are ordered by where people look for the `name` beside it: common characters by pinyin, rare ones behind
 * them (migration 0083). The database keeps it, nobody writes it.
 */
export const pinyin = () => plainText('pinyin').generatedAlwaysAs(sql`pinyin_key("name")`)
