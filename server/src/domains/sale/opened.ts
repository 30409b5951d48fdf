import { and, eq, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { isBroken } from '../order/broken.ts'
import type { OrderRow } from '../order/view.ts'
import { salePiece } from './tables.ts'

/**
 * The codes among these of packs that were opened: our pieces told a part of them. `but`: ids of pieces that are written
 * anew and say nothing of themselves.
 */
export const openedOf = async (
  db: Database,
  codes: readonly string[],
  but: readonly string[] = [],
): Promise<ReadonlySet<string>> => {
  if (!codes.length) return new Set()
  const found = await db
    .selectDistinct({ code: salePiece.traceCode })
    .from(salePiece)
    .where(
      and(
        and(sql`${salePiece.traceCode} <> ''`, inArray(salePiece.traceCode, [...codes]), eq(salePiece.kind, 'sale')),
        and(ne(salePiece.state, 'needless'), notInArray(salePiece.id, [...but])),
        sql`trunc(${salePiece.quantity}::numeric) <> ${salePiece.quantity}::numeric`,
      ),
    )
  return new Set(found.map(({ code }) => code))
}

/** The codes of an order of which one is of a broken pack. */
export const brokenCodes = ({ lines }: Pick<OrderRow, 'lines'>): string[] =>
  lines.flatMap(({ quantity, traceCodes = [] }) => (traceCodes.length > 1 && isBroken(quantity) ? traceCodes : []))
