import { type SQL, sql } from 'drizzle-orm'
import { order } from './tables.ts'

interface Of {
  psnHash: SQL
  companyId: SQL
  /** Of the store that asks: what is on its way is known by area. */
  areaCode: SQL
}

/** The start of a day in China. */
const startOf = (day: SQL): SQL => sql`(${day})::timestamp at time zone 'Asia/Shanghai'`

/**
 * SQL of what a person bought of a company and still has (`at`: when), and of what he may have bought: settlements on their
 * way, or without an answer yet (`open`), which nobody may forget while they are. `from`: the first day. One probe each of
 * the indexes order_person and order_in_air; a purchase that was taken back is none.
 */
export const purchasesOf = ({ psnHash, companyId, areaCode, from }: Of & { from: SQL }): SQL => sql`(
  select id, store_id, lines, settled_at as at, false as open from ${order}
  where psn_hash = ${psnHash} and company_id = ${companyId}
    and state in ('settled', 'reversing', 'unknown') and settled_at is not null and settled_at >= ${startOf(from)}
  union all
  select id, store_id, lines, updated_at, true from ${order}
  where area_code = ${areaCode} and psn_hash = ${psnHash} and company_id = ${companyId}
    and state in ('settling', 'unknown') and (state = 'settling' or settled_at is null))`

/**
 * The newest of them around a day. The day before is among them: the moment of a settlement is the centre's, whose clock is
 * its own.
 */
export const newestPurchases = ({ day, ...of }: Of & { day: SQL }, most: number): SQL =>
  sql`select id from ${purchasesOf({ ...of, from: sql`${day} - 1` })} o order by o.at desc, o.id desc limit ${sql.raw(String(most))}`
