import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../call/context.ts'
import { lease } from '../../database/claims.ts'
import type { LeaseEnd } from '../../database/columns.ts'
import { isFree } from '../../database/held.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import type { Layer } from '../organisation/settings.ts'

// While an area does not tell by itself its stores go on writing what is to be told, and another program may tell the
// centre of it: what was written then is not told by itself afterwards, only where a person says so.

/** When a row is looked at that is left to people: never. */
const never = new Date('9999-12-31T00:00:00Z')

const said = '关闭自动上传期间的，不自动上传；医保中心还没有的，请按「上传」'

/** Whether a row is left to people because it was written while its store did not tell by itself. */
export const isAside = ({ nextAt }: { nextAt: Date | null }): boolean => nextAt?.getTime() === never.getTime()

/** The same over a table. */
export const aside = ({ nextAt }: { nextAt: AnyPgColumn }): SQL =>
  sql`${nextAt} is not distinct from ${never.toISOString()}::timestamptz`

/**
 * Since when a store tells by itself, ms; 0: always. `layers`: the settings of its levels, the strongest last. A level that
 * decides for itself was not switched with the ones above.
 */
export const tellsFrom = (...layers: Layer[]): number =>
  layers.reduce((from, layer) => {
    const own = Number(layer?.saleUploadFrom ?? 0)
    return typeof layer?.saleUpload === 'boolean' ? own : Math.max(from, own)
  }, 0)

/** A queue's table, as far as it is known here. */
interface Rows {
  id: AnyPgColumn
  storeId: AnyPgColumn
  nextAt: AnyPgColumn
  state: AnyPgColumn
  sentAt: AnyPgColumn
  claimedUntil: AnyPgColumn<{ data: LeaseEnd }>
}

/** What has never left and was due before a moment. `when`: which rows of the table may stay untold. */
export const untold = ({ nextAt, state, sentAt }: Rows, before: Date | SQL, when: SQL | undefined): SQL =>
  and(isNotNull(nextAt), lt(nextAt, before), eq(state, 'waiting'), isNull(sentAt), when)!

/** Rows of a store, and of all, that one statement lays aside, and statements of a round. */
const perStore = 500
const atOnce = 2000
const perRound = 10

/**
 * Lays aside what stores wrote while they did not tell by themselves, in slices: they may be millions. Answers whether
 * some may be left.
 */
export const layAside = async (
  deps: Pick<Deps, 'db' | 'moved'>,
  { table, when }: { table: Rows; when?: SQL },
  stores: readonly { id: string; from: number }[],
): Promise<boolean> => {
  const since = stores.filter(({ from }) => from > 0)
  if (!since.length) return false
  const ids = sql.param(since.map(({ id }) => id))
  const froms = sql.param(since.map(({ from }) => new Date(from).toISOString()))
  const which = and(
    untold(table, sql`asked.since`, when),
    isFree(deps, table.claimedUntil, lease),
    sql`${table.storeId} = asked.store_id`,
  )
  const slice = sql`
    with past as (
      select found.id from unnest(${ids}::text[], ${froms}::timestamptz[]) as asked(store_id, since)
      cross join lateral (
        select ${table.id} as id from ${table} where ${which}
        order by ${table.nextAt}, ${table.id} limit ${perStore} for update skip locked
      ) as found limit ${atOnce}
    )
    update ${table} set next_at = ${never.toISOString()}::timestamptz, message = ${said}
    from past where ${table.id} = past.id returning past.id`
  for (let n = 0; n < perRound; n++) if (!rowsFrom(await deps.db.execute(slice)).length) return false
  return true
}
