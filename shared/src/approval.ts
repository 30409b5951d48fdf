/** What a second person can approve (Auth/Authorize): action → its title. Server and console use the same names. */
export const approvals = {
  reversal: '撤销结算',
  undo: '冲正结算',
  difference: '处理差异',
  differences: '批量处理差异',
  centreOnly: '冲正中心结算',
  clearing: '回退清分确认',
  setup: '跳过初始化步骤',
  prescription: '审核处方',
  refund: '登记退款',
  sqlScript: '执行数据库脚本',
} as const

export type ApprovalAction = keyof typeof approvals

/** Exactly what an approval is for: an order, one repair of one difference, or one repair of these differences. */
export const approvalTarget = {
  reversal: (orderId: string): string => orderId,
  undo: (orderId: string): string => orderId,
  setup: (step: string): string => step,
  /** One verdict on one prescription as it was read. */
  prescription: (rxId: string, revision: number, passed: boolean): string => `${rxId}:${revision}:${passed}`,
  /** This much of one payment. */
  refund: (paymentId: string, amount: string): string => `${paymentId}:${amount}`,
  centreOnly: (setlId: string): string => setlId,
  /** Every answer of a store's month. */
  clearing: (monthId: string): string => monthId,
  /** One run of a script with this very content, or of its roll-back. */
  sqlScript: (kind: 'execute' | 'rollback', id: string, checksum: string): string => `${kind}:${id}:${checksum}`,
  difference: (action: string, diffId: string): string => `${action}:${diffId}`,
  differences: (action: string, diffIds: readonly string[]): string => `${action}:${[...diffIds].sort().join(',')}`,
}
