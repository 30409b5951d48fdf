import { approvalTarget } from '@yibao/shared/approval.ts'
import { calls } from '@yibao/shared/calls/index.ts'
import { yuan } from '@yibao/shared/money.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import { giveBackOf } from '../../collection/give-back.ts'
import { settlementHandlers } from '../../counter/handlers.ts'
import { presentOrWhy } from '../../counter/reverse.ts'
import { requireReversible } from '../../liquidation/in-application.ts'
import { findOrder } from '../../order/find.ts'
import { intent } from '../../order/tables.ts'
import { refuseState } from '../../order/wrong-state.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { kindOf } from './kind.ts'

/** 2103 of a settled order. Its intent carries the application's id as its key: that one row says what became of it. */
export const reversal = kindOf<typeof calls.settlement.cancel>({
  kind: 'reversal',
  call: calls.settlement.cancel,
  name: 'settlement.cancel',
  handler: settlementHandlers.cancel,
  about: async (c, input) => {
    const { orderId, reason } = input
    const row = await findOrder(c, orderId)
    if (row.state !== 'settled') return refuseState(row, '撤销')
    if (!(await settingsOf(c.db, row.areaCode)).authorizeReversal) return refuse('approval.needless')
    await requireReversible(c, row)
    const unshown = await presentOrWhy(c, row, input)
    return {
      ...{ storeId: row.storeId, areaCode: row.areaCode, target: approvalTarget.reversal(orderId) },
      reason: unshown ? `${reason}；没有核对本人证件：${unshown}` : reason,
      title: `${row.maskedName} · ${row.orderNo}`,
      money: row.total,
      facts: [
        { title: '订单', value: row.orderNo },
        { title: '参保人', value: row.maskedName },
        ...(unshown ? [{ title: '没有核对本人证件', value: unshown }] : []),
        { title: '费用总额', value: yuan(row.total) },
        { title: '退回基金', value: yuan(row.fundTotal) },
        { title: '退回个人账户', value: yuan(row.account) },
        ...(row.familyAccount ? [{ title: '其中共济', value: yuan(row.familyAccount) }] : []),
        ...(await giveBackOf(c.db, row)).map(({ kindName, amount }) => ({ title: `退${kindName}`, value: amount })),
        { title: '结算操作员', value: row.operatorName },
      ],
      subject: { id: row.id, no: row.orderNo },
    }
  },
  standing: async ({ db }, { id, applicantId }, { orderId }) => {
    const key = and(eq(intent.userId, applicantId), eq(intent.callName, 'cancel'), eq(intent.idempotencyKey, id))
    const [sent] = await db
      .select({ outcome: intent.outcome, lastError: intent.lastError })
      .from(intent)
      .where(and(key, eq(intent.orderId, orderId)))
    if (!sent) return 'open'
    if (sent.outcome === 'booked') return { done: '已撤销，请按原支付方式退款' }
    if (sent.outcome === 'open' || sent.outcome === 'unknown') return 'travelling'
    return { refused: `医保中心没有撤销，原结算仍然有效${sent.lastError ? `（${sent.lastError}）` : ''}` }
  },
})
