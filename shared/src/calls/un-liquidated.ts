import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { openReason, unLiquidatedGroup, unLiquidatedRow, unLiquidatedSums } from '../entities/un-liquidated.ts'
import { code, dict, id, month, optional, time } from '../field.ts'

const months = { from: optional(month('开始月份')), to: optional(month('结束月份')) }
const storeId = optional(id('门店'))
const companyId = optional(id('公司'))
const areaCode = optional(code('区划', { max: 6 }))
const clrType = optional(dict('清算类别', 'clr_type'))

export const unLiquidated = {
  /** Money of closed months that is in no accepted application (domain.md 5.6, 8.9). */
  query: get('/api/Liquidation/UnLiquidated', {
    menu: 'UnLiquidateReport',
    scope: 'store',
    title: '未清算报表',
    input: {
      ...sorting,
      ...months,
      groupBy: optional(unLiquidatedGroup),
      storeId,
      areaCode,
      companyId,
      clrType,
      insutype: optional(dict('险种', 'insutype')),
      reason: optional(openReason),
    },
    result: z.object({ ...pageOf(unLiquidatedRow).shape, totals: unLiquidatedSums, at: time('统计时间') }),
  }),
}
