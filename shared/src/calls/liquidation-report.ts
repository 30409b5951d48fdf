import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { liquidationReportGroup, liquidationReportRow, liquidationReportSums } from '../entities/liquidation-report.ts'
import { liquidationState } from '../entities/liquidation-state.ts'
import { code, dict, id, month, optional, time } from '../field.ts'

const months = { from: optional(month('开始月份')), to: optional(month('结束月份')) }
const storeId = optional(id('门店'))
const companyId = optional(id('公司'))
const areaCode = optional(code('区划', { max: 6 }))
const clrType = optional(dict('清算类别', 'clr_type'))
const clrOptins = optional(code('清算机构', { max: 6 }))
const state = optional(liquidationState)

export const liquidationReport = {
  /** Applications and payments for the finance department (domain.md 8.12). */
  query: get('/api/Report/Liquidation/Query', {
    menu: 'LiquidationReport',
    scope: 'store',
    title: '清算报表',
    input: {
      ...sorting,
      ...months,
      groupBy: optional(liquidationReportGroup),
      storeId,
      areaCode,
      companyId,
      clrType,
      clrOptins,
      state,
    },
    result: z.object({ ...pageOf(liquidationReportRow).shape, totals: liquidationReportSums, at: time('统计时间') }),
  }),
}
