import { sql } from 'drizzle-orm'
import { apart, databaseClock, databaseNow } from './held.ts'
import type { Database } from './open.ts'
import { sweepingClock } from './tables.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** ms that the database's clock may be ahead of when something was last swept, and of the last look at one in doubt. */
const believed = 2 * day
const still = day

/** Of `Deps`. */
interface Clocks {
  db: Database
  clock: () => Date
  moved: () => number
}

/** When this process has last said what is wrong with a database's clock, ms since it began: said once a day. */
const said = { apart: new WeakMap<Database, number>(), ahead: new WeakMap<Database, number>() }

const sayOnce = (what: keyof typeof said, db: Database, words: string): void => {
  const since = performance.now()
  if (since - (said[what].get(db) ?? Number.NEGATIVE_INFINITY) < day) return
  console.error(words)
  said[what].set(db, since)
}

const waiting = '到期的数据暂不清理，挂单和未结算的购药单暂不自动作废'

const apartWords = (ahead: number): string => {
  const minutes = Math.round(Math.abs(ahead) / minute)
  const much = minutes < 120 ? `${minutes} 分钟` : `${Math.round(minutes / 60)} 小时`
  return `本节点的时钟比数据库的${ahead > 0 ? '快' : '慢'} ${much}：${waiting}，定时报表、夜间对账和审批到期也暂停。请校准两台机器的系统时间，一致后自动恢复`
}

const aheadWords = (knownAt: Date, now: Date): string =>
  `数据库的时钟比上次清理时快了 ${Math.round((now.getTime() - knownAt.getTime()) / day)} 天：${waiting}。请核对系统日期，错了请校准，校准后自动恢复；没有错（服务器停过几天）不必处理，再运行一天后自动恢复`

/**
 * The earlier of this node's clock and the database's, which is every node's. undefined where they are more than an hour
 * apart: one of them is wrong, and what goes by the day waits until it is put right. The log says so once a day.
 */
export const agreedTime = async ({ db, clock, moved }: Clocks): Promise<Date | undefined> => {
  const own = clock().getTime()
  // Before the question: the clock of a test stands still meanwhile.
  const by = moved()
  const shared = (await databaseNow(db)).getTime() + by
  const ahead = own - shared
  if (Math.abs(ahead) <= apart) {
    said.apart.delete(db)
    return new Date(Math.min(own, shared))
  }
  sayOnce('apart', db, apartWords(ahead))
  return undefined
}

/**
 * Whether the database's own clock, of which a test moves nothing, goes on from where it was last believed. One that is
 * days ahead of that is a server that was off for so long, or a clock that came back wrong from a power cut and has nobody
 * beside it to differ from: it is believed when it has gone on for a day, in steps of less than one, for a PC is off at
 * night. One that is put right is believed at once.
 */
const isBelieved = async (db: Database): Promise<boolean> => {
  const { knownAt, doubtedFrom, doubtedAt } = sweepingClock
  const now = databaseClock(0)
  const ago = (ms: number) => databaseClock(-ms)
  const goesOn = sql`coalesce(${doubtedAt} between ${ago(still)} and ${now}, false)`
  const is = sql`(${knownAt} >= ${ago(believed)} or (${goesOn} and ${doubtedFrom} <= ${ago(day)}))`
  const [row] = await db
    .insert(sweepingClock)
    .values({ id: 1, knownAt: now })
    .onConflictDoUpdate({
      target: sweepingClock.id,
      set: {
        knownAt: sql`case when ${is} then ${now} else ${knownAt} end`,
        doubtedFrom: sql`case when ${is} then null when ${goesOn} then ${doubtedFrom} else ${now} end`,
        doubtedAt: sql`case when ${is} then null else ${now} end`,
      },
      // Each round asks: what was written within the minute stands.
      setWhere: sql`${knownAt} not between ${ago(minute)} and ${now}`,
    })
    .returning()
  if (!row?.doubtedAt) {
    said.ahead.delete(db)
    return true
  }
  sayOnce('ahead', db, aheadWords(row.knownAt, row.doubtedAt))
  return false
}

/**
 * The moment by which it is told what has served its time, for what is gone does not come back: the agreed one, and
 * undefined also where the database's clock is days ahead of when anything was last swept, until it has gone on for a day.
 */
export const sweepingTime = async (clocks: Clocks): Promise<Date | undefined> => {
  const now = await agreedTime(clocks)
  return now && (await isBelieved(clocks.db)) ? now : undefined
}
