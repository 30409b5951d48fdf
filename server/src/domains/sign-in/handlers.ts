import type { signIn as signInCalls } from '@yibao/shared/calls/sign-in.ts'
import { formatDay, formatTime } from '@yibao/shared/time.ts'
import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { doSignIn, endOfSignIn, openSignIn, operatorOf, type SignRow } from '../attendance/sign.ts'
import { signIn } from '../attendance/tables.ts'
import { order } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { isOpen, resultOf } from './result.ts'
import { signInRows } from './rows.ts'
import { doSignOut } from './sign-out.ts'

type Listed = SignRow & { storeName: string }

/**
 * Settlements that operators made between their two moments, by sign-in. Each is counted by itself in the index of the
 * settled days: joined, a long page could have all orders read.
 */
const settlementsDuring = async ({ db }: Context, rows: readonly Listed[]): Promise<Map<string, number>> => {
  const during = and(
    eq(order.storeId, signIn.storeId),
    eq(order.operatorId, signIn.userId),
    gte(order.settledAt, signIn.signedInAt),
    lte(order.settledAt, sql`coalesce(${signIn.signedOutAt}, 'infinity')`),
  )
  const counted = await db
    .select({ id: signIn.id, n: sql<number>`(select count(*)::int from ${order} where ${during})` })
    .from(signIn)
    .where(
      inArray(
        signIn.id,
        rows.map(({ id }) => id),
      ),
    )
  return new Map(counted.map(({ id, n }) => [id, n]))
}

const shown = async (c: Context, rows: readonly Listed[]) => {
  const settlements = await settlementsDuring(c, rows)
  return rows.map((row) => ({
    id: row.id,
    signNo: row.signNo,
    storeId: row.storeId,
    storeName: row.storeName,
    operatorName: row.operatorName,
    signedInAt: formatTime(row.signedInAt),
    // One that never began has no end.
    signedOutAt: row.signedOutAt && row.ended !== 'refused' ? formatTime(row.signedOutAt) : undefined,
    mac: row.mac,
    ip: row.ip,
    settlements: settlements.get(row.id) ?? 0,
    open: isOpen(row, formatDay(c.now)),
    result: resultOf(row, formatDay(c.now)),
  }))
}

const shownOne = async (c: Context, row: SignRow) => {
  const { name: storeName } = await storeOf(c.deps, row.storeId)
  return (await shown(c, [{ ...row, storeName }]))[0]!
}

export const signInHandlers: Handlers<typeof signInCalls> = {
  do: async (_, c) => {
    const storeRow = await storeOf(c.deps, c.storeId)
    return shownOne(c, await doSignIn(c.deps, storeRow, operatorOf(c.me), { sessionId: c.me.sessionId, ip: c.ip }))
  },

  signOut: async (_, c) => shownOne(c, await doSignOut(c)),

  current: async (_, c) => {
    const storeId = c.ownStoreId
    if (!storeId) return {}
    const { operatorNo } = operatorOf(c.me)
    const row = await openSignIn(c.deps, storeId, operatorNo)
    if (row) return { row: await shownOne(c, row) }
    const ended = await endOfSignIn(c.deps, storeId, operatorNo)
    return { endedAt: ended && formatTime(ended) }
  },

  paged: async (asked, c) => {
    const { items, ...counts } = await signInRows.page(c, asked)
    return { items: await shown(c, items), ...counts }
  },
}

/** The same rows for the export of sheets. */
export const signInSource: Pick<typeof signInRows, 'count'> & {
  stream: (...asked: Parameters<typeof signInRows.stream>) => AsyncGenerator<Awaited<ReturnType<typeof shown>>>
} = {
  count: signInRows.count,
  stream: async function* (c, asked, batch) {
    for await (const rows of signInRows.stream(c, asked, batch)) yield await shown(c, rows)
  },
}
