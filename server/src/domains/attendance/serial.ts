import { sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'

/** Next serial of a message number: one sequence for all nodes, 0-9999 in a circle (domain.md 1.2). */
export const nextSerial = async (db: Database): Promise<number> => {
  const result = await db.execute(sql`select nextval('msgid_serial')::int as serial`)
  return Number(rowsFrom<{ serial: number }>(result)[0]!.serial)
}
