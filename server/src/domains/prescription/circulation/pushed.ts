import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '../../../base/refuse.ts'
import type { Deps } from '../../../call/context.ts'
import { downloadRx, type ListedRx, queryRx } from '../../../centre/operations/prescription.ts'
import { isFree, lasting } from '../../../database/held.ts'
import { runAsSystem } from '../../attendance/ask.ts'
import { working } from '../../attendance/working.ts'
import type { StoreRow } from '../../organisation/store.ts'
import { store } from '../../organisation/tables.ts'
import { tellRx } from '../moving.ts'
import { circulated, prescription, rxPoll } from '../tables.ts'
import { keepsAway, typedOf } from '../twice.ts'
import { byArea } from './areas.ts'
import { timeoutMs } from './definite.ts'
import { keepDownloaded } from './keep.ts'
import { nextUse } from './listed.ts'

/** ms between two questions of a store. */
const pause = 120_000
/** Prescriptions of a store in a round, and how many are asked for until it has them: a centre may refuse one for ever. */
const most = 20
const mostAsked = 60

/**
 * Open stores where somebody is signed in today, whose area has the circulation and whose turn it is: who waits longest
 * first, for an area with more stores than its time serves would never come to the last ones otherwise.
 */
const asking = async (deps: Deps): Promise<StoreRow[]> => {
  const rows = await deps.db
    .select({ shop: store })
    .from(store)
    .leftJoin(rxPoll, eq(rxPoll.storeId, store.id))
    .where(and(working(deps), isFree(deps, rxPoll.nextAt, pause)))
    .orderBy(sql`${rxPoll.nextAt} asc nulls first`, asc(store.id))
  return rows
    .map(({ shop }) => shop)
    .filter(({ areaCode }) => deps.services.centre.of(areaCode).profile.circulation !== 'none')
}

/** Whether this node asks for that store now: of several nodes one does. */
const mine = async (deps: Deps, storeId: string): Promise<boolean> => {
  const nextAt = lasting(deps, pause)
  const taken = await deps.db
    .insert(rxPoll)
    .values({ storeId, nextAt })
    .onConflictDoUpdate({ target: rxPoll.storeId, set: { nextAt }, setWhere: isFree(deps, rxPoll.nextAt, pause) })
    .returning({ storeId: rxPoll.storeId })
  return taken.length > 0
}

/** When it was issued, and its number: of one moment there may be two. */
const madeAt = ({ issuedAt, number }: ListedRx) => `${issuedAt} ${number}`

/**
 * Those that the store has not, on paper either, nor has had and withdrawn, the newest first: whose it is may be on his way.
 */
const fresh = async ({ db }: Deps, shop: StoreRow, listed: readonly ListedRx[]): Promise<ListedRx[]> => {
  if (!listed.length) return []
  const numbers = listed.map(({ number }) => number)
  const known = await db
    .select({ number: prescription.number, useNo: prescription.useNo })
    .from(prescription)
    .where(and(eq(prescription.storeId, shop.id), inArray(prescription.number, numbers), circulated))
  const typed = await typedOf(db, shop, listed)
  return listed
    .filter((one) => !keepsAway(typed.get(one.number), one))
    .filter((one) => !known.some(({ number, useNo }) => number === one.number && useNo === nextUse(one)))
    .toSorted((one, other) => (madeAt(one) < madeAt(other) ? 1 : -1))
}

/**
 * Fetches what was sent to one store; false when its centre did not answer. A 7203 whose answer is lost needs no mark:
 * the centre lists a prescription until it has a verdict, so the next round finds it again and the store has it once
 * (index prescription_circulated).
 */
const fetchStore = async (deps: Deps, shop: StoreRow, taken: () => void): Promise<boolean> => {
  const answer = await runAsSystem(deps, shop, queryRx, { pushed: true }, { timeoutMs })
  if (answer.kind !== 'booked') return answer.kind !== 'unknown'
  let kept = 0
  for (const one of (await fresh(deps, shop, answer.value)).slice(0, mostAsked)) {
    if (kept === most) break
    const { number, authorization } = one
    const whole = await runAsSystem(deps, shop, downloadRx, { number, authorization }, { timeoutMs })
    // A refusal is about this one; without an answer there is no use in asking on.
    if (whole.kind === 'refused' && !whole.signInLost) continue
    if (whole.kind !== 'booked') return whole.kind !== 'unknown'
    const { db, services } = deps
    const how = { useNo: nextUse(one), by: '医院推送' }
    const id = await keepDownloaded({ db, services, now: deps.clock() }, shop, whole.value, how)
    tellRx({ services }, { id, storeId: shop.id })
    taken()
    kept++
  }
  return true
}

/** Fetches what hospitals sent to stores (7202 with push_flag, 7203): it waits for their pharmacists then. Answers how many. */
export const takePushed = async (deps: Deps, report: (fault: unknown) => void): Promise<number> => {
  let taken = 0
  const count = () => {
    taken++
  }
  await byArea(deps, await asking(deps), async (shop) => {
    try {
      return (await mine(deps, shop.id)) ? await fetchStore(deps, shop, count) : true
    } catch (fault) {
      // A store that cannot sign in now is asked about later.
      if (!(fault instanceof Refusal)) report(fault)
      return true
    }
  })
  return taken
}
