import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { reportOperator } from '@yibao/shared/calls/report-operator.ts'
import { and, eq, ilike, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { like } from '../../database/like.ts'
import { signIn } from '../attendance/tables.ts'
import { user } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'

type Call = (typeof reportOperator)['pull']

const storeName = sql<string>`${store.name}`.as('store_name')

/** Names that are offered at once; words find the others. */
const most = 50

const accounts = (c: Context, named: SQL | undefined) =>
  c.db
    .select({
      id: user.id,
      name: sql<string>`coalesce(nullif(${user.name}, ''), ${user.userName})`.as('name'),
      store: storeName,
    })
    .from(user)
    .innerJoin(store, eq(store.id, user.storeId))
    .where(and(c.scope.where(store.id), eq(user.isAdminUser, false), named))

const signedIn = (c: Context, named: SQL) =>
  c.db
    .select({
      id: sql<string>`${signIn.userId}`.as('id'),
      name: sql<string>`${signIn.operatorName}`.as('name'),
      store: storeName,
    })
    .from(signIn)
    .innerJoin(store, eq(store.id, signIn.storeId))
    .where(and(c.scope.where(store.id), eq(signIn.system, false), named))

/**
 * Accounts of the stores in reach, and for a word whoever signed in there and is elsewhere by now: without a sign-in nobody
 * settles, so an order's operator is among them. Years of sign-ins are not read to offer the first fifty names.
 */
const found = (c: Context, named?: { user: SQL; signIn: SQL }) =>
  named ? union(accounts(c, named.user), signedIn(c, named.signIn)).as('found') : accounts(c, undefined).as('found')

const operators = async (c: Context, named?: Parameters<typeof found>[1]): Promise<ResultOf<Call>> => {
  const who = found(c, named)
  return c.db
    .select({
      id: who.id,
      // One who was renamed goes by the name that was found.
      name: sql<string>`max(${who.name})`.as('operator_name'),
      stores: sql<string>`string_agg(distinct ${who.store}, '、')`,
    })
    .from(who)
    .groupBy(who.id)
    .orderBy(sql`operator_name`, who.id)
    .limit(most)
}

const pull = async (c: Context, { keyword, id }: InputOf<Call>): Promise<ResultOf<Call>> => {
  const words = keyword?.trim()
  const named = words && {
    user: sql`coalesce(nullif(${user.name}, ''), ${user.userName}) ilike ${like(words)}`,
    signIn: ilike(signIn.operatorName, like(words)),
  }
  const some = await operators(c, named || undefined)
  if (!id || some.some((one) => one.id === id)) return some
  return [...(await operators(c, { user: eq(user.id, id), signIn: eq(signIn.userId, id) })), ...some]
}

/** Operators that a report can be asked for. */
export const reportOperatorHandlers: Handlers<typeof reportOperator> = { pull: (asked, c) => pull(c, asked) }
