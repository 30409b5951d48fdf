import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { refuse } from '../../refuse.ts'
import type { Department } from './department-rows.ts'
import { department } from './tables.ts'

/** ms: a question to the centre and a message after it, each with its 60 s, and some to spare. */
const lease = 150_000

/**
 * Takes departments for one message: two persons who press at once send one. Gives those that were free as they are
 * now, with what ends the claim; `work` decides by them and not by what somebody read before.
 */
export const claimed = async <T>(
  { db, deps }: Context,
  ids: readonly string[],
  work: (some: Department[]) => Promise<T>,
): Promise<T> => {
  const now = deps.clock()
  const claimedUntil = new Date(now.getTime() + lease)
  const free = or(isNull(department.claimedUntil), lt(department.claimedUntil, now))
  const mine = await db
    .update(department)
    .set({ claimedUntil })
    .where(and(inArray(department.id, [...ids]), free))
    .returning()
  try {
    return await work(mine)
  } finally {
    const taken = mine.map(({ id }) => id)
    // A claim that somebody else took after its time is his.
    if (taken.length)
      await db
        .update(department)
        .set({ claimedUntil: null })
        .where(and(inArray(department.id, taken), eq(department.claimedUntil, claimedUntil)))
  }
}

/** The same for one; refuses while somebody else has it. */
export const claimedOne = <T>(c: Context, one: Department, work: (one: Department) => Promise<T>): Promise<T> =>
  claimed(c, [one.id], ([mine]) => (mine ? work(mine) : refuse('department.busy', { name: one.name })))
