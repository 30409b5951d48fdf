import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { eq } from 'drizzle-orm'
import { storeIdOf } from '../../../seed/organisation.ts'
import { startTestServer, testClock } from '../../../test/kit.ts'
import { type OrderValues, sold } from '../../../test/orders.ts'
import type { Move } from '../../order/moves.ts'
import { move } from '../../order/states.ts'
import { order } from '../../order/tables.ts'

export const company = { companyId: '10001', verifyCode: 'demo-verify' }
export const guanqian = storeIdOf('P32050100001')
export const changsha = storeIdOf('P43010200001')
export const longName = '阿卜杜热依木江·买买提艾力·吐尔逊尼'

/** A server with a clerk and an ERP beside it, and orders whose moves a test makes itself. */
export const openShop = async () => {
  const clock = testClock()
  const server = await startTestServer({ clock })
  const { db } = server.deps
  const clerk = await server.as('clerk')
  let made = 0
  /** A settled order of the clerk's store with 25.60 left to pay. */
  const sell = (values: OrderValues = {}) => {
    const erpBill = `B${++made}`
    const own = { operatorName: '李䶮', total: 8560, account: 6000, maskedName: '𠮷*', erpBill }
    return sold(server.deps, { ...own, ...values })
  }
  const moved = (orderId: string, name: Move, patch: Partial<typeof order.$inferInsert> = {}) =>
    move(db, orderId, name, clock(), { by: '测试', patch })
  const reversal = { reversedBy: '2103', reversedAt: clock() } as const
  return {
    ...{ server, db, clock, clerk, sell, moved },
    reverse: async (orderId: string) => {
      await moved(orderId, 'reverse')
      await moved(orderId, 'reversed', reversal)
    },
    reversal,
    get: (orderId: string) => clerk.ok(otherPay.get, { orderId }),
    bind: (orderId: string, amount: string, more: object = {}) => {
      clock.advance(1)
      return clerk.send(otherPay.bind, { orderId, kind: '02', amount, ...more })
    },
    refund: (paymentId: string, amount: string, more: object = {}) => {
      clock.advance(1)
      return clerk.send(otherPay.refund, { paymentId, amount, reason: '顾客退货', ...more })
    },
    remove: (id: string) => clerk.send(otherPay.remove, { id, reason: '登记错了' }),
    report: (rows: object, storeNo = 'S001') =>
      server.nobody.send(otherPay.report, { ...company, storeNo, ...rows } as never),
    unknown: (orderId: string) => db.update(order).set({ state: 'unknown' }).where(eq(order.id, orderId)),
    close: () => server.close(),
  }
}
