import { formatTime } from '@yibao/shared/time.ts'
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { message } from './tables.ts'
import { concerns } from './visible.ts'

/** How long before its beginning whoever works is shown it beside the light, ms. */
const ahead = 86_400_000

/**
 * The announced maintenance that is under way for the asker, or begins within a day; who announced it sees it as well. Of
 * several one under way, and of those the one that ends first: a wrong one that lasts hides no right one.
 */
export const maintenanceOf = async (
  c: Context,
): Promise<{ title: string; from: string; until: string } | undefined> => {
  const [row] = await c.db
    .select()
    .from(message)
    .where(
      and(
        concerns(c),
        eq(message.type, 'maintenance'),
        isNull(message.withdrawnAt),
        gt(message.validTo, c.now),
        lt(message.validFrom, new Date(c.now.getTime() + ahead)),
      ),
    )
    .orderBy(gt(message.validFrom, c.now), asc(message.validTo), asc(message.id))
    .limit(1)
  return row && { title: row.title, from: formatTime(row.validFrom), until: formatTime(row.validTo) }
}
