import type { ErrorText } from './error-text.ts'

/** Refusals of an authorisation at a distance (errors.ts). */
export const approvalErrors = {
  'approval.needless': { status: 409, error: '本地区的这项操作不需要授权', tips: '没有提交审批，请直接办理' },
  'approval.waiting': {
    status: 409,
    error: '「{title}」已提交审批，正在等待',
    tips: '没有重复提交；可以在「审批」的「我发起」查看或撤回',
  },
  'approval.nobody': {
    status: 409,
    error: '没有人可以审批「{title}」',
    tips: '没有提交。请管理员给另一位人员「审批」和这项操作的权限，或请授权人到场',
  },
  'approval.self': { status: 403, error: '不能审批自己提交的申请', tips: '请另一位有权限的人员审批' },
  'approval.denied': { status: 403, error: '没有「{kind}」的权限，不能审批', tips: '请转交给有这项权限的人员' },
  'approval.assigned': { status: 409, error: '这项申请已转交给{name}', tips: '由{name}审批' },
  'approval.state': { status: 409, error: '这项申请是「{state}」，不能再{action}', tips: '没有改动。请刷新后查看' },
  'approval.person': { status: 409, error: '这个人现在不能审批这项申请', tips: '没有转交。请重新选择' },
  'approval.counter': { status: 409, error: '这项操作需要在柜台当面进行', tips: '没有执行。请在柜台重新办理' },
} as const satisfies Record<string, ErrorText>
