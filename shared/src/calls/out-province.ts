import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { awayFlag, outProvinceGroup, outProvinceRow, outProvinceSums } from '../entities/order-sums.ts'
import { code, id, month, optional, time } from '../field.ts'

export const outProvince = {
  /** Money of some months of persons insured elsewhere, by their area (domain.md 5.7, 8.12). */
  query: get('/api/Report/OutProvince/Query', {
    menu: 'MedicalOutprovinceapplyReport',
    scope: 'store',
    title: '异地申报表',
    input: {
      ...sorting,
      from: optional(month('开始月份')),
      to: optional(month('结束月份')),
      groupBy: optional(outProvinceGroup),
      areaCode: optional(code('区划', { max: 6 })),
      companyId: optional(id('公司')),
      storeId: optional(id('门店')),
      outFlag: optional(awayFlag),
      /** 2 digits or PP0000 for a province, 4 digits or PPCC00 for a city, else the area itself. */
      insuredArea: optional(code('参保地区划', { max: 6 })),
    },
    result: z.object({ ...pageOf(outProvinceRow).shape, totals: outProvinceSums, at: time('统计时间') }),
  }),
}
