import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { rowsFrom } from '../../../database/rows-from.ts'
import { fundChange, fundDay } from '../../order/fund-tables.ts'
import { type GroupKey, keyText } from '../../order/group.ts'
import type { StoreRow } from '../../organisation/store.ts'

/** A group that a store has settled under, whenever it was, without what 2601 undid. */
export interface SettledGroup extends GroupKey {
  /** Of persons insured in the store's own city. */
  isLocal: boolean
}

/** The groups a store has settled under, the one of its last settlement first. */
export const settledGroups = async (db: Database, storeId: string): Promise<SettledGroup[]> => {
  const rows = (days: typeof fundDay | typeof fundChange): SQL => sql`
    select ${days.day}, ${days.clrOptins}, ${days.insutype}, ${days.clrType}, ${days.outFlag} = '0' as local, ${days.settlements}
    from ${days} where ${eq(days.storeId, storeId)}`
  const answer = await db.execute(sql`
    select clr_optins as "clrOptins", insutype, clr_type as "clrType", local as "isLocal"
    from (${rows(fundDay)} union all ${rows(fundChange)}) as changes
    group by clr_optins, insutype, clr_type, local having sum(settlements) > 0
    order by max(day) desc, sum(settlements) desc, clr_optins, insutype, clr_type`)
  return rowsFrom(answer)
}

/** Whether a store has ever settled under a group. */
export const isSettledUnder = (settled: readonly SettledGroup[], key: GroupKey): boolean =>
  settled.some((one) => keyText(one) === keyText(key))

/**
 * Who clears what a store sells to the people of its city under an insurance: whoever cleared the last of it, else the last
 * of another insurance. Of a store that has sold nothing yet only its area is known.
 */
export const clearedBy = (
  settled: readonly SettledGroup[],
  { areaCode }: Pick<StoreRow, 'areaCode'>,
  insutype: string,
): string => {
  const local = settled.filter(({ isLocal }) => isLocal)
  return (local.find((one) => one.insutype === insutype) ?? local[0])?.clrOptins ?? areaCode
}
