import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { catalogueEntry } from './entry-tables.ts'
import { commonDisease } from './tables.ts'

// Wrapped, so that their table is named inside the subquery too.
const [area, kind, code] = [sql`${catalogueEntry.areaCode}`, sql`${catalogueEntry.kind}`, sql`${catalogueEntry.code}`]

/** Whether an entry is one of its area's common diseases. */
export const isCommon = sql<boolean>`exists (select 1 from common_disease d
  where d.area_code = ${area} and d.kind = ${kind} and d.code = ${code})`

/** The numbers of an area's common diseases among these codes. */
export const commonAmong = async ({ db }: Pick<Context, 'db'>, areaCode: string, codes: string[]) => {
  const rows = await db
    .select({ kind: commonDisease.kind, code: commonDisease.code })
    .from(commonDisease)
    .where(and(eq(commonDisease.areaCode, areaCode), inArray(commonDisease.code, codes)))
  return new Set(rows.map((row) => `${row.kind}:${row.code}`))
}
