import { formatDay, startOfDay } from '@yibao/shared/time.ts'
import { and, asc, eq, isNotNull, lt, or } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { user } from '../auth/tables.ts'
import { lifetime, tell } from './announce.ts'
import { message, messageReader } from './tables.ts'

interface Reminder {
  /** The matter: a newer reminder of it takes the place of the older one. */
  key: string
  storeId: string
  title: string
  content: string
  type: 'reconciliation' | 'dictionary'
}

/**
 * A person's reminder to those who work in a store, and to no administrator of it: once a day however often it is asked for,
 * and unread again where one of an earlier day was read. The sender finds it under 已发布. Refused where nobody works there.
 */
export const remindOperators = async (c: Context, { storeId, ...reminder }: Reminder): Promise<void> => {
  const now = c.deps.clock()
  const operators = await c.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.storeId, storeId), eq(user.stopped, false)))
    .orderBy(asc(user.id))
  if (!operators.length) refuse('message.nobody')
  const users = operators.map(({ id }) => id)
  const values = {
    ...{ ...reminder, level: 'warning', scope: 'users' as const, users, recipients: users.length },
    ...{ publisherId: c.me.userId, publisherName: c.me.name, publishedAt: now, validFrom: now },
    ...{ validTo: new Date(now.getTime() + lifetime), withdrawnAt: null },
  }
  const row = await c.db.transaction(async (tx) => {
    const [written] = await tx
      .insert(message)
      .values({ id: newId(now), ...values })
      .onConflictDoUpdate({
        target: message.key,
        set: values,
        setWhere: or(lt(message.publishedAt, startOfDay(formatDay(now))), isNotNull(message.withdrawnAt)),
      })
      .returning()
    if (written) await tx.delete(messageReader).where(eq(messageReader.messageId, written.id))
    return written
  })
  if (row) tell(c.deps, row)
}
