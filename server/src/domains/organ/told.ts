import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { itemMapping, itemMappingFormer } from '../catalogue/tables.ts'
import { filing } from '../filing/tables.ts'
import { rxDownload, rxMessage } from '../prescription/tables.ts'
import { department } from '../staff/tables.ts'
import { stockMessage } from '../stock/tables.ts'

/** What a centre holds of a store, or may hold, under its institution code and area: the table, and where it does. */
const books = [
  { what: '目录对照', table: itemMapping, held: eq(itemMapping.state, 'sent') },
  { what: '目录对照', table: itemMappingFormer, held: undefined },
  { what: '进销存', table: stockMessage, held: inArray(stockMessage.state, ['uploaded', 'unknown', 'deleted']) },
  { what: '科室', table: department, held: or(eq(department.known, true), eq(department.state, 'unknown')) },
  { what: '备案', table: filing, held: inArray(filing.state, ['uploaded', 'unknown']) },
  { what: '电子处方', table: rxMessage, held: inArray(rxMessage.state, ['told', 'unknown']) },
  { what: '处方下载', table: rxDownload, held: inArray(rxDownload.state, ['unknown', 'done']) },
] as const

/**
 * What else than orders a store's centre has on its books, for people; '' for nothing. It stands there under the code the
 * store has now: whatever followed it under another one would be a stranger's.
 */
export const toldOf = async (db: Database, storeId: string): Promise<string> => {
  const found = new Set<string>()
  for (const { what, table, held } of books)
    if (await db.$count(table, and(eq(table.storeId, storeId), held))) found.add(what)
  return [...found].join('、')
}
