import { choice, code, day, dict, group, integer, money, month, note, optional } from '../field.ts'
import { liquidationState } from './liquidation-state.ts'

export const liquidationReportGroup = choice('分组', {
  application: '按申请',
  storeMonth: '按门店和月',
  store: '按门店',
  month: '按月',
  state: '按状态',
})

const claimed = {
  applications: integer('申请份数'),
  persons: integer('清算人次', { min: -999_999_999, max: 999_999_999 }),
  total: money('医疗费总额'),
  fund: money('基金申报'),
  deducted: money('扣款'),
  reserved: money('预留金'),
  paid: money('实际拨付'),
  /** 基金申报 less 扣款, 预留金 and 实际拨付; nothing is owed for what the centre has not, or has refused. */
  unpaid: money('未拨付'),
  /** From applying to the payment, or until now; the longest of several. */
  days: integer('天数'),
}

/** Applications and what became of their money (domain.md 8.12 清算报表). */
export const liquidationReportSums = group('合计', claimed)
export const liquidationReportRow = group('清算', {
  key: note('分组编码'),
  name: note('分组'),
  clrOptins: optional(code('清算机构')),
  clrType: optional(dict('清算类别', 'clr_type')),
  state: optional(liquidationState),
  ...claimed,
  appliedOn: optional(day('申请日期')),
  paidMonth: optional(month('兑付年月')),
})
