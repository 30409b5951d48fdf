import { addMonths, formatDay } from '@yibao/shared/time.ts'
import { and, asc, eq, gt, gte, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { working } from '../attendance/working.ts'
import { store } from '../organisation/tables.ts'
import { claimed, type Found, mark } from './claim.ts'
import { refresh, underWay } from './resolve.ts'
import { liquidation } from './tables.ts'
import { tellStore } from './tell-store.ts'

type One = Found['one']

const hour = 3_600_000
/**
 * Reviews take days: an application is asked about twice a day, one whose answer was lost every hour. What a centre keeps
 * back when it pays (dpst_sumamt) it pays behind the year, and may take from it: one week is soon enough.
 */
const pauseOf = ({ state }: One): number =>
  state === '7' || state === '8' ? hour : state === '6' ? 7 * 24 * hour : 12 * hour
/** The longest that one is left alone which cannot be asked about. */
const longest = 24 * hour
/** Questions of a round. */
const most = 20
/** What is older, and was sent longer ago, has been forgotten there, or is a matter of persons. */
const monthsBack = 12
const sentBack = 366 * 24 * hour
/** The same of what is kept back of a month that was paid. */
const keptBack = 24

const lost = ['7', '8'] as const
const monthBefore = (now: Date, months: number) => addMonths(formatDay(now).slice(0, 7), -months)

/** Whether one is asked about by itself: one whose answer was lost as long as it takes, for nobody knows whether it is there. */
const isFollowed = (one: One, now: Date): boolean => {
  if (one.state === '6') return one.reserved > 0 && one.month >= monthBefore(now, keptBack)
  const sent = one.closedAt ?? one.appliedAt
  const lately = sent !== null && sent.getTime() >= now.getTime() - sentBack
  return lost.some((state) => state === one.state) || lately || one.month >= monthBefore(now, monthsBack)
}

/** The same in SQL, of those that are not at their end. */
const followed = (now: Date): SQL | undefined =>
  or(
    and(
      ...[eq(liquidation.state, '6'), gt(liquidation.reserved, 0)],
      gte(liquidation.month, monthBefore(now, keptBack)),
    ),
    inArray(liquidation.state, [...lost]),
    and(
      inArray(liquidation.state, [...underWay]),
      or(
        sql`coalesce(${liquidation.closedAt}, ${liquidation.appliedAt}) >= ${new Date(now.getTime() - sentBack).toISOString()}::timestamptz`,
        gte(liquidation.month, monthBefore(now, monthsBack)),
      ),
    ),
  )

/** One that a person found at the centre was never sent by us. */
const dueAt = sql<Date>`coalesce(${liquidation.nextAt}, ${liquidation.closedAt} + interval '1 hour', ${liquidation.appliedAt}, 'epoch')`

/**
 * What the centre has, or may have, of stores where somebody is signed in, and of those that were given up: their last month
 * is applied for when they are closed, and decided and paid in the months behind that. Those first that have waited longest.
 */
const due = (deps: Deps): Promise<Found[]> => {
  const now = deps.clock()
  return (
    deps.db
      .select({ one: liquidation, shop: store })
      .from(liquidation)
      .innerJoin(store, eq(store.id, liquidation.storeId))
      .where(
        and(
          and(or(working(deps), eq(store.closed, true)), followed(now)),
          or(ne(liquidation.eventId, ''), inArray(liquidation.state, [...lost])),
          sql`${dueAt} <= ${now.toISOString()}::timestamptz`,
        ),
      )
      // What was paid never holds up what is not.
      .orderBy(sql`${liquidation.state} = '6'`, asc(dueAt), asc(liquidation.id))
      .limit(most)
  )
}

/** Nobody waits for anything of it. */
const atEnd = ({ state, reserved }: One): boolean => state === '0' || state === '2' || (state === '6' && reserved <= 0)

/** What no later question finds out: no month can be asked for there, or the centre refuses to say. */
const onlyPersons = ({ state }: Found['one'], { key }: Refusal): boolean =>
  key === 'liquidation.ask' || (state === '8' && key === 'centre.refused')

/** Asks about one that is still due: false when its centre gave no answer. */
const follow = (deps: Deps, { shop, one: seen }: Found): Promise<boolean> => {
  const asker = { db: deps.db, deps, services: deps.services }
  const work = async (one: Found['one']) => {
    // Somebody had it since it was looked for.
    if (one.nextAt?.getTime() !== seen.nextAt?.getTime()) return true
    const found = { shop, one }
    const next = (attempts: number, pause: number) =>
      mark(asker, one, { attempts, nextAt: new Date(deps.clock().getTime() + pause) })
    // Whoever dies while it is asked, or cannot ask, comes later each time.
    await next(one.attempts + 1, Math.min(hour * 2 ** Math.min(one.attempts, 5), longest))
    try {
      await refresh(asker, found, (told) => tellStore(deps, found, told))
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault
      if (onlyPersons(one, fault)) await tellStore(deps, found, 'unclear')
      return fault.key !== 'centre.down'
    }
    const pause = pauseOf(one)
    await next(0, pause)
    const [now] = await deps.db.select().from(liquidation).where(eq(liquidation.id, one.id))
    if (now && !atEnd(now) && !isFollowed(now, new Date(deps.clock().getTime() + pause)))
      await tellStore(deps, { shop, one: now }, 'ended')
    return true
  }
  return claimed(deps, seen.id, work, () => true)
}

/** One whose centre does not answer now makes room in the next rounds for those of others. */
const putOff = ({ db, clock }: Deps, { one: { id } }: Found) =>
  db
    .update(liquidation)
    .set({ nextAt: new Date(clock().getTime() + hour) })
    .where(eq(liquidation.id, id))

/**
 * Asks the centres how the applications stand that are not at their end, some in a round; what a person has to see to is
 * told to its store. A centre that does not answer is left alone for the round, and what cannot be asked about is tried
 * more and more seldom. Several nodes do it together. Answers how many were asked about.
 */
export const followClaims = async (deps: Deps, report: (fault: unknown) => void): Promise<number> => {
  const silent = new Set<string>()
  let asked = 0
  for (const found of await due(deps)) {
    if (deps.services.node.leaving) break
    if (silent.has(found.shop.areaCode)) {
      await putOff(deps, found)
      continue
    }
    asked++
    const answered = await follow(deps, found).catch((fault: unknown) => {
      report(fault)
      return true
    })
    if (!answered) silent.add(found.shop.areaCode)
  }
  return asked
}
