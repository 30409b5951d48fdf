import { and, asc, eq, isNotNull, lte, notInArray } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { Refusal } from '../../../call/refuse.ts'
import { finishing } from '../../attendance/working.ts'
import { store } from '../../organisation/tables.ts'
import type { Told } from '../../telling/told.ts'
import { rxMessage } from '../tables.ts'
import { byArea } from './areas.ts'
import { withMessage } from './claim.ts'
import type { SoldBy } from './sold.ts'
import { tellMessage } from './tell.ts'

/** Messages that a node tells in a round. */
const most = 100
/** ms that a centre which did not answer, or a store that cannot speak with its own, is left alone. */
const rest = 120_000

/** What is due, the oldest first, of stores where somebody is signed in today, or that were closed some days ago. `resting` = areas and stores. */
const due = (deps: Deps, resting: readonly string[]) =>
  deps.db
    .select({ id: rxMessage.id, storeId: rxMessage.storeId, areaCode: store.areaCode })
    .from(rxMessage)
    .innerJoin(store, eq(store.id, rxMessage.storeId))
    .where(
      and(
        isNotNull(rxMessage.nextAt),
        lte(rxMessage.nextAt, deps.clock()),
        finishing(deps),
        resting.length ? notInArray(rxMessage.storeId, [...resting]) : undefined,
        resting.length ? notInArray(store.areaCode, [...resting]) : undefined,
      ),
    )
    .orderBy(asc(rxMessage.nextAt), asc(rxMessage.id))
    .limit(most)

/**
 * Tells the centres the verdicts and what was handed out (7204, 7206), as far as it is due. Several nodes do it together:
 * each message is claimed. `resting` remembers which centres did not answer, and which stores could not speak with theirs,
 * until when. Answers how many were told or tried.
 */
export const tellDue = async (
  deps: Deps,
  report: (fault: unknown) => void,
  soldBy: SoldBy,
  resting: Map<string, number> = new Map(),
): Promise<number> => {
  const now = deps.clock().getTime()
  for (const [key, until] of resting) if (until <= now) resting.delete(key)
  let tried = 0
  await byArea(deps, await due(deps, [...resting.keys()]), async ({ id, storeId, areaCode }) => {
    if (resting.has(storeId)) return true
    const told = await withMessage(deps, id, async (one): Promise<Told | undefined> => {
      // Another node, or a person, has it, or had it since it was looked for.
      if (!one?.nextAt || one.nextAt > deps.clock()) return undefined
      return tellMessage(deps, one, soldBy)
    }).catch((fault: unknown): Told => {
      if (!(fault instanceof Refusal)) report(fault)
      return { kind: 'down', text: '' }
    })
    if (told) tried++
    if (told?.kind === 'down') resting.set(storeId, now + rest)
    if (told?.kind === 'unknown') resting.set(areaCode, now + rest)
    return told?.kind !== 'unknown'
  })
  return tried
}
