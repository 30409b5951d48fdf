import { formatDay } from '@yibao/shared/time.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../../call/context.ts'
import { hasOnline } from '../../agent/monitor/rows.ts'
import { signIn } from '../../attendance/tables.ts'
import { store } from '../../organisation/tables.ts'

/** Stores that the tile names. */
const named = 5

/** Which shops can sell on insurance now: a counter program that answers, and somebody signed in today (ux 7). */
export const storesOf = async (c: Context) => {
  const signed = c.db.$with('signed').as(
    c.db
      .selectDistinct({ storeId: signIn.storeId })
      .from(signIn)
      .where(and(isNull(signIn.signedOutAt), eq(signIn.system, false), eq(signIn.day, formatDay(c.now)))),
  )
  const rows = await c.db
    .with(signed)
    .select({ id: store.id, name: store.name, heard: hasOnline(c), signed: signed.storeId })
    .from(store)
    .leftJoin(signed, eq(signed.storeId, store.id))
    .where(and(c.scope.where(store.id), eq(store.closed, false)))
    .orderBy(store.fixmedinsCode)
  const away = rows.filter((one) => !one.heard || !one.signed)
  return {
    total: rows.length,
    online: rows.filter((one) => one.heard).length,
    unsigned: rows.filter((one) => !one.signed).length,
    away: [...away.filter((one) => !one.heard), ...away.filter((one) => one.heard)]
      .slice(0, named)
      .map(({ id, name, heard: online }) => ({ id, name, online })),
  }
}
