import { addDays, formatDay, formatTime, startOfDay } from '@yibao/shared/time.ts'
import { and, asc, eq, exists, inArray, isNull, lt, ne, not, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../call/context.ts'
import { lasting } from '../database/held.ts'
import { lifeBegan } from '../database/life.ts'
import { agreedTime } from '../database/sweeping.ts'
import { signIn as signInRow } from '../domains/attendance/tables.ts'
import { openSince } from '../domains/attendance/working.ts'
import { announce } from '../domains/message/announce.ts'
import { message } from '../domains/message/tables.ts'
import type { StoreRow } from '../domains/organisation/store.ts'
import { store } from '../domains/organisation/tables.ts'
import { doubtAhead } from '../domains/reconciliation/day/ahead.ts'
import { byFiles, type DayMeans, reconcileDay } from '../domains/reconciliation/day/store-day.ts'
import { notCompared } from '../domains/reconciliation/groups/booked.ts'
import { reconDifference, reconGroup } from '../domains/reconciliation/tables.ts'
import type { Report } from './job.ts'

/** The night's hours in Shanghai: after the centre has closed its day, before the shops open (domain.md 5.1). */
const isNight = (now: Date | undefined): now is Date => {
  if (!now) return false
  const clock = formatTime(now).slice(11, 16)
  return clock >= '00:30' && clock < '06:00'
}

/** Whose runs these are. */
const bySystem = '系统'

const keyOf = (storeId: string, day: string): string => `reconciliation:${storeId}:${day}`

type Shop = Pick<StoreRow, 'id' | 'name'>

/** Tells a store's people, once, that its day is unequal; `open`: of some groups nobody knows the rows, perhaps why. */
const tellStore = (deps: Deps, { id, name }: Shop, day: string, unequal: number, open?: string): Promise<boolean> => {
  const next =
    open === undefined ? '差异已列在日对账中，请在当天处理' : `有的没有对出明细${open}，请在日对账中重新对明细`
  return announce(deps, {
    key: keyOf(id, day),
    title: `${day} 对账不平：${name}`,
    content: `${name} ${day} 有 ${unequal} 组与医保中心不平，${next}。`,
    type: 'reconciliation',
    level: 'warning',
    stores: [id],
  })
}

/** Days before yesterday that a night still looks at: after a week of outage a person decides what is run. */
const lookBack = 7

const differences = (db: Deps['db'], more?: SQL) =>
  db
    .select({ id: reconDifference.id })
    .from(reconDifference)
    .where(and(eq(reconDifference.groupId, reconGroup.id), eq(reconDifference.voided, false), more))

/** A group that is unequal, and nobody knows why: its rows were not compared. */
const unexplained = (db: Deps['db']) =>
  and(eq(reconGroup.state, '3'), isNull(reconGroup.fileId), notExists(differences(db)))!

/** A group of which the centre's list lacks rows of ours and nothing else differs: the list may have been made too early. */
const perhapsLate = (db: Deps['db']) => {
  const { class: name, handledAt } = reconDifference
  const lacking = and(eq(name, 'localOnly'), isNull(handledAt))!
  return and(eq(reconGroup.state, '3'), exists(differences(db, lacking)), notExists(differences(db, not(lacking))))!
}

/** Compares a day of a store and tells its people; false when its centre was silent. */
const reconcileStore = async (deps: Deps, storeRow: StoreRow, day: string): Promise<boolean> => {
  const { db } = deps
  const here = and(eq(reconGroup.storeId, storeRow.id), eq(reconGroup.day, day), perhapsLate(db))
  const late = new Set((await db.select({ id: reconGroup.id }).from(reconGroup).where(here)).map(({ id }) => id))
  const isDetailed: DayMeans['isDetailed'] = (group) => !late.has(group.id) && byFiles.isDetailed(group)
  const means = { ...byFiles, isDetailed }
  const { unequal, refused, silent } = await reconcileDay(deps, storeRow, { day, by: bySystem }, means)
  if (unequal) await tellStore(deps, storeRow, day, unequal, refused && `（${refused}）`)
  return !silent
}

/**
 * Stores that were open on a day which no run has finished since it was over, or whose rows the centre refused to compare or
 * did not list yet, once a night, as `more` narrows them; and those with business of it that no run has looked at. Who was
 * tried comes behind who was not: an area is left alone by its first store without an answer, which must not be the same
 * one in each round.
 */
const unfinishedStores = (
  { db }: Deps,
  { day, today }: { day: string; today: string },
  more?: (storeId: typeof store.id) => SQL,
) => {
  const groups = (open?: SQL) =>
    db
      .select({ id: reconGroup.id })
      .from(reconGroup)
      .where(and(eq(reconGroup.storeId, store.id), eq(reconGroup.day, day), open))
  // A result from before the day was over knows nothing of what came after it.
  const early = lt(reconGroup.at, startOfDay(addDays(day, 1)))
  // One more question each night.
  const again = and(or(unexplained(db), perhapsLate(db)), lt(reconGroup.at, startOfDay(today)))
  const unfinished = or(inArray(reconGroup.state, ['0', '1', '5']), early, again)
  const tried = db.select({ at: sql`max(${reconGroup.at})` }).from(reconGroup)
  // What our book has is compared whoever was signed in.
  const missing = sql`${store.id} in (select store_id from ${notCompared({ from: day, until: day }, () => undefined)} as book)`
  const lastTried = tried.where(and(eq(reconGroup.storeId, store.id), eq(reconGroup.day, day)))
  return db
    .select()
    .from(store)
    .where(
      and(
        openSince(startOfDay(day)),
        or(missing, and(or(notExists(groups()), exists(groups(unfinished))), more?.(store.id))),
      ),
    )
    .orderBy(sql`${lastTried} asc nulls first`, asc(store.id))
}

/**
 * Yesterday of every store that was open on it and that no run has finished since the day was over, with every group; then the days that
 * former nights have missed, of stores that were signed in on them: without a sign-in nothing is settled. Where the database
 * was played back it may have lost the sign-ins of a day as well: until its life began every store is asked. An area whose
 * centre is silent at one of its stores is left alone for the round: its waiting would take the night of all others. Two
 * nodes do not run the same group. It is night by the earlier of this node's clock and the database's; at any hour what a
 * clock ahead has taken for one is undone. Answers how many days of stores were run.
 */
export const reconcileNight = async (deps: Deps, report: Report): Promise<number> => {
  const now = await agreedTime(deps)
  if (!now) return 0
  const today = formatDay(now)
  const yesterday = addDays(today, -1)
  await doubtAhead(deps, { from: addDays(yesterday, -lookBack), until: today })
  if (!isNight(now)) return 0
  const known = formatDay(await lifeBegan(deps))
  const silent = new Set<string>()
  let run = 0
  for (let back = 0; back <= lookBack; back++) {
    const day = addDays(yesterday, -back)
    const signedIn = (storeId: typeof store.id) =>
      exists(
        deps.db
          .select({ id: signInRow.id })
          .from(signInRow)
          .where(and(eq(signInRow.storeId, storeId), eq(signInRow.day, day), ne(signInRow.ended, 'refused'))),
      )
    const stores = await unfinishedStores(deps, { day, today }, back && day > known ? signedIn : undefined)
    for (const storeRow of stores) {
      if (deps.services.node.leaving || !isNight(await agreedTime(deps))) return run
      if (silent.has(storeRow.areaCode)) continue
      const answered = await reconcileStore(deps, storeRow, day).catch((fault: unknown) => {
        report(fault)
        return true
      })
      if (!answered) silent.add(storeRow.areaCode)
      run++
    }
  }
  return run
}

/** ms after a verdict in which whoever wrote it compares rows and tells it himself. */
const telling = 30 * 60_000

/**
 * Tells of days that a night found unequal and that nobody was told of, because its process ended behind the result: at any
 * hour, for the shops deal with it by day. Answers of how many days of stores it told.
 */
export const tellUntold = async (deps: Deps): Promise<number> => {
  const { db, clock } = deps
  const days = Array.from({ length: lookBack + 1 }, (_, back) => addDays(formatDay(clock()), -1 - back))
  const key = sql`'reconciliation:' || ${reconGroup.storeId} || ':' || ${reconGroup.day}`
  const told = db.select({ id: message.id }).from(message).where(eq(message.key, key))
  const left = await db
    .select({
      ...{ id: store.id, name: store.name, day: reconGroup.day, unequal: sql<number>`count(*)::int` },
      open: sql<boolean>`bool_or(${unexplained(db)})`,
    })
    .from(reconGroup)
    .innerJoin(store, eq(store.id, reconGroup.storeId))
    .where(
      and(
        inArray(reconGroup.day, days),
        eq(reconGroup.state, '3'),
        openSince(startOfDay(days.at(-1)!)),
        notExists(told),
      ),
    )
    .groupBy(store.id, store.name, reconGroup.day)
    .having(
      and(
        sql`bool_or(${eq(reconGroup.operatorName, bySystem)})`,
        sql`max(${reconGroup.at}) < ${lasting(deps, -telling)}`,
      ),
    )
    .orderBy(asc(reconGroup.day), asc(store.id))
  for (const { day, unequal, open, ...shop } of left) await tellStore(deps, shop, day, unequal, open ? '' : undefined)
  return left.length
}
