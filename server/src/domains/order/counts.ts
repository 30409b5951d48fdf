import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { order } from './tables.ts'
import type { OrderRow } from './view.ts'

// What our book counts (domain.md 5.1): a settlement that the centre booked, unless 2601 undid it, for that never was; and
// a reversal that 2103 (2208) made. Both stand in the same order, each at its own moment.

type Booked = Pick<OrderRow, 'setlId' | 'settledAt' | 'reversedBy' | 'reversedAt'>

/** Whether an order's settlement counts, or its reversal. */
export const isCounted = ({ setlId, settledAt, reversedBy, reversedAt }: Booked, refunded: boolean): boolean =>
  setlId !== null &&
  (refunded ? reversedAt !== null && reversedBy === '2103' : settledAt !== null && reversedBy !== '2601')

/** The same asked of the orders' table, or of a query that shows these two of its columns. */
export const counted = (
  refunded: boolean,
  { setlId, reversedBy }: { setlId: AnyColumn; reversedBy: AnyColumn } = order,
): SQL =>
  refunded
    ? sql`(${setlId} is not null and ${reversedBy} = '2103')`
    : sql`(${setlId} is not null and coalesce(${reversedBy}, '') <> '2601')`

/** Whose till a settlement, or its reversal, went through: where nobody is known to have taken it back, who settled it. */
export const operatorOf = (refunded: boolean) => ({
  id: refunded ? sql<string>`coalesce(${order.reversedById}, ${order.operatorId})` : sql<string>`${order.operatorId}`,
  name: refunded
    ? sql<string>`case when ${order.reversedById} is null then ${order.operatorName} else ${order.reversedByName} end`
    : sql<string>`${order.operatorName}`,
})

/** Of settlements, or of their reversals, those of one operator. */
export const ofOperator = (refunded: boolean, id: string | undefined): SQL | undefined =>
  id ? sql`${operatorOf(refunded).id} = ${id}` : undefined

/** The moment at which a settlement, or its reversal, counts. */
export const countsAt = (refunded: boolean) => (refunded ? order.reversedAt : order.settledAt)
