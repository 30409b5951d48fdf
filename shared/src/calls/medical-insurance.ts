import * as z from 'zod/mini'
import { get, pageOf, sorting } from '../call.ts'
import { medicalInsuranceGroup, medicalInsuranceRow, medicalInsuranceSums } from '../entities/order-sums.ts'
import { outFlags } from '../entities/person.ts'
import { choice, code, day, dict, id, optional, time } from '../field.ts'

export const medicalInsurance = {
  /** Persons, visits and money of a period by insurance, kind of visit and kind of person (domain.md 8.12). */
  query: get('/api/Report/MedicalInsurance/Query', {
    menu: 'MedicalInsuranceReport',
    scope: 'store',
    title: '医保报表',
    input: {
      ...sorting,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      groupBy: optional(medicalInsuranceGroup),
      areaCode: optional(code('区划', { max: 6 })),
      companyId: optional(id('公司')),
      storeId: optional(id('门店')),
      insutype: optional(dict('险种', 'insutype')),
      medicalType: optional(dict('医疗类别', 'med_type')),
      personType: optional(dict('人员类别', 'psn_type')),
      outFlag: optional(choice('异地标志', outFlags)),
      operatorId: optional(id('操作员')),
    },
    result: z.object({ ...pageOf(medicalInsuranceRow).shape, totals: medicalInsuranceSums, at: time('统计时间') }),
  }),
}
