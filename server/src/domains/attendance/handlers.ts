import type { signIn as signInCalls } from '@yibao/shared/calls/store.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, count, desc, eq, gte, ilike, inArray, lte } from 'drizzle-orm'
import { signOut as signOutOperation } from '../../centre/operations/sign.ts'
import type { Context } from '../../context.ts'
import { like } from '../../database/like.ts'
import { pageBounds } from '../../database/page.ts'
import type { Handlers } from '../../mount.ts'
import { refuse } from '../../refuse.ts'
import { store } from '../organisation/tables.ts'
import { refuseOutcome } from '../settlement/outcome.ts'
import { order } from '../settlement/tables.ts'
import { doSignIn, headerOf, openSignIn, operatorOf, type SignRow, storeOf } from './sign.ts'
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

/** 9002 is refused while this operator's money is in the air (DESIGN 7). */
const refuseUnfinished = async ({ db, me, storeId }: Context) => {
  const unfinished = await db
    .select({ orderNo: order.orderNo })
    .from(order)
    .where(
      and(
        eq(order.storeId, storeId),
        eq(order.operatorId, me.userId),
        inArray(order.state, ['settling', 'reversing', 'unknown']),
      ),
    )
    .limit(20)
  if (unfinished.length)
    refuse('sign.unfinished', { n: unfinished.length, orders: unfinished.map(({ orderNo }) => orderNo).join('、') })
}

export const signInHandlers: Handlers<typeof signInCalls> = {
  do: async ({ mac = '00-00-00-00-00-00' }, c) => {
    const storeRow = await storeOf(c.deps, c.storeId)
    const row = await doSignIn(c.deps, storeRow, operatorOf(c.me), { mac, ip: c.ip })
    return shown(row, storeRow.name, await settlementsDuring(c, row))
  },

  signOut: async (_, c) => {
    const storeRow = await storeOf(c.deps, c.storeId)
    const operator = operatorOf(c.me)
    const row = (await openSignIn(c.deps, c.storeId, operator.operatorNo)) ?? refuse('sign.none')
    await refuseUnfinished(c)
    const client = c.services.centre.of(storeRow.areaCode)
    const header = await headerOf(c.deps, storeRow, operator, { signNo: row.signNo })
    const args = { opterNo: operator.operatorNo, signNo: row.signNo }
    const answer = await client.run(signOutOperation, args, header, { timeoutMs: 30_000 })
    // A number that the centre no longer knows is as good as signed out: its first answer may have been lost.
    const gone = answer.kind === 'refused' && answer.signInLost
    if (answer.kind !== 'booked' && !gone) return refuseOutcome(answer)
    const [closed] = await c.db
      .update(signIn)
      .set({ signedOutAt: c.deps.clock() })
      .where(eq(signIn.id, row.id))
      .returning()
    return shown(closed!, storeRow.name, await settlementsDuring(c, closed!))
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
