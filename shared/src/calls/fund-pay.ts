import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { fundPayGroup, fundPayRow, fundPaySums } from '../entities/fund-pay.ts'
import { outFlags } from '../entities/person.ts'
import { choice, code, day, dict, id, optional, time } from '../field.ts'

export const fundPay = {
  /** Money of a period by fund (domain.md 8.12): settlements on the centre's day, reversals taken off on theirs. */
  query: get('/api/Report/FundPay/Query', {
    menu: 'FundPayReport',
    scope: 'store',
    title: '基金支付报表',
    input: {
      ...sorting,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      groupBy: optional(fundPayGroup),
      areaCode: optional(code('区划', { max: 6 })),
      companyId: optional(id('公司')),
      storeId: optional(id('门店')),
      insutype: optional(dict('险种', 'insutype')),
      medicalType: optional(dict('医疗类别', 'med_type')),
      outFlag: optional(choice('异地标志', outFlags)),
      operatorId: optional(id('操作员')),
    },
    result: z.object({ ...pageOf(fundPayRow).shape, totals: fundPaySums, at: time('统计时间') }),
  }),
}
