import type { ResultOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { asc, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { transactionTitle } from '../../centre/catalogue.ts'
import { maskedWire } from '../../centre/masked-wire.ts'
import { findOrder } from './find.ts'
import { intent } from './tables.ts'

/**
 * What was sent for an order and what came to it, the first message first: who settles a dispute with the centre has to say
 * what was asked and answered. Administrators only.
 */
export const messagesOf = async (c: Context, id: string): Promise<ResultOf<typeof orderCalls.messages>> => {
  if (!c.me.isAdminUser && !c.me.isSuperAdmin) refuse('permission.denied', { title: '结算报文' })
  const { id: orderId } = await findOrder(c, id)
  const { vault } = c.services
  const rows = await c.db
    .select()
    .from(intent)
    .where(eq(intent.orderId, orderId))
    .orderBy(asc(intent.createdAt), asc(intent.id))
  return rows.flatMap(({ infno, msgid, sentAt, outcome, payload, answer }) => {
    const sent = vault.open(payload)
    // Of a bill that was bound to a settlement of the centre: nothing was sent.
    if (!sent) return []
    const about = { infno, name: transactionTitle(infno), msgid, sentAt: formatTime(sentAt), outcome }
    return {
      ...about,
      request: maskedWire(sent),
      response: answer === null ? undefined : maskedWire(vault.open(answer)),
    }
  })
}
