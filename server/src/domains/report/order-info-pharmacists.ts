import { yuan } from '@yibao/shared/money.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { type Cursor, rowsOf } from '../../database/rows.ts'
import { order } from '../order/tables.ts'
import { amount, booked, expanded, type Filters, field, inScope, ofLine, type Row } from './order-info-lines.ts'

const ofPharmacist = (name: 'pharmacistCode' | 'pharmacistName') =>
  sql<string>`coalesce(book.basket->>${sql.raw(`'${name}'`)}, '')`
const name = ofPharmacist('pharmacistName')
const pharmacist = [ofPharmacist('pharmacistCode'), name]

/** By who reviewed or handed out, what brought most first. Two of one name are told apart by their codes. */
export const pharmacistRows = rowsOf({
  select: (c: Context, cursor: Cursor, f: Filters) => {
    const sums = c.db
      .select({
        name: name.as('name'),
        key: sql<string>`md5(jsonb_build_array(${sql.join(pharmacist, sql`, `)})::text)`.as('key'),
        at: sql<Date>`max(book.at)`.mapWith(order.createdAt).as('at'),
        amount: sql<number>`sum(${amount})`.mapWith(Number).as('amount'),
        inScope: sql<number | null>`sum(${inScope})`.mapWith(Number).as('in_scope'),
        prescription: sql<boolean>`bool_or((${field('prescription')})::boolean)`.as('prescription'),
        orders: sql<number>`count(distinct book.id)`.mapWith(Number).as('orders'),
      })
      .from(booked(c, f))
      .innerJoinLateral(expanded, sql`true`)
      .where(ofLine(f))
      .groupBy(...pharmacist)
      .as('sums')
    return c.db
      .select({
        ...{ name: sums.name, key: sums.key, at: sums.at, amount: sums.amount, inScope: sums.inScope },
        ...{ prescription: sums.prescription, orders: sums.orders },
        ...cursor,
      })
      .from(sums)
      .$dynamic()
  },
  where: () => undefined,
  sortable: {
    amount: { by: sql`sums.amount`, type: 'numeric' },
    // Packs and grams add up to nothing: who sorts the other views by them sees who has most orders.
    quantity: { by: sql`sums.orders`, type: 'bigint' },
    at: { by: sql`sums.at`, type: 'timestamptz' },
  },
  key: sql`sums.key`,
  keyOf: ({ key }) => key,
  wire: ({ key, at, orders, prescription, ...raw }): Row => ({
    ...{ key, at: formatTime(at), name: raw.name || '没有药师', pharmacistName: raw.name || undefined },
    ...{ prescription, orders },
    ...{ nationalCode: '', spec: '', producer: '', unit: '', amount: yuan(raw.amount) },
    inScope: raw.inScope === null ? undefined : yuan(raw.inScope),
  }),
})
