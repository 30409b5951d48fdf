import { formatDay } from '@yibao/shared/time.ts'
import { and, asc, eq, exists, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { Deps } from '../../../context.ts'
import { Refusal } from '../../../refuse.ts'
import { signIn } from '../../attendance/tables.ts'
import { store } from '../../organisation/tables.ts'
import type { Told } from '../../sale/told.ts'
import { rxMessage } from '../tables.ts'
import { withMessage } from './claim.ts'
import { tellMessage } from './tell.ts'

/** Messages that a node tells in a round. */
const most = 100
/** ms that a store is left alone after its centre did not answer. */
const rest = 120_000

/** What is due, the oldest first, of open stores where somebody is signed in today. */
const due = ({ db, clock }: Deps, resting: readonly string[]) => {
  const today = and(eq(signIn.day, formatDay(clock())), isNull(signIn.signedOutAt))
  const signedIn = db
    .select({ one: sql`1` })
    .from(signIn)
    .where(and(eq(signIn.storeId, rxMessage.storeId), today))
  return db
    .select({ id: rxMessage.id, storeId: rxMessage.storeId })
    .from(rxMessage)
    .innerJoin(store, eq(store.id, rxMessage.storeId))
    .where(
      and(
        isNotNull(rxMessage.nextAt),
        lte(rxMessage.nextAt, clock()),
        eq(store.closed, false),
        exists(signedIn),
        resting.length ? notInArray(rxMessage.storeId, [...resting]) : undefined,
      ),
    )
    .orderBy(asc(rxMessage.nextAt), asc(rxMessage.id))
    .limit(most)
}

/**
 * Tells the centres the verdicts and what was handed out (7204, 7206), as far as it is due. Several nodes do it together:
 * each message is claimed. `resting` remembers which stores' centres did not answer. Answers how many were told or tried.
 */
export const tellDue = async (
  deps: Deps,
  report: (fault: unknown) => void,
  resting: Map<string, number> = new Map(),
): Promise<number> => {
  const now = deps.clock().getTime()
  const silent = new Set([...resting].flatMap(([id, until]) => (until > now ? [id] : [])))
  let tried = 0
  for (const { id, storeId } of await due(deps, [...silent])) {
    if (silent.has(storeId)) continue
    const told = await withMessage(deps, id, async (one): Promise<Told | undefined> => {
      // Another node, or a person, has it, or had it since it was looked for.
      if (!one?.nextAt || one.nextAt > deps.clock()) return undefined
      return tellMessage(deps, one)
    }).catch((fault: unknown): Told => {
      if (!(fault instanceof Refusal)) report(fault)
      return { kind: 'down', text: '' }
    })
    if (told) tried++
    if (told?.kind === 'unknown' || told?.kind === 'down') {
      silent.add(storeId)
      resting.set(storeId, now + rest)
    } else resting.delete(storeId)
  }
  return tried
}
