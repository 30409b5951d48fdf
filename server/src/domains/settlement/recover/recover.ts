import type { Deps } from '../../../context.ts'
import { faultText, reportFault } from '../../../fault.ts'
import { Refusal } from '../../../refuse.ts'
import { underLease } from '../lease.ts'
import { type Claimed, claimIntent, dueIntents, postpone } from './claim.ts'
import { recoverPurchase } from './purchase.ts'
import { recoverReversal } from './reversal.ts'

/** One attempt at one intent; a fault postpones it and is never the end of it. */
const attempt = async (deps: Deps, claimed: Claimed): Promise<void> => {
  try {
    await (claimed.intent.infno === '2102' ? recoverPurchase : recoverReversal)(deps, claimed)
  } catch (error) {
    if (!(error instanceof Refusal)) reportFault('recovery', error)
    const text = error instanceof Refusal ? error.message : `核实中断：${faultText(error)}`
    await postpone(deps, claimed, { error: text })
  }
}

/** Recovers one order now, whatever its next attempt says; false when another node has it or nothing is open. */
export const recoverIntent = async (deps: Deps, intentId: string): Promise<boolean> => {
  const claimed = await claimIntent(deps, intentId)
  if (!claimed) return false
  // A node that dies here holds the order no longer than one lease.
  await underLease(deps, intentId, () => attempt(deps, claimed))
  return true
}

/** Everything that is due, one after the other, until this node leaves; answers how many were tried. */
export const recoverDue = async (deps: Deps): Promise<number> => {
  const ids = await dueIntents(deps)
  let tried = 0
  for (const id of ids) {
    if (deps.services.node.leaving) break
    if (await recoverIntent(deps, id)) tried += 1
  }
  return tried
}
