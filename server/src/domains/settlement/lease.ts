import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../context.ts'
import { intent } from './tables.ts'

/**
 * Runs `work` while this node renews its lease on an intent: recovery takes only expired leases (DESIGN 7). A renewal
 * that fails is tried again; a node that cannot renew loses the intent, which is the purpose.
 */
export const underLease = async <T>(
  { db, config, clock }: Deps,
  intentId: string,
  work: () => Promise<T>,
): Promise<T> => {
  const renew = () =>
    db
      .update(intent)
      .set({ leaseUntil: new Date(clock().getTime() + config.lease) })
      .where(and(eq(intent.id, intentId), eq(intent.node, config.node), inArray(intent.outcome, ['open', 'unknown'])))
      .catch(() => undefined)
  const timer = setInterval(renew, config.lease / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
