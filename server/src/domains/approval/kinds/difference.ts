import { approvalTarget } from '@yibao/shared/approval.ts'
import { calls } from '@yibao/shared/calls/index.ts'
import { diffClass } from '@yibao/shared/entities/reconciliation.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { yuan } from '@yibao/shared/money.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import { authorization } from '../../auth/tables.ts'
import { storeOf } from '../../organisation/store.ts'
import { actionTitle } from '../../reconciliation/classify/classes.ts'
import { lockedOrders } from '../../reconciliation/classify/owner.ts'
import { atWorkOf } from '../../reconciliation/groups/groups.ts'
import { findDifference, needsApproval, requireAllowed } from '../../reconciliation/handle.ts'
import { reconciliationHandlers } from '../../reconciliation/handlers.ts'
import { reconDifference, type Side } from '../../reconciliation/tables.ts'
import { kindOf } from './kind.ts'

const totalOf = (side: Side | null): string => (side?.total === undefined ? '没有' : yuan(side.total))

/**
 * A repair of one difference that moves money. Repairs find out first what the centre has done already, so one that was
 * broken off is simply done again; recovery is let go first.
 */
export const difference = kindOf<typeof calls.reconciliation.handle>({
  kind: 'difference',
  call: calls.reconciliation.handle,
  name: 'reconciliation.handle',
  handler: reconciliationHandlers.handle,
  about: async (c, { diffId, action }) => {
    const row = await findDifference(c, diffId)
    await requireAllowed(c, row, action)
    if (!(await needsApproval(c, row.storeId, action))) return refuse('approval.needless')
    const shop = await storeOf(c.deps, row.storeId)
    const name = row.maskedName || '--'
    return {
      ...{ storeId: row.storeId, areaCode: shop.areaCode, target: approvalTarget.difference(action, diffId) },
      title: `${name} · ${row.day} ${actionTitle(action)}`,
      reason: row.evidence.join('；') || choiceTitle(diffClass, row.class),
      money: (row.centre ?? row.local)?.total ?? null,
      facts: [
        { title: '处理方式', value: actionTitle(action) },
        { title: '差异类别', value: choiceTitle(diffClass, row.class) },
        { title: '对账日', value: row.day },
        { title: '参保人', value: name },
        { title: '医保中心金额', value: totalOf(row.centre) },
        { title: '本地金额', value: totalOf(row.local) },
      ],
      subject: { id: row.id, no: row.day, parent: row.groupId },
    }
  },
  standing: async (deps, { applicantName, judgedByName, authorizationId }, { diffId, action }) => {
    const { db } = deps
    const [row] = await db.select().from(reconDifference).where(eq(reconDifference.id, diffId))
    if (!row || row.voided) return { refused: '已重新对账，这条差异不再有效' }
    if (row.handledAt) {
      const [given] = await db
        .select({ usedAt: authorization.usedAt })
        .from(authorization)
        .where(eq(authorization.id, authorizationId ?? ''))
      const named = row.handledBy === applicantName && row.note?.endsWith(`授权人 ${judgedByName}`)
      const ours = row.action === action && named && given?.usedAt && given.usedAt <= row.handledAt
      return ours ? { done: `已处理：${row.note ?? actionTitle(action)}` } : { refused: '这一笔已由其他人处理' }
    }
    const held = [await atWorkOf(deps, [row]), await lockedOrders(db, row.orderId ? [row.orderId] : [])]
    return held.some(({ size }) => size) ? 'travelling' : 'open'
  },
})
