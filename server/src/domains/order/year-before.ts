import { formatDay } from '@yibao/shared/time.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import type { YearBefore } from '../card/types.ts'
import type { order } from './tables.ts'

type OrderRow = typeof order.$inferSelect

// The states are written out: only then does the planner see that a person's small indexes hold what it looks for.
const settled = sql.raw(`state in ('settled','reversing','unknown') and settled_at is not null`)
const inAir = sql.raw(`state in ('settling','unknown')`)
const back = sql.raw(`state = 'reversed'`)

const idsOf = (areaCode: string, psnHash: string | null, kinds: (typeof settled)[]) =>
  sql.join(
    kinds.map(
      (kind) => sql`select id from purchase_order where psn_hash = ${psnHash} and area_code = ${areaCode} and ${kind}`,
    ),
    sql` union all `,
  )

const isThere = async (db: Database, query: SQL): Promise<boolean> => {
  const result = await db.execute(sql`select exists (${query}) as there`)
  return rowsFrom<{ there: boolean }>(result)[0]!.there
}

/**
 * Whether money of a person is on its way in an area: what the centre says of him then may hold it or not, and it may still be
 * taken back.
 */
export const hasInAir = (db: Database, areaCode: string, psnHash: string): Promise<boolean> => {
  const reversing = sql`${settled} and state = 'reversing'`
  return isThere(db, idsOf(areaCode, psnHash, [inAir, reversing]))
}

/** Whether another order of the person moved at the centre between that moment and when this one left for it. */
const cameBetween = (db: Database, row: OrderRow, since: string): Promise<boolean> => {
  const left = sql`coalesce(
    (select max(own.at) from order_event own where own.order_id = ${row.id} and own.to_state = 'settling'),
    ${row.settledAt?.toISOString() ?? null}::timestamptz, 'infinity')`
  return isThere(
    db,
    sql`select 1 from order_event moved where moved.order_id in (${idsOf(row.areaCode, row.psnHash, [settled, inAir, back])})
      and moved.order_id <> ${row.id} and moved.to_state in ('settling','settled','unknown','reversing','reversed')
      and moved.at between ${since}::timestamptz and ${left}`,
  )
}

/**
 * What the insured had used in the year of this purchase before it, as the centre said when his card was read. Undefined where
 * it had not answered, where another year had begun, and where another settlement or reversal of his came between, so that it
 * was no longer so.
 */
export const beforeThis = async (db: Database, row: OrderRow): Promise<YearBefore | undefined> => {
  const said = row.person.yearBefore
  if (!said || said.year !== formatDay(row.settledAt ?? row.updatedAt).slice(0, 4)) return undefined
  return (await cameBetween(db, row, said.at)) ? undefined : said
}
