import { choice, code, dict, money, note, optional } from '../field.ts'
import { outFlags } from './person.ts'
import { orderSource } from './settlement.ts'

/** What orders are looked for by, in their own list and in the report of settlements. */
export const orderFilters = {
  keyword: optional(note('订单号/ERP单号/结算号', { max: 60 })),
  name: optional(note('姓名', { max: 50 })),
  insutype: optional(dict('险种', 'insutype')),
  medicalType: optional(dict('医疗类别', 'med_type')),
  source: optional(orderSource),
  outFlag: optional(choice('异地标志', outFlags)),
  insuredArea: optional(code('参保地区划', { max: 6 })),
  operatorName: optional(note('操作员', { max: 50 })),
  minTotal: optional(money('最小金额')),
  maxTotal: optional(money('最大金额')),
}
