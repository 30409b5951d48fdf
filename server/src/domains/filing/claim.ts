import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { markOn, oneOn } from '../../database/claims.ts'
import type { Filing, Found, Kind } from './kinds/kind.ts'
import { openPersonal } from './personal.ts'
import { filingOf } from './rows.ts'
import { filing } from './tables.ts'

const claimed = oneOn(filing)

/** Works on a filing the asker may see, as it is now; refuses while somebody else does (claims.ts). */
export const withFiling = async <T>(
  c: Context,
  kind: Kind,
  id: string,
  work: (found: Found) => Promise<T>,
): Promise<T> => {
  const { shop } = await filingOf(c, kind, id)
  // Somebody may have changed it between the reading and the claim: what is sent is all of one moment.
  const atOnce = (one: Filing) => work({ shop, one, personal: openPersonal(c.services.vault, one.personal) })
  return claimed(c.deps, id, atOnce, () => refuse('filing.busy'))
}

/** What is known of a claimed filing from now on; false when the claim has ended and is somebody else's. */
export const markMine = markOn(filing)

/** The same where nothing is done after it. */
export const mark = async (c: Pick<Context, 'db'>, one: Filing, set: Partial<Filing>): Promise<void> => {
  await markMine(c, one, set)
}
