import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { claimsOn } from '../../database/claims.ts'
import { refuse } from '../../refuse.ts'
import { type Filing, filingOf } from './rows.ts'
import { diseaseFiling } from './tables.ts'

const claimed = claimsOn(diseaseFiling)

/** Works on a filing the asker may see, as it is now; refuses while somebody else does (claims.ts). */
export const withFiling = async <T>(
  c: Context,
  id: string,
  work: (found: Awaited<ReturnType<typeof filingOf>>) => Promise<T>,
): Promise<T> => {
  const found = await filingOf(c, id)
  const { shop, one } = found
  c.keep({ target: `${shop.name} ${one.diseaseCode} ${one.diseaseName}` })
  return claimed(c, [id], async ([mine]) => (mine ? work({ ...found, one: mine }) : refuse('filing.busy')))
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
