import type { ResultOf } from '@yibao/shared/call.ts'
import type { approval } from '@yibao/shared/calls/approval.ts'
import { approvalKind } from '@yibao/shared/entities/approval.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'
import { can, type Me } from '@yibao/shared/permission.ts'
import type { RowOf, Tone } from '../../../kit/index.ts'

export type Row = RowOf<typeof approval.paged>
export type Detail = ResultOf<typeof approval.get>

export const stateTones: Record<Row['state'], Tone> = {
  waiting: 'action',
  approved: 'warn',
  done: 'good',
  refused: 'harm',
  rejected: 'harm',
  withdrawn: 'off',
  expired: 'off',
}

/** What people call a type. */
export const kindText = (kind: Row['kind']): string => choiceTitle(approvalKind, kind)

/** Whether a person decides on applications at all. */
export const mayJudge = (me: Me | null): boolean =>
  me !== null && can(me, { menuCode: 'Approval', buttonCode: 'approve' })

/** Those that wait for the asker's word, as the server says of each. */
export const judgeable = (rows: readonly Row[]): Row[] => rows.filter(({ canJudge }) => canJudge)

/** 3 项，金额合计 120.00 元: what one press would decide. */
export const sumWords = (rows: readonly Row[]): string => {
  const money = rows.flatMap((row) => (row.money === undefined ? [] : [fen(row.money)]))
  return `${rows.length} 项${money.length ? `，金额合计 ${formatAmount(yuan(sum(money)))} 元` : ''}`
}

/** Where the thing itself is shown: its page and what leads there. */
export const subjectLink = ({ kind, subject: { no = '', parent = '' } }: Detail) =>
  ({
    reversal: { text: '查看订单', to: `/reconciliation/order-management?f.keyword=${no}`, menuCode: 'OrderManagement' },
    undo: {
      text: '查看订单',
      to: `/abnormal-manager/abnormal-order-manager?f.keyword=${no}`,
      menuCode: 'AbnormalOrderManager',
    },
    difference: {
      text: '查看差异',
      to: `/reconciliation/day-reconciliation-detail?groupId=${parent}&day=${no}`,
      menuCode: 'DayReconciliationDetail',
    },
    clearing: {
      text: '查看清分',
      to: `/liquidation-management/clear-score-manage?f.month=${no}`,
      menuCode: 'ClearScoreManage',
    },
  })[kind]
