import { approvalTarget } from '@yibao/shared/approval.ts'
import { calls } from '@yibao/shared/calls/index.ts'
import { yuan } from '@yibao/shared/money.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import { authorization } from '../../auth/tables.ts'
import { orderHandlers } from '../../counter/order-handlers.ts'
import { findOrder, reload } from '../../order/find.ts'
import { isReversal } from '../../order/infnos.ts'
import { lastIntent } from '../../order/view.ts'
import { refuseState } from '../../order/wrong-state.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { kindOf } from './kind.ts'

/** 2601 of a settlement that no automatic step is left for. Its authorisation is spent with the order's own word to undo it. */
export const undo = kindOf<typeof calls.order.undo>({
  kind: 'undo',
  call: calls.order.undo,
  name: 'order.undo',
  handler: orderHandlers.undo,
  about: async (c, { id, reason }) => {
    const row = await findOrder(c, id)
    const last = await lastIntent(c, id)
    if (row.state !== 'unknown' || !last || isReversal(last.infno)) return refuseState(row, '冲正')
    if (!last.needsPerson) return refuse('order.busy')
    if (!(await settingsOf(c.db, row.areaCode)).authorizeUndo) return refuse('approval.needless')
    return {
      ...{ storeId: row.storeId, areaCode: row.areaCode, target: approvalTarget.undo(id), reason },
      title: `${row.maskedName} · ${row.orderNo}`,
      money: row.total,
      facts: [
        { title: '订单', value: row.orderNo },
        { title: '参保人', value: row.maskedName },
        { title: '费用总额', value: yuan(row.total) },
        { title: '申请人确认', value: '药品和小票都没有交给顾客' },
        ...(last.lastError ? [{ title: '医保中心', value: last.lastError }] : []),
        { title: '结算操作员', value: row.operatorName },
      ],
      subject: { id: row.id, no: row.orderNo },
    }
  },
  standing: async (deps, { authorizationId }, { id }) => {
    const [given] = await deps.db
      .select({ usedAt: authorization.usedAt })
      .from(authorization)
      .where(eq(authorization.id, authorizationId ?? ''))
    if (!given?.usedAt) return 'open'
    const row = await reload(deps, id)
    if (row.state === 'settled')
      return { refused: '医保中心已有这笔结算，已记为结算成功。药品没有交付的，请在「订单管理」按「撤销」退回' }
    if (row.state !== 'unknown') return { done: '已冲正，没有扣款' }
    const last = await lastIntent(deps, id)
    if (!last?.needsPerson) return 'travelling'
    return { refused: `没有冲正${last.lastError ? `（${last.lastError}）` : ''}，请勿重复结算，稍后再申请` }
  },
})
