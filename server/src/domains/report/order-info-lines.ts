import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { orderInfo } from '@yibao/shared/calls/settlement-report.ts'
import { and, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { itemMapping } from '../catalogue/tables.ts'
import { ofOperator } from '../order/counts.ts'
import { askedOfOrder } from '../order/list-filters.ts'
import { order } from '../order/tables.ts'
import type { Line } from '../order/types.ts'
import { bookOf, bookSign } from './book-list.ts'

type Call = (typeof orderInfo)['query']
/** `found`: the orders in which the asked goods may be. */
export type Filters = InputOf<Call> & { found?: SQL }
export type Row = ResultOf<Call>['items'][number]

/** A field of the line at hand. */
export const field = (name: keyof Line): SQL<string> => sql`line->>${sql.raw(`'${name}'`)}`
/** The lines of an order of the book, beside it. */
export const expanded = sql`jsonb_array_elements(book.lines) as line`

/** list_type as its store told the centre of the item (3301); null where it told nothing, or took that back. */
export const listType = sql<string | null>`(select ${itemMapping.listType} from ${itemMapping}
  where ${itemMapping.storeId} = book.store_id and ${itemMapping.ownCode} = ${field('ownCode')})`

/** What is asked of a line. */
export const ofLine = ({ goods, listType: kind, itemClass, feeClass, prescription }: Filters): SQL | undefined =>
  and(
    goods
      ? or(eq(field('ownCode'), goods), eq(field('nationalCode'), goods), ilike(field('name'), like(goods)))
      : undefined,
    kind ? sql`${listType} = ${kind}` : undefined,
    itemClass ? eq(field('itemClass'), itemClass) : undefined,
    feeClass ? eq(field('feeClass'), feeClass) : undefined,
    prescription === undefined ? undefined : sql`(${field('prescription')})::boolean = ${prescription}`,
  )

/** The settlements and reversals that are asked for, as a subquery named `book`. */
export const booked = (c: Context, f: Filters) =>
  bookOf(c, f, (refunded) =>
    and(
      f.name ? askedOfOrder(c, { name: f.name }) : undefined,
      ofOperator(refunded, f.operatorId),
      f.pharmacistName ? sql`${order.basket}->>'pharmacistName' ilike ${like(f.pharmacistName)}` : undefined,
      f.found,
    ),
  )

/** Of a line, negative where it came back. Fen. */
export const amount = sql<number>`(${bookSign} * (${field('amount')})::bigint)`.mapWith(Number)
export const inScope = sql<number | null>`(${bookSign} * (${field('inScope')})::bigint)`.mapWith(Number)
