import { drugPart } from '@yibao/shared/trace-code.ts'
import { and, asc, between, count, desc, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { salePiece } from './tables.ts'

/** Packs of a drug that are looked at: one that was scanned for the wrong goods is outvoted. */
const looked = 20

/**
 * The national code of the drug that a trace code is of, told by the packs of it that were sold so far, by whichever
 * company: all packs of a drug begin with the same digits. '' where none was sold. One probe of an index.
 */
export const drugOfCode = async (db: Database, code: string): Promise<string> => {
  const drug = drugPart(code)
  const packs = db
    .select({ nationalCode: salePiece.nationalCode })
    .from(salePiece)
    .where(and(sql`${salePiece.traceCode} <> ''`, between(salePiece.traceCode, drug, drug.padEnd(code.length, '9'))))
    .orderBy(desc(salePiece.traceCode))
    .limit(looked)
    .as('packs')
  const [most] = await db
    .select({ nationalCode: packs.nationalCode })
    .from(packs)
    .groupBy(packs.nationalCode)
    .orderBy(desc(count()), asc(packs.nationalCode))
    .limit(1)
  return most?.nationalCode ?? ''
}
