import { and, eq } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { claimsOn } from '../../database/claims.ts'
import type { Filing, Found, Kind } from './kinds/kind.ts'
import { openPersonal } from './personal.ts'
import { filingOf } from './rows.ts'
import { filing } from './tables.ts'

const claimed = claimsOn(filing)

/** Works on a filing the asker may see, as it is now; refuses while somebody else does (claims.ts). */
export const withFiling = async <T>(
  c: Context,
  kind: Kind,
  id: string,
  work: (found: Found) => Promise<T>,
): Promise<T> => {
  const { shop, one: read } = await filingOf(c, kind, id)
  c.keep({ target: `${shop.name} ${read.subjectCode} ${read.subjectName}` })
  return claimed(c, [id], async ([one]) => {
    if (!one) return refuse('filing.busy')
    // Somebody may have changed it between the reading and the claim: what is sent is all of one moment.
    return work({ shop, one, personal: openPersonal(c.services.vault, one.personal) })
  })
}

/** What is known of a claimed filing from now on; false when the claim has ended and is somebody else's. */
export const markMine = async (
  { db }: Pick<Context, 'db'>,
  { id, claimedUntil }: Filing,
  set: Partial<Filing>,
): Promise<boolean> => {
  const mine = and(eq(filing.id, id), eq(filing.claimedUntil, claimedUntil!))
  const marked = await db.update(filing).set(set).where(mine).returning({ id: filing.id })
  return marked.length > 0
}

/** The same where nothing is done after it. */
export const mark = async (c: Pick<Context, 'db'>, one: Filing, set: Partial<Filing>): Promise<void> => {
  await markMine(c, one, set)
}
