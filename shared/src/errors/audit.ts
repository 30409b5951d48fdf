import type { ErrorText } from './error-text.ts'

/** Refusals of the medical-insurance audit (errors.ts). */
export const auditErrors = {
  'audit.blocked': { status: 409, error: '审核规则不允许：{what}', tips: '{next}' },
  'audit.confirm': {
    status: 409,
    error: '还有 {n} 条审核提醒没有确认，没有结算，没有扣款',
    tips: '请与参保人确认后按提示确认，再按 F9；看不到提醒请刷新页面后重新预结算',
  },
  'audit.reason': { status: 400, error: '「{rule}」须填写原因', tips: '请选择或填写原因后再确认' },
  'audit.code': { status: 409, error: '{place}已有规则 {code}', tips: '请修改那一条，或换一个编码' },
  'audit.rule': { status: 400, error: '规则还不能使用：{text}', tips: '请补充后保存' },
  'audit.place': { status: 403, error: '没有修改{place}规则的权限', tips: '请选择本区划或公司，或联系上级管理员' },
  'audit.changed': { status: 409, error: '规则在查看后有了修改，没有保存', tips: '请重新打开这条规则后再修改' },
  'audit.state': { status: 409, error: '{no} 是「{state}」，不能{action}', tips: '请刷新后再看' },
  'audit.reversed': { status: 409, error: '{no} 的结算已撤销，涉及金额为 0.00，不用{action}', tips: '' },
  'audit.late': { status: 409, error: '{no} 的申诉截止日 {day} 已过，不能申诉', tips: '请联系管理员处理' },
  'audit.admin': { status: 403, error: '审核结果由管理员登记', tips: '请联系区划管理员' },
  'audit.own': { status: 403, error: '{no} 是自己提交的申诉，不能自己登记结果', tips: '请另一位管理员登记' },
  'audit.file': { status: 400, error: '附件不能使用：{text}', tips: '请上传 JPG、PNG 或 WebP 图片，每条最多 5 个' },
} as const satisfies Record<string, ErrorText>
