import * as z from 'zod/mini'
import { get, pageOf, paging } from '../call.ts'
import { fundPaySums } from '../entities/fund-pay.ts'
import { orderFilters } from '../entities/order-filters.ts'
import {
  orderInfoGroup,
  orderInfoRow,
  orderInfoSums,
  refunded,
  settlementReportRow,
} from '../entities/settlement-report.ts'
import { openClaim } from '../entities/un-liquidated.ts'
import { choice, code, day, dict, flag, group, id, note, optional } from '../field.ts'

/** By the days that the books count: a settlement's, and for a reversal its own. */
const days = { from: optional(day('结算日期起')), to: optional(day('结算日期止')), storeId: optional(id('门店')) }
const places = { areaCode: optional(code('区划', { max: 6 })), companyId: optional(id('公司')) }

export const settlementReport = {
  /** The complete list of settlements and reversals, with the sums of all that match (domain.md 8.12). */
  query: get('/api/Report/Settlement/Query', {
    menu: 'MedicalSettlementReport',
    scope: 'store',
    title: '结算报表',
    input: {
      ...paging,
      ...days,
      ...places,
      refunded: optional(refunded),
      ...orderFilters,
      operatorId: optional(id('操作员')),
      clrOptins: optional(code('清算机构', { max: 6 })),
      clrType: optional(dict('清算类别', 'clr_type')),
      clrWay: optional(dict('清算方式', 'clr_way')),
      claim: optional(openClaim),
    },
    // Without totals more rows match than are summed one by one.
    result: z.object({ ...pageOf(settlementReportRow).shape, totals: optional(fundPaySums) }),
  }),
}

const lines = {
  ...days,
  ...places,
  groupBy: optional(orderInfoGroup),
  goods: optional(note('商品', { max: 60 })),
  name: optional(note('姓名', { max: 50 })),
  operatorId: optional(id('操作员')),
  listType: optional(dict('目录类别', 'list_type')),
  itemClass: optional(choice('等级', { 甲: '甲类', 乙: '乙类', 丙: '丙类' })),
  feeClass: optional(dict('收费类别', 'med_chrgitm_type')),
  prescription: optional(flag('处方药')),
  pharmacistName: optional(note('药师', { max: 50 })),
}
const sold = { menu: 'OrderInfoReport', scope: 'store' } as const

export const orderInfo = {
  /** Lines sold to insured persons, one by one, by goods or by pharmacists (domain.md 8.12). */
  query: get('/api/Report/OrderInfo/Query', {
    ...sold,
    title: '订单信息报表',
    input: { ...paging, ...lines },
    result: pageOf(orderInfoRow),
  }),
  /** What they come to; without totals more lines match than are summed one by one. */
  totals: get('/api/Report/OrderInfo/Totals', {
    ...sold,
    title: '订单信息合计',
    input: lines,
    result: group('订单信息合计', { totals: optional(orderInfoSums) }),
  }),
}
