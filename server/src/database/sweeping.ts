import { apart, databaseNow } from './held.ts'
import type { Database } from './open.ts'

const minute = 60_000

/** Of `Deps`. */
interface Clocks {
  db: Database
  clock: () => Date
  moved: () => number
}

/** When this process has said last that its clock is too far from a database's, ms since it began: said once a day. */
const said = new WeakMap<Database, number>()
const day = 24 * 60 * minute

const wordsOf = (ahead: number): string => {
  const minutes = Math.round(Math.abs(ahead) / minute)
  const much = minutes < 120 ? `${minutes} 分钟` : `${Math.round(minutes / 60)} 小时`
  return `本节点的时钟比数据库的${ahead > 0 ? '快' : '慢'} ${much}：到期的数据暂不清理，挂单和未结算的购药单暂不自动作废，定时报表、夜间对账和审批到期也暂停。请校准两台机器的系统时间，一致后自动恢复`
}

/**
 * The moment by which it is told what has served its time: the earlier of this node's clock and the database's, which is
 * every node's, for what is gone does not come back. undefined where they are more than an hour apart: one of them is
 * wrong, and nothing goes until it is put right. The log says so once a day.
 */
export const sweepingTime = async ({ db, clock, moved }: Clocks): Promise<Date | undefined> => {
  const own = clock().getTime()
  // Before the question: the clock of a test stands still meanwhile.
  const by = moved()
  const shared = (await databaseNow(db)).getTime() + by
  const ahead = own - shared
  if (Math.abs(ahead) <= apart) {
    said.delete(db)
    return new Date(Math.min(own, shared))
  }
  const since = performance.now()
  if (since - (said.get(db) ?? Number.NEGATIVE_INFINITY) >= day) {
    console.error(wordsOf(ahead))
    said.set(db, since)
  }
  return undefined
}
