import { drugPart } from '@yibao/shared/trace-code.ts'
import { aliasedTable, and, asc, between, count, desc, eq, ne, notExists, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { salePiece } from './tables.ts'

/** Packs of a drug that are looked at, those with the highest codes: one that was scanned for the wrong goods is outvoted. */
const looked = 100

const back = aliasedTable(salePiece, 'back')

/**
 * The national code of the drug that a trace code is of, told by the packs of it that were sold so far, by whichever
 * company: all packs of a drug begin with the same digits. One probe of an index, in the order of the codes: which were
 * sold last it does not know. What came back says nothing, for it may have been the wrong goods, and neither does what was
 * sold without a national code. '' where nothing is left.
 */
export const drugOfCode = async (db: Database, code: string): Promise<string> => {
  const drug = drugPart(code)
  const { orderId, round, no, part, kind, state, ownCode, nationalCode, traceCode } = salePiece
  const packs = db
    .select({ orderId, round, no, part, kind, state, ownCode, nationalCode })
    .from(salePiece)
    .where(and(sql`${traceCode} <> ''`, between(traceCode, drug, drug.padEnd(code.length, '9'))))
    .orderBy(desc(traceCode))
    .limit(looked)
    .as('packs')
  const cameBack = db
    .select({ one: sql`1` })
    .from(back)
    .where(
      and(
        ...[eq(back.orderId, packs.orderId), eq(back.round, packs.round), eq(back.no, packs.no)],
        ...[eq(back.part, packs.part), eq(back.kind, 'return')],
      ),
    )
  const [most] = await db
    .select({ nationalCode: packs.nationalCode })
    .from(packs)
    .where(
      and(
        ...[eq(packs.kind, 'sale'), ne(packs.state, 'needless'), notExists(cameBack)],
        // Goods without one go under the shop's own.
        ...[ne(packs.nationalCode, ''), ne(packs.nationalCode, packs.ownCode)],
      ),
    )
    .groupBy(packs.nationalCode)
    .orderBy(desc(count()), asc(packs.nationalCode))
    .limit(1)
  return most?.nationalCode ?? ''
}
