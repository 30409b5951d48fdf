import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { claimsOn } from '../../database/claims.ts'
import { refuse } from '../../refuse.ts'
import { openPersonal } from './personal.ts'
import { type Filing, filingOf } from './rows.ts'
import { diseaseFiling } from './tables.ts'

const claimed = claimsOn(diseaseFiling)

/** Works on a filing the asker may see, as it is now; refuses while somebody else does (claims.ts). */
export const withFiling = async <T>(
  c: Context,
  id: string,
  work: (found: Awaited<ReturnType<typeof filingOf>>) => Promise<T>,
): Promise<T> => {
  const { shop, one: read } = await filingOf(c, id)
  c.keep({ target: `${shop.name} ${read.diseaseCode} ${read.diseaseName}` })
  return claimed(c, [id], async ([one]) => {
    if (!one) return refuse('filing.busy')
    // Somebody may have changed it between the reading and the claim: what is sent is all of one moment.
    return work({ shop, one, personal: openPersonal(c.services.vault, one.personal) })
  })
}

/** What is known of a claimed filing from now on, unless the claim has ended and is somebody else's. */
export const mark = async (
  { db }: Pick<Context, 'db'>,
  { id, claimedUntil }: Filing,
  set: Partial<Filing>,
): Promise<void> => {
  const mine = and(eq(diseaseFiling.id, id), eq(diseaseFiling.claimedUntil, claimedUntil as Date))
  await db.update(diseaseFiling).set(set).where(mine)
}
