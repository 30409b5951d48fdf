import { daysOfMonth } from '@yibao/shared/time.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type ClaimCalls, type ClaimKey, claimCalls } from '../../centre/operations/liquidation.ts'
import { claimsOn } from '../../database/claims.ts'
import type { Written } from '../../database/columns.ts'
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

export const claimed = claimsOn(liquidation)

/** Works on an application the asker may see, as it is now; refuses while somebody else does (claims.ts). */
export const withApplication = async <T>(c: Context, id: string, work: (found: Found) => Promise<T>): Promise<T> => {
  const { shop } = await applicationOf(c, id)
  return claimed(c, [id], async ([one]) => (one ? work({ shop, one }) : refuse('liquidation.busy')))
}

/** What is known of a claimed application from now on, unless the claim has ended and is somebody else's. */
export const mark = async (
  { db }: Pick<Context, 'db'>,
  { id, claimedUntil }: Application,
  set: Written<Application>,
): Promise<boolean> => {
  const mine = and(eq(liquidation.id, id), eq(liquidation.claimedUntil, claimedUntil!))
  const done = await db.update(liquidation).set(set).where(mine).returning({ id: liquidation.id })
  return done.length > 0
}

/** What an application is called at its centre. */
export const keyOf = ({ month, clrOptins, clrType, clrWay, insutype }: Application): ClaimKey => {
  const { first, last } = daysOfMonth(month)
  return { month, clrOptins, clrType, clrWay, insutype, from: first, until: last }
}
