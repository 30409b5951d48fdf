import { approvalTarget } from '@yibao/shared/approval.ts'
import { calls } from '@yibao/shared/calls/index.ts'
import { fen } from '@yibao/shared/money.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import { clearScoreHandlers } from '../../clearing/handlers.ts'
import { monthOf, requireState } from '../../clearing/month.ts'
import { shownMonth } from '../../clearing/months.ts'
import { clearingMonth } from '../../clearing/tables.ts'
import { kindOf } from './kind.ts'

/** 3262 of a store's month, which bears its authorisation from before it leaves until it is known not to have come about. */
export const clearing = kindOf<typeof calls.clearScore.rollback>({
  kind: 'clearing',
  call: calls.clearScore.rollback,
  name: 'clearScore.rollback',
  handler: clearScoreHandlers.rollback,
  about: async (c, { id, reason }) => {
    const found = await monthOf(c, id)
    requireState(found, ['3', '4', '5', '6'], '回退')
    const shown = await shownMonth(c, id)
    if (!shown.needsApproval) return refuse('approval.needless')
    const { one, shop } = found
    return {
      ...{ storeId: shop.id, areaCode: shop.areaCode, target: approvalTarget.clearing(id), reason },
      title: `${shop.name} ${one.month}`,
      money: fen(shown.confirmedPaid),
      facts: [
        { title: '月份', value: one.month },
        { title: '已确认', value: `${shown.confirmed} 笔，${shown.confirmedPaid}` },
        { title: '不认', value: `${shown.refused} 笔` },
      ],
      subject: { id, no: one.month },
    }
  },
  standing: async ({ db }, { authorizationId }, { id }) => {
    const [one] = await db.select().from(clearingMonth).where(eq(clearingMonth.id, id))
    if (!one) return { refused: '这个月的清分已不存在' }
    // One that left before it bore its authorisation (migration 0133) may be this one's: asked about before another leaves.
    if (authorizationId && one.state === '6' && !one.rollbackId) return 'travelling'
    if (!authorizationId || one.rollbackId !== authorizationId) return 'open'
    return one.state === '6' ? 'travelling' : { done: '已回退，请在医保中心的期限内重新确认' }
  },
})
