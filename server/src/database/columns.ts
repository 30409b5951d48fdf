import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Money: integer fen. */
export const fen = (name: string) => bigint(name, { mode: 'number' })

/** A moment; the wire form is made by shared/time.ts. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Bytes, as Buffer on both databases. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})
