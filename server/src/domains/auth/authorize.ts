import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import { authorization } from './tables.ts'

export interface Authorized {
  action: string
  target: string
  authorizationId: string | undefined
}

/** Spends a second person's approval for exactly this action and target; answers who gave it. Works once, for 120 s. */
export const useAuthorization = async (
  c: Context,
  { action, target, authorizationId }: Authorized,
): Promise<string> => {
  if (!authorizationId) return refuse('authorize.missing')
  const [row] = await c.db
    .update(authorization)
    .set({ usedAt: c.now })
    .where(
      and(
        eq(authorization.id, authorizationId),
        eq(authorization.forUserId, c.me.userId),
        eq(authorization.action, action),
        eq(authorization.target, target),
        isNull(authorization.usedAt),
        gt(authorization.expiresAt, c.now),
      ),
    )
    .returning()
  return row ? row.byName : refuse('authorize.used')
}
