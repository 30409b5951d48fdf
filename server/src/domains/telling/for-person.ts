import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { aside, isAside } from './past.ts'
import type { Standing } from './told.ts'

/** How the word on a row that lacks something begins; what only a person can give is known by it. */
const lacking = '缺'

/** What a row lacks before it can be told, for people. */
export const lackText = (missing: readonly string[]): string => `${lacking}${missing.join('、')}`

/** Said of an unknown row that nobody looks for any more. */
const lookItUp = '系统不再自己核实：请到医保中心查这一条，有就按「删除」，没有就按「中心没有」'

/** Whether the program moves a row no more, and only a person can: it lacks something, or nobody could say how it ended. */
export const isForPerson = ({ state, nextAt, message }: Pick<Standing, 'state' | 'nextAt' | 'message'>): boolean =>
  state === 'unknown' ? !nextAt : state === 'waiting' && (!nextAt || message.startsWith(lacking))

/** What a row says to people: its message, and of one that stayed unknown what to do with it. */
export const saidOf = (one: Pick<Standing, 'state' | 'nextAt' | 'message'>): string => {
  const { state, message } = one
  // Rows of before have it in their message.
  if (state !== 'unknown' || !isForPerson(one) || message.endsWith(lookItUp)) return message
  return message ? `${message}。${lookItUp}` : lookItUp
}

/** The rows of a small index of each table that holds them: the same words as `forPerson`, by which the planner knows it. */
export const personRows = sql.raw(
  `(state = 'unknown' and next_at is null or state = 'waiting' and (next_at is null or message like '${lacking}%'))`,
)

/** The same over a table. Its states are written out, so that the planner sees that a small index holds such rows. */
export const forPerson = (table: PgTable & Record<'state' | 'nextAt' | 'message', AnyPgColumn>): SQL =>
  sql`(${table.state} = 'unknown' and ${table.nextAt} is null or ${table.state} = 'waiting'
    and (${table.nextAt} is null or ${table.message} like ${sql.raw(`'${lacking}%'`)}))`

/** What of a row people do, as its lists name it. */
export const needsOf = (one: Pick<Standing, 'state' | 'nextAt' | 'message'>) =>
  isForPerson(one) ? ('person' as const) : isAside(one) ? ('hand' as const) : undefined

/** The rows of a table that need it. */
export const needing = (needs: 'person' | 'hand', table: Parameters<typeof forPerson>[0]): SQL =>
  needs === 'person' ? forPerson(table) : aside(table)
