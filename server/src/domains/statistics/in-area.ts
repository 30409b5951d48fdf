import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'

/** Rows of the area an administrator works in; of all areas for who has all and chose none. */
export const inArea = ({ me }: Pick<Context, 'me'>, areaCode: AnyColumn): SQL => {
  if (me.areaCode) return eq(areaCode, me.areaCode)
  return me.stores === 'all' ? sql`true` : sql`false`
}
