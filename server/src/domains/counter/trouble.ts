import type { trouble as calls } from '@yibao/shared/calls/trouble.ts'
import { trouble } from '@yibao/shared/calls/trouble.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gt, like, or, sql } from 'drizzle-orm'
import { sha256hex } from '../../base/hash.ts'
import { withoutNumbers } from '../../base/mask.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { dataRole, session, user, userDataRole } from '../auth/tables.ts'
import { openIdentity } from '../card/identity.ts'
import { announce } from '../message/announce.ts'
import { message } from '../message/tables.ts'
import { order } from '../order/tables.ts'
import { storeOf } from '../organisation/store.ts'
import { agent } from '../organisation/tables.ts'

/** The same from a store is told once in this time. ms. */
const pause = 600_000

/** Administrators whose data roles hold this store; where there is none, the super administrators. */
const administratorsOf = async ({ db }: Context, { id, areaCode }: { id: string; areaCode: string }) => {
  const places = or(
    sql`${dataRole.areas} @> to_jsonb(${areaCode}::text)`,
    sql`${dataRole.stores} @> to_jsonb(${id}::text)`,
  )
  const mine = await db
    .selectDistinct({ id: user.id })
    .from(user)
    .innerJoin(userDataRole, eq(userDataRole.userId, user.id))
    .innerJoin(dataRole, and(eq(dataRole.id, userDataRole.roleId), eq(dataRole.enabled, true)))
    .where(and(eq(user.isAdminUser, true), eq(user.stopped, false), places))
    .orderBy(user.id)
  if (mine.length) return mine
  return db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isSuperAdmin, true), eq(user.stopped, false)))
    .orderBy(user.id)
}

/** The PC whose agent the clerk's browser works with, by name. */
const machineOf = async ({ db, me }: Context): Promise<string> => {
  const [row] = await db
    .select({ machine: agent.machine })
    .from(session)
    .innerJoin(agent, eq(agent.id, session.agentId))
    .where(or(eq(session.id, me.sessionId), eq(session.replaces, me.sessionId)))
    .limit(1)
  return row?.machine ?? ''
}

/** The order that is spoken of, and its person's name: of a reversal the counter may never have read him. */
const orderOf = async ({ db, storeId, services }: Context, orderId: string | undefined) => {
  if (!orderId) return undefined
  const [row] = await db
    .select({ no: order.orderNo, identity: order.identity })
    .from(order)
    .where(and(eq(order.id, orderId), eq(order.storeId, storeId)))
  return row && { no: row.no, name: openIdentity(services.vault, row.identity).name }
}

/** A notice to persons who can help: the store, who reports, what happened and at which order; nobody's name or number. */
export const troubleHandlers: Handlers<typeof calls> = {
  report: async ({ cause, orderId, text = '' }, c) => {
    const shop = await storeOf(c.deps, c.storeId)
    const what = choiceTitle(trouble.report.input.shape.cause, cause)
    const its = await orderOf(c, orderId)
    const no = its?.no ?? ''
    const said = withoutNumbers(its?.name ? text.replaceAll(its.name, '参保人') : text).trim()
    const same = `trouble:${shop.id}:${cause}:${sha256hex(`${said} ${no}`).slice(0, 16)}:`
    const [before] = await c.db
      .select({ id: message.id })
      .from(message)
      .where(and(like(message.key, `${same}%`), gt(message.publishedAt, new Date(c.now.getTime() - pause))))
      .limit(1)
    if (before) return { fresh: false }
    const machine = cause === 'driver' ? await machineOf(c) : ''
    const lines = [
      `${shop.name}（${shop.fixmedinsCode}）${c.me.name} ${formatTime(c.now)} 报告：${what}。`,
      no && `订单 ${no}。`,
      machine && `电脑 ${machine}。`,
      said && `原文：“${said}”。`,
      cause === 'driver' ? '请在「客户端监控」查看这台电脑的驱动和日志。' : '请核对后告诉门店怎样处理。',
    ]
    const fresh = await announce(c.deps, {
      // Two presses at once are one notice.
      key: `${same}${Math.floor(c.now.getTime() / pause)}`,
      title: `${what}：${shop.name}`.slice(0, 60),
      content: lines.filter(Boolean).join(''),
      ...{ type: 'notice', level: 'warning', users: (await administratorsOf(c, shop)).map(({ id }) => id) },
    })
    return { fresh }
  },
}
