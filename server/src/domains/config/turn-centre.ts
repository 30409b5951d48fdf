import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { endSignIns } from '../attendance/end-sign-ins.ts'
import { signIn } from '../attendance/tables.ts'
import { store } from '../organisation/tables.ts'
import type { Place } from './place.ts'

type Settings = Record<string, unknown>

/**
 * An area whose centre is reached at another address, or by another path: behind one gateway that says which centre it is.
 * The numbers that the one of before gave (9001) are none of the new one's, so the next message of each store asks for one
 * of its own. What left for the address of before and got no answer stays with a person (`intent.sentTo`).
 */
export const turnCentre = async (
  tx: Context['db'],
  { level, areaCode }: Place,
  { before, after, now }: { before: Settings; after: Settings; now: Date },
): Promise<void> => {
  const same = before.centreUrl === after.centreUrl && before.callPath === after.callPath
  if (level !== 'area' || same) return
  const stores = tx.select({ id: store.id }).from(store).where(eq(store.areaCode, areaCode))
  await endSignIns(tx, inArray(signIn.storeId, stores), now)
}
