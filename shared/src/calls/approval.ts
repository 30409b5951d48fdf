import { get, pageOf, paging, post } from '../call.ts'
import { approvalDetail, approvalKind, approvalRow, approvalState, approvalTab } from '../entities/approval.ts'
import { choice, group, id, integer, list, note, optional, text, time } from '../field.ts'
import { omit } from '../omit.ts'
import { clearScore } from './clear-score.ts'
import { order } from './order.ts'
import { reconciliation } from './reconciliation.ts'
import { settlement } from './settlement.ts'

const menu = 'Approval'
const one = { id: id('编号') }
const opinion = note('审批意见', { max: 500 })
const page = { menu, scope: 'store' } as const

/** /report-management/approval (domain.md 8.12): an authorisation by somebody who is not beside the person who needs it. */
export const approval = {
  paged: get('/api/Approval/Paged', {
    ...page,
    title: '审批列表',
    input: {
      ...paging,
      tab: approvalTab,
      kind: optional(approvalKind),
      state: optional(approvalState),
      applicant: optional(note('申请人', { max: 60 })),
      storeId: optional(id('门店')),
      from: optional(time('提交时间起')),
      to: optional(time('提交时间止')),
    },
    result: pageOf(approvalRow),
  }),
  get: get('/api/Approval/Get/:id', { ...page, title: '审批详情', input: one, result: approvalDetail }),
  /**
   * Keeps a call for somebody to approve, in place of its authorizationId: exactly one of them. Whoever may do the
   * call may ask for it; the handler looks. Each difference is an application of its own.
   */
  submit: post('/api/Approval/Submit', {
    menu: [settlement.cancel, order.undo, reconciliation.handle, clearScore.rollback].flatMap(
      (call) => call.menu ?? [],
    ),
    scope: 'store',
    title: '提交审批',
    audit: { action: '提交审批' },
    input: {
      reversal: optional(group('撤销结算', omit(settlement.cancel.input.shape, 'authorizationId'))),
      undo: optional(group('冲正结算', omit(order.undo.input.shape, 'authorizationId'))),
      differences: optional(
        group('处理差异', {
          diffIds: reconciliation.batch.input.shape.diffIds,
          action: reconciliation.handle.input.shape.action,
        }),
      ),
      clearing: optional(group('回退清分确认', omit(clearScore.rollback.input.shape, 'authorizationId'))),
    },
    result: group('提交审批', { count: integer('份数'), no: text('审批编号') }),
  }),
  /** Approves or rejects, each for itself; what was approved is carried out behind the answer, one after the other. */
  do: post('/api/Approval/Do', {
    ...page,
    button: 'approve',
    progress: true,
    title: '审批',
    audit: { action: '审批', record: ['ids', 'verdict', 'opinion'] },
    input: {
      ids: list(id('审批'), '审批', { max: 200 }),
      verdict: choice('结论', { approve: '通过', reject: '驳回' }),
      /** A no demands it. */
      opinion,
    },
    result: group('审批', { progressId: id('进度') }),
  }),
  /** Persons who could judge it besides the asker. */
  persons: get('/api/Approval/Persons/:id', {
    ...page,
    button: 'approve',
    title: '可转交的人',
    input: one,
    result: list(group('人员', { value: id('人员'), name: text('姓名') }), '人员'),
  }),
  /** From then on it waits for this person alone. */
  transfer: post('/api/Approval/Transfer', {
    ...page,
    button: 'approve',
    title: '转交审批',
    audit: { action: '转交审批', record: ['id', 'userId'] },
    input: { ...one, userId: id('转交给'), opinion: optional(opinion) },
  }),
  /** The applicant's own, while it waits. */
  withdraw: post('/api/Approval/Withdraw', {
    ...page,
    title: '撤回审批申请',
    audit: { action: '撤回审批申请', record: ['id'] },
    input: one,
  }),
}
