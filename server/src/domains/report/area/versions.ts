import { formatTime } from '@yibao/shared/time.ts'
import { and, count, eq, gt, inArray, max } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { fileTransactions } from '../../../centre/catalogue.ts'
import { outdatedOf } from '../../agent/monitor/rows.ts'
import { oldAfterMs } from '../../catalogue/age.ts'
import { catalogueSource } from '../../catalogue/entry-tables.ts'
import { menuDiffRun } from '../../catalogue/tables.ts'
import { dictionaryAreaItem } from '../../dictionary/tables.ts'
import { store } from '../../organisation/tables.ts'
import { inArea } from '../../statistics/in-area.ts'

type Source = typeof catalogueSource.$inferSelect

const whole = ({ version, state, fileRows, fileDone }: Source) =>
  version !== '0' && state !== 'failed' && fileDone >= fileRows

const dayMs = 24 * 3600_000

/** Days since the table that was compared with the centre longest ago was; undefined where none is old. */
const daysOld = (sources: readonly Source[], now: number): number | undefined => {
  const ages = sources.flatMap((one) => (whole(one) && one.updatedAt ? now - one.updatedAt.getTime() : []))
  const oldest = Math.max(0, ...ages)
  return oldest > oldAfterMs ? Math.floor(oldest / dayMs) : undefined
}

/** A centre's dictionary changes a few times a year: one that nobody asked for in a quarter may lack codes. ms */
const dictionaryOldAfterMs = 90 * dayMs

/** Days since the area that asked for its dictionary longest ago did; undefined where none is old, or none ever asked. */
const dictionaryDaysOld = async (c: Context): Promise<number | undefined> => {
  const { areaCode, source, updatedAt } = dictionaryAreaItem
  const asked = await c.db
    .select({ last: max(updatedAt) })
    .from(dictionaryAreaItem)
    .where(and(inArea(c, areaCode), eq(source, 'centre')))
    .groupBy(areaCode)
  const oldest = Math.max(0, ...asked.flatMap(({ last }) => (last ? c.now.getTime() - last.getTime() : [])))
  return oldest > dictionaryOldAfterMs ? Math.floor(oldest / dayMs) : undefined
}

/** Who is behind: dictionary and files of the catalogue, shops mapped to codes that ended, counter programs (ux 7). */
export const versionsOf = async (c: Context) => {
  const sources = await c.db
    .select()
    .from(catalogueSource)
    .where(and(inArea(c, catalogueSource.areaCode), inArray(catalogueSource.kind, [...fileTransactions])))
  const areas = new Set(c.me.areaCode ? [c.me.areaCode] : sources.map(({ areaCode }) => areaCode))
  const [mapping] = await c.db
    .select({ n: count() })
    .from(menuDiffRun)
    .innerJoin(store, eq(store.id, menuDiffRun.storeId))
    .where(and(c.scope.where(store.id), eq(store.closed, false), gt(menuDiffRun.invalid, 0)))
  const updated = sources.map(({ updatedAt }) => updatedAt?.getTime() ?? 0)
  const last = Math.max(0, ...updated)
  return {
    catalogue: areas.size * fileTransactions.length - sources.filter(whole).length,
    updatedAt: last ? formatTime(new Date(last)) : undefined,
    daysOld: daysOld(sources, c.now.getTime()),
    dictionaryDaysOld: await dictionaryDaysOld(c),
    mapping: mapping?.n ?? 0,
    clients: await outdatedOf(c),
  }
}
