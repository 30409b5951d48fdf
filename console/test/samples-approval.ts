import { page, today } from './samples.ts'

// Answers of the pages about approvals.

const asked = {
  ...{ id: 'sp-1', no: 'SP261121A1B2C3D4', kind: 'reversal', title: '张* · D202611210001' },
  ...{ applicantName: '李店员', storeName: '示例大药房观前店', money: '85.60', submittedAt: `${today} 09:00:00` },
  ...{ node: '审批', state: 'waiting', waitingHours: 2, canJudge: true, canWithdraw: false },
}

/** Sample answers by domain.name. */
export const approvalAnswers = {
  'approval.paged': () =>
    page([asked, { ...asked, id: 'sp-2', kind: 'difference', title: '䶮* · 2026-11-20 冲正这笔' }]),
  'approval.get': () => ({
    ...{ ...asked, reason: '顾客退货', expiresAt: `${today} 23:00:00`, subject: { id: 'o-1', no: 'D202611210001' } },
    facts: [{ title: '退现金', value: '25.60' }],
    events: [{ at: `${today} 09:00:00`, move: '提交审批', text: '顾客退货', by: '李店员' }],
  }),
  'approval.submit': () => ({ count: 1, no: 'SP261121A1B2C3D4' }),
  'approval.do': () => ({ progressId: 'pr-1' }),
  'approval.persons': () => [{ value: 'u-2', name: '郑区管' }],
  'approval.transfer': () => null,
  'approval.withdraw': () => null,
}
