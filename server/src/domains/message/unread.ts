import { and, count, type SQL } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { message } from './tables.ts'
import { isUnread, received } from './visible.ts'

/** Notices in force that the asker has neither read nor put away. */
export const unreadOf = (c: Context): SQL | undefined => and(received(c), isUnread(c))

/** How many they are. */
export const countUnread = async (c: Context): Promise<{ count: number }> => {
  const [row] = await c.db.select({ n: count() }).from(message).where(unreadOf(c))
  return { count: row?.n ?? 0 }
}
