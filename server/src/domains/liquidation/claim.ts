import { daysOfMonth } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type ClaimCalls, type ClaimKey, claimCalls } from '../../centre/operations/liquidation.ts'
import { markOn, oneOn } from '../../database/claims.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { liquidation } from './tables.ts'

export type Application = typeof liquidation.$inferSelect

/** Who asks the centre: a person's call, or the job. */
export type Asker = Pick<Context, 'db' | 'deps' | 'services'>

/** An application with its store. */
export interface Found {
  one: Application
  shop: StoreRow
}

/** How the centre of an area is applied to. */
export const callsOf = ({ services }: Pick<Context, 'services'>, areaCode: string): ClaimCalls =>
  claimCalls[services.centre.of(areaCode).profile.claims]

/** An application that the asker may see. */
export const applicationOf = async (c: Context, id: string): Promise<Found> => {
  const [found] = await c.db
    .select({ one: liquidation, shop: store })
    .from(liquidation)
    .innerJoin(store, eq(store.id, liquidation.storeId))
    .where(and(eq(liquidation.id, id), c.scope.where(liquidation.storeId)))
  if (!found) return refuse('not.found', { what: '这份清算申请' })
  c.on(`${found.shop.name} ${found.one.month}`, found.shop.id)
  return found
}

/** Works on an application (claims.ts). */
export const claimed = oneOn(liquidation)

/** The same of one that the asker may see; refuses while somebody else does. */
export const withApplication = async <T>(c: Context, id: string, work: (found: Found) => Promise<T>): Promise<T> => {
  const { shop } = await applicationOf(c, id)
  const busy = () => refuse('liquidation.busy')
  return claimed(c.deps, id, (one) => work({ shop, one }), busy)
}

/** What is known of a claimed application from now on; false when the claim has ended and is somebody else's. */
export const mark = markOn(liquidation)

/** What an application is called at its centre. */
export const keyOf = ({ month, clrOptins, clrType, clrWay, insutype }: Application): ClaimKey => {
  const { first, last } = daysOfMonth(month)
  return { month, clrOptins, clrType, clrWay, insutype, from: first, until: last }
}
