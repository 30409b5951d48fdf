import { and, eq, type SQL } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { CentreOutcome } from '../../centre/client.ts'
import { lasting } from '../../database/held.ts'
import { intent } from '../order/tables.ts'
import type { IntentRow } from '../order/view.ts'

/**
 * Who works on an intent: its first sender (attempts 0), or one attempt of recovery. Each taking counts up, so two claims
 * never look alike, not even of one node that stood still for longer than its lease and took the intent again. How long a
 * lease lasts is by the database's clock: another node's may be ahead by more than all of it.
 */
export type Claim = Pick<IntentRow, 'id' | 'attempts'>

/** The claim of a first sender; by the clock of this very process nobody has taken it before `until`. */
export interface FirstClaim extends Claim {
  until: Date
}

/** What an intent's row looks like while nobody has taken it since and nothing has ended it. */
export const heldBy = ({ id, attempts }: Claim) =>
  and(eq(intent.id, id), eq(intent.attempts, attempts), eq(intent.outcome, attempts ? 'unknown' : 'open'))

/**
 * The last thing before a message that moves money leaves under a claim: writes what has to be known of it and renews the
 * lease, in one statement. False when the intent is somebody else's by now, or not as it must be: then nothing may leave
 * (DESIGN 7).
 */
export const hold = async (
  deps: Deps,
  claim: Claim,
  changes: Partial<typeof intent.$inferInsert> = {},
  must?: SQL,
): Promise<boolean> => {
  const leaseUntil = lasting(deps, deps.config.lease)
  const held = await deps.db
    .update(intent)
    .set({ ...changes, leaseUntil })
    .where(and(heldBy(claim), must))
    .returning({ id: intent.id })
  return held.length > 0
}

/**
 * Runs `work` while its claim's lease is renewed: recovery takes only expired leases (DESIGN 7). A renewal that fails is
 * tried again; who cannot renew loses the intent, which is the purpose.
 */
export const underLease = async <T>(deps: Deps, claim: Claim, work: () => Promise<T>): Promise<T> => {
  const { underWay } = deps.services
  let renewing = false
  const renew = async () => {
    // What is being booked holds the row: one that waits behind it is enough.
    if (renewing) return
    renewing = true
    await hold(deps, claim).catch(() => false)
    renewing = false
  }
  const timer = setInterval(renew, deps.config.lease / 3)
  underWay.add(claim.id)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    underWay.delete(claim.id)
  }
}

/**
 * The first sending of what was committed a moment ago, and what is made of its outcome: as long as it is being booked the
 * intent is its sender's. Nobody can have taken it before its lease was over, so only a node that stood still in between
 * asks once more; undefined when it comes too late, and then nothing has left.
 */
export const sendFirst = <T>(
  deps: Deps,
  own: FirstClaim,
  send: () => Promise<CentreOutcome>,
  take: (outcome: CentreOutcome) => Promise<T>,
): Promise<T | undefined> =>
  underLease(deps, own, async () =>
    deps.clock() < own.until || (await hold(deps, own)) ? take(await send()) : undefined,
  )
