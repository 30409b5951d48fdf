import type { ErrorText } from './error-text.ts'

/** Refusals of 进销存 (errors.ts). */
export const stockErrors = {
  'stock.returned': { status: 409, error: '这条采购的退货在医保中心，不能先删除采购', tips: '请先删除它的采购退货' },
  'stock.store': { status: 404, error: '没有编号为 {storeNo} 的门店', tips: '请填写门店绑定的 ERP 编号或机构编码' },
  'stock.empty': { status: 400, error: '没有要上报的行', tips: '请在 purchase、back、take、change 中至少填写一行' },
} as const satisfies Record<string, ErrorText>
