/** What the sources of reports are called; a list of reports needs no more of them than that. */
export const sourceTitles = {
  settlements: '结算与冲正',
  lines: '订单明细行',
  differences: '日对账差异',
  claims: '清算申请',
} as const

export type SourceName = keyof typeof sourceTitles
