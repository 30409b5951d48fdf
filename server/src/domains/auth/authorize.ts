import type { ApprovalAction } from '@yibao/shared/approval.ts'
import type { Call, InputOf } from '@yibao/shared/call.ts'
import type { auth } from '@yibao/shared/calls/auth.ts'
import { calls } from '@yibao/shared/calls/index.ts'
import { can, type Me } from '@yibao/shared/permission.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { platformOf } from '../organisation/settings.ts'
import { grantsOf } from './grants.ts'
import { identify } from './identify.ts'
import { mustChangeOf } from './new-password.ts'
import { standIn } from './stand-in.ts'
import { authorization } from './tables.ts'

/** ms an approval may be used. */
const lifetime = 120_000

/** What a second person can approve, with the call that does it. */
const approvable: Record<Exclude<ApprovalAction, 'setup'>, Call> = {
  reversal: calls.settlement.cancel,
  undo: calls.order.undo,
  difference: calls.reconciliation.handle,
  differences: calls.reconciliation.batch,
  prescription: calls.rx.review,
  centreOnly: calls.outpatient.reverse,
  clearing: calls.clearScore.rollback,
  refund: calls.otherPay.refund,
  sqlScript: calls.sqlVersion.execute,
}

/** Whoever approves an action could do it himself. */
export const mayDo = (me: Me, action: ApprovalAction): boolean => {
  // No button of any page: leaving out a step of a store's set-up is every administrator's (ux 5).
  if (action === 'setup') return me.isAdminUser || me.isSuperAdmin
  const { menu, button } = approvable[action]
  return [menu ?? []].flat().some((menuCode) => can(me, { menuCode, buttonCode: button }))
}

interface Granted {
  by: { id: string; name: string }
  forUserId: string
  action: ApprovalAction
  target: string
}

/** Writes an approval that its person has given: whoever calls knows that he may. */
export const grantAuthorization = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { by, ...given }: Granted,
): Promise<typeof authorization.$inferSelect> => {
  const now = clock()
  const expiresAt = new Date(now.getTime() + lifetime)
  const values = { ...given, id: newId(now), byUserId: by.id, byName: by.name, expiresAt }
  const [row] = await db.insert(authorization).values(values).returning()
  return row!
}

/**
 * A second person's approval of one action on one target for the caller: `target` is made by
 * approvalTarget. Refuses the caller himself and persons without that permission here.
 */
export const authorize = async (input: InputOf<typeof auth.authorize>, c: Context) => {
  const [password] = await c.services.passwords.open([input.passWord], input.userName)
  const person = await identify(c, input.userName, password!)
  if (person.id === c.me.userId) return refuse('authorize.self')
  // Whoever knows an initial password may not approve with it.
  if (mustChangeOf(person, (await platformOf(c.deps)).passwordDays, c.now)) return refuse('authorize.password')
  const grants = await grantsOf(c.db, person, { storeId: person.storeId ?? undefined })
  const sees = grants.stores === 'all' || !c.me.storeId || grants.stores.includes(c.me.storeId)
  if (!sees || !mayDo({ ...person, ...grants }, input.action)) return refuse('authorize.denied')
  const by = { id: person.id, name: person.name || person.userName }
  const row = await grantAuthorization(c.deps, {
    by,
    forUserId: c.me.userId,
    action: input.action,
    target: input.target,
  })
  return { authorizationId: row.id, authorizedBy: row.byName, expiresAt: formatTime(row.expiresAt) }
}

/** What an approval is spent for. */
interface Spent {
  action: ApprovalAction
  target: string
  authorizationId: string | undefined
  /** Whose money or settings it changes: whoever approved has to see these stores, wherever the caller works. */
  stores: readonly string[]
}

/** Whether whoever gave an approval is still somebody who could do it himself, in these stores. */
const stillMay = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
  { action, stores }: Pick<Spent, 'action' | 'stores'>,
): Promise<boolean> => {
  const person = await standIn({ db, clock: () => now }, userId, undefined)
  if (!person || !mayDo(person, action)) return false
  const { stores: seen } = person
  return seen === 'all' || stores.every((id) => seen.includes(id))
}

/**
 * Spends a second person's approval for exactly this action and target; answers whose it was. Works once, for 120 s.
 * Refuses the word of somebody who does not see the stores it is about, or has lost the right to give it.
 */
export const spendAuthorization = async (
  { db, me, now }: Pick<Context, 'db' | 'me' | 'now'>,
  { action, target, authorizationId, stores }: Spent,
): Promise<{ userId: string; name: string }> => {
  if (!authorizationId) return refuse('authorize.missing')
  const [row] = await db
    .update(authorization)
    .set({ usedAt: now })
    .where(
      and(
        eq(authorization.id, authorizationId),
        eq(authorization.forUserId, me.userId),
        eq(authorization.action, action),
        eq(authorization.target, target),
        isNull(authorization.usedAt),
        gt(authorization.expiresAt, now),
      ),
    )
    .returning({ userId: authorization.byUserId, name: authorization.byName })
  if (!row) return refuse('authorize.used')
  return (await stillMay({ db, now }, row.userId, { action, stores })) ? row : refuse('authorize.denied')
}

/** The same for whoever wants the name alone. */
export const useAuthorization = async (
  c: Parameters<typeof spendAuthorization>[0],
  spent: Parameters<typeof spendAuthorization>[1],
): Promise<string> => (await spendAuthorization(c, spent)).name
