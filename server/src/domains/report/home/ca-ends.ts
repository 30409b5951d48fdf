import { soonDays } from '@yibao/shared/entities/filing.ts'
import { addDays } from '@yibao/shared/time.ts'
import { and, asc, sql } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { area } from '../../organisation/tables.ts'
import { inArea } from '../../statistics/in-area.ts'

/**
 * The first day on which the certificate of a centre that its area trusts ends, within 30 days or before today; undefined
 * where there is none, and for who could not put it right. From then on nothing reaches that centre.
 */
export const caEnds = async (c: Context, today: string): Promise<string | undefined> => {
  if (!c.me.isAdminUser && !c.me.isSuperAdmin) return undefined
  const day = sql<string>`left(${area.settings} -> 'centreCa' ->> 'validTo', 10)`
  const [first] = await c.db
    .select({ day })
    .from(area)
    .where(and(inArea(c, area.code), sql`${day} <= ${addDays(today, soonDays)}`))
    .orderBy(asc(day))
    .limit(1)
  return first?.day
}
