import { order } from '@yibao/shared/calls/order.ts'
import { rowShapeOf } from '../../../console/src/kit/fields.ts'
import type { Row } from '../../../console/src/kit/list/spec.ts'

/** 19 columns of the order list and its actions beside them make 20. */
export const columns = Object.keys(rowShapeOf(order.paged.result))
  .filter((key) => key !== 'id' && key !== 'storeId')
  .slice(0, 19)

/** px of each. */
export const width = 130

/** Orders as the server sends them, all different. */
export const makeRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{
      id: `o${i}`,
      orderNo: `YB${i}`,
      erpBill: `XS${i}`,
      storeId: 's1',
      storeName: '示例大药房观前店',
      setlId: `S${i}`,
    },
    ...{
      maskedName: '王*',
      insutype: '310',
      medicalType: '41',
      total: `${i}.50`,
      fundTotal: '20.00',
      account: '10.00',
    },
    ...{ familyAccount: '0.00', cash: `${i % 90}.25`, status: '2', source: '1', outFlag: '0', operatorName: '李店员' },
    ...{ createdAt: '2026-11-21 09:30:00', settledAt: '2026-11-21 09:30:05', printed: i % 3 },
  }))
