import { eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import { Context, type Deps } from '../../call/context.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { company, store } from '../organisation/tables.ts'
import { grantsOf } from './grants.ts'
import { user } from './tables.ts'

/**
 * A person as the server acts in his name without a session of his: with what he may and sees now. `areaCode` is where an
 * administrator worked when he asked; an operator works in his own store. Undefined: his account, company or store was
 * stopped.
 */
export const standIn = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  areaCode: string | undefined,
): Promise<SessionUser | undefined> => {
  const [found] = await db
    .select({ one: user, shop: store, companyStopped: company.stopped })
    .from(user)
    .leftJoin(store, eq(store.id, user.storeId))
    .leftJoin(company, eq(company.id, user.companyId))
    .where(eq(user.id, userId))
  if (!found || found.one.stopped || found.companyStopped || found.shop?.closed) return undefined
  const { one, shop } = found
  const place = { areaCode: shop?.areaCode ?? areaCode, storeId: shop?.id }
  return {
    sessionId: `stand-in:${one.id}`,
    tokenIssuedAt: clock(),
    userId: one.id,
    userName: one.userName,
    name: one.name || one.surName || one.userName,
    guest: false,
    isSuperAdmin: one.isSuperAdmin,
    isAdminUser: one.isAdminUser,
    companyId: one.companyId ?? undefined,
    ...place,
    ...(await grantsOf(db, one, place)),
    rights: '',
  }
}

// Nobody stands at a counter.
const asking = {
  device: async () => refuse('approval.counter'),
  decision: async () => refuse('approval.counter'),
}

/** A request that a person does not make himself: what he may and sees, asked while he is away or elsewhere. */
export const contextOf = (deps: Deps, user: SessionUser): Context =>
  new Context({ deps, user, requestId: newId(deps.clock()), ip: '', idempotencyKey: undefined, asking })
