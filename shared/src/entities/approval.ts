import { choice, code, flag, group, id, integer, list, money, note, optional, text, time } from '../field.ts'

/** What can be asked for at a distance: those of `approvals` whose call the server can do later, without the counter. */
export const approvalKind = choice('类型', {
  reversal: '撤销结算',
  undo: '冲正结算',
  difference: '处理差异',
  clearing: '回退清分',
})

/** `approved` is being carried out; `refused` was approved and could not be done any more. */
export const approvalState = choice('状态', {
  waiting: '待审批',
  approved: '执行中',
  done: '已通过',
  refused: '已通过·未执行',
  rejected: '已驳回',
  withdrawn: '已撤回',
  expired: '已过期',
})

export const approvalTab = choice('页签', { todo: '待我审批', judged: '我已审批', mine: '我发起' })

/** A list row of 审批 (domain.md 8.12). */
export const approvalRow = group('审批', {
  id: id('编号'),
  no: code('审批编号'),
  kind: approvalKind,
  title: text('标题'),
  applicantName: text('申请人'),
  storeName: text('门店'),
  money: optional(money('金额')),
  submittedAt: time('提交时间'),
  /** Whose turn it is. */
  node: note('当前环节'),
  state: approvalState,
  /** Whole hours it waited, or has waited so far. */
  waitingHours: integer('等待小时'),
  /** What the asker may do with it now. */
  canJudge: flag('可审批'),
  canWithdraw: flag('可撤回'),
})

export const approvalDetail = group('审批', {
  ...approvalRow.shape,
  reason: note('申请原因'),
  expiresAt: time('有效期至'),
  judgedBy: optional(note('审批人')),
  judgedAt: optional(time('审批时间')),
  opinion: optional(note('审批意见')),
  outcome: optional(note('执行结果')),
  /** What was asked, in words, as it stood when it was asked. */
  facts: list(group('内容', { title: text('项目'), value: note('内容') })),
  /** The order, difference or month it is about, for a link to its page. */
  subject: group('对象', { id: id('编号'), no: optional(note('单号或日期')), parent: optional(id('所属')) }),
  events: list(group('记录', { at: time('时间'), move: text('操作'), text: note('说明'), by: note('操作人') })),
})
