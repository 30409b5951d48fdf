import type { signIn as signInCalls } from '@yibao/shared/calls/store.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, count, desc, eq, gte, ilike, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { like } from '../../database/like.ts'
import { pageBounds } from '../../database/page.ts'
import type { Handlers } from '../../mount.ts'
import { store } from '../organisation/tables.ts'
import { order } from '../settlement/tables.ts'
import { doSignIn, openSignIn, operatorOf, type SignRow, storeOf } from './sign.ts'
import { doSignOut } from './sign-out.ts'
import { signIn } from './tables.ts'

const shown = (row: SignRow, storeName: string, settlements: number) => ({
  id: row.id,
  signNo: row.signNo,
  storeId: row.storeId,
  storeName,
  operatorName: row.operatorName,
  signedInAt: formatTime(row.signedInAt),
  signedOutAt: row.signedOutAt ? formatTime(row.signedOutAt) : undefined,
  mac: row.mac,
  ip: row.ip,
  settlements,
  open: !row.signedOutAt,
})

/** Settlements an operator made between two moments. */
const settlementsDuring = async ({ db }: Context, row: SignRow): Promise<number> => {
  const [found] = await db
    .select({ n: count() })
    .from(order)
    .where(
      and(
        eq(order.storeId, row.storeId),
        eq(order.operatorId, row.userId),
        gte(order.settledAt, row.signedInAt),
        row.signedOutAt ? lte(order.settledAt, row.signedOutAt) : undefined,
      ),
    )
  return found?.n ?? 0
}

export const signInHandlers: Handlers<typeof signInCalls> = {
  do: async ({ mac = '00-00-00-00-00-00' }, c) => {
    const storeRow = await storeOf(c.deps, c.storeId)
    const row = await doSignIn(c.deps, storeRow, operatorOf(c.me), { mac, ip: c.ip })
    return shown(row, storeRow.name, await settlementsDuring(c, row))
  },

  signOut: async (_, c) => {
    const closed = await doSignOut(c)
    return shown(closed, (await storeOf(c.deps, closed.storeId)).name, await settlementsDuring(c, closed))
  },

  current: async (_, c) => {
    const storeId = c.ownStoreId
    const row = storeId ? await openSignIn(c.deps, storeId, operatorOf(c.me).operatorNo) : undefined
    if (!row) return {}
    return { row: shown(row, (await storeOf(c.deps, row.storeId)).name, await settlementsDuring(c, row)) }
  },

  paged: async ({ from, to, operatorName, storeId, ...paging }, c) => {
    const { limit, offset } = pageBounds(paging)
    const where = and(
      c.scope.where(signIn.storeId),
      eq(signIn.system, false),
      from ? gte(signIn.day, from) : undefined,
      to ? lte(signIn.day, to) : undefined,
      operatorName ? ilike(signIn.operatorName, like(operatorName)) : undefined,
      storeId ? eq(signIn.storeId, c.scope.check(storeId)) : undefined,
    )
    const rows = await c.db
      .select({ row: signIn, storeName: store.name })
      .from(signIn)
      .innerJoin(store, eq(store.id, signIn.storeId))
      .where(where)
      .orderBy(desc(signIn.signedInAt))
      .limit(limit)
      .offset(offset)
    const [total] = await c.db.select({ n: count() }).from(signIn).where(where)
    const items = await Promise.all(
      rows.map(async ({ row, storeName }) => shown(row, storeName, await settlementsDuring(c, row))),
    )
    return { items, total: total?.n ?? 0, totalIsBound: false }
  },
}
