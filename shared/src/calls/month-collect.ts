import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { monthCollectGroup, monthCollectRow, monthCollectSums } from '../entities/fund-pay.ts'
import { code, id, month, optional, time } from '../field.ts'

export const monthCollect = {
  /** Money and reconciled days of some months by store (domain.md 8.12). */
  query: get('/api/Report/MonthCollect/Query', {
    menu: 'MonthCollectReport',
    scope: 'store',
    title: '月汇总表',
    input: {
      ...sorting,
      from: optional(month('开始月份')),
      to: optional(month('结束月份')),
      groupBy: optional(monthCollectGroup),
      areaCode: optional(code('区划', { max: 6 })),
      companyId: optional(id('公司')),
      storeId: optional(id('门店')),
    },
    result: z.object({ ...pageOf(monthCollectRow).shape, totals: monthCollectSums, at: time('统计时间') }),
  }),
}
