import { type AnyColumn, and, eq, type SQL } from 'drizzle-orm'
import type { Context } from './context.ts'

interface Placed {
  storeId: AnyColumn
  areaCode: AnyColumn
}

/** The rows of a table in reach of who asks, of one store where one is asked for. */
export const inReach = (
  { scope, me }: Context,
  { storeId, areaCode }: Placed,
  asked: string | undefined,
): SQL | undefined =>
  and(
    scope.where(storeId, asked),
    // An administrator's stores are all in his area: naming it as well lets the newest rows be read from one index.
    me.storeId || !me.areaCode ? undefined : eq(areaCode, me.areaCode),
  )
