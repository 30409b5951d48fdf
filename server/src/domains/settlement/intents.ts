import type { Deps } from '../../call/context.ts'
import { lasting, noLease } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { intent } from '../order/tables.ts'
import { type Claim, heldBy } from './lease.ts'

/** An answer as it came, sealed, for the intent it came to; undefined leaves what is there. */
export const sealedAnswer = ({ services }: Deps, raw: string | undefined): string | undefined =>
  raw === undefined ? undefined : services.vault.seal(raw)

interface Heard {
  raw?: string | undefined
  /** A booked answer that could not be booked just now, sealed (book.ts). */
  late?: string | undefined
}

/** Hands an intent to recovery: its fate is unknown. False when recovery had taken it already. */
export const giveToRecovery = async (
  deps: Deps,
  own: Claim,
  detail: string,
  { raw, late: lateAnswer }: Heard,
): Promise<boolean> => {
  const now = { closedAt: lasting(deps, 0), leaseUntil: noLease, nextAttemptAt: lasting(deps, 0) }
  const given = await deps.db
    .update(intent)
    .set({ outcome: 'unknown', ...now, lastError: detail, answer: sealedAnswer(deps, raw), lateAnswer })
    .where(heldBy(own))
    .returning({ id: intent.id })
  return given.length > 0
}

/** Ends an intent that definitely did nothing. False when it is somebody else's by now. */
export const closeRefused = async (tx: Database, deps: Deps, own: Claim, raw?: string): Promise<boolean> => {
  const closed = await tx
    .update(intent)
    .set({
      ...{ outcome: 'refused', closedAt: lasting(deps, 0), lastError: null, needsPerson: false },
      answer: sealedAnswer(deps, raw),
    })
    .where(heldBy(own))
    .returning({ id: intent.id })
  return closed.length > 0
}
