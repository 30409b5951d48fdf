import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { signOut as signOutOperation } from '../../centre/operations/sign.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import { headerOf, openSignIn, operatorOf, type SignRow } from '../attendance/sign.ts'
import { signIn } from '../attendance/tables.ts'
import { order } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'

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

/** 9002 of the caller at his store; answers the sign-in that ended. */
export const doSignOut = async (c: Context): Promise<SignRow> => {
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
    .set({ signedOutAt: c.deps.clock(), ended: gone ? 'gone' : 'out' })
    .where(eq(signIn.id, row.id))
    .returning()
  return closed!
}
