import { sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { isDue, type Queue, type Resting, tellQueue } from '../telling/turns.ts'
import { withMessage } from './claim.ts'
import { tellStock } from './send.ts'
import { stockMessage } from './tables.ts'

export const queue: Queue = { table: stockMessage, since: stockMessage.writtenAt, order: sql`${stockMessage.id}` }

/**
 * Tells the centres what is due of the stock of stores that tell by themselves, as what they sold (sale/round.ts): what
 * was written a moment ago can still be corrected or taken away.
 */
export const stockDue = (
  deps: Deps,
  report: (fault: unknown) => void,
  resting: Resting = new Map(),
): Promise<number> => {
  const tell = (id: string) =>
    withMessage(deps, id, async (one) => (isDue(deps, one) ? tellStock(deps, one) : undefined))
  return tellQueue(deps, queue, tell, report, resting)
}
