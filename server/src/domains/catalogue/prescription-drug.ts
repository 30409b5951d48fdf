import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { catalogueEntry as entry } from './entry-tables.ts'
import { kindsOf } from './find.ts'

/**
 * Whether the national file calls it a prescription drug: by the name of its otc_flag (1301, 1303), for neither standard
 * has a table of the flag itself (domain.md 3.5), and what brings only the flag says nothing.
 */
export const prescriptionDrug = (otcName: string): boolean => otcName.startsWith('处方药')

/** The same of a national code of the area's downloaded catalogue. */
export const isPrescriptionDrug = async (db: Database, areaCode: string, code: string): Promise<boolean> => {
  const rows = await db
    .select({ otc: entry.otc })
    .from(entry)
    .where(and(eq(entry.areaCode, areaCode), eq(entry.code, code), inArray(entry.kind, kindsOf('item'))))
  return rows.some(({ otc }) => prescriptionDrug(otc))
}
