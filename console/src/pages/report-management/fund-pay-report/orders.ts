import type { InputOf } from '@yibao/shared/call.ts'
import type { fundPay } from '@yibao/shared/calls/fund-pay.ts'
import { daysOfMonth } from '@yibao/shared/time.ts'
import { countedOrders } from '../../../orders/counted.ts'

type Question = Partial<InputOf<typeof fundPay.query>>

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

/** The days that a group of the report covers, within the asked period. */
const daysOf = (key: string, { groupBy, from = '', to = '' }: Question): [string, string] => {
  if (groupBy === 'month') {
    const { first, last } = daysOfMonth(key)
    return [later(first, from), earlier(last, to)]
  }
  return groupBy === undefined || groupBy === 'day' ? [key, key] : [from, to]
}

/** The orders that a row's settlements and reversals count, as views of 订单管理; none where it cannot be narrowed to them. */
export const ordersOf = ({ key }: { key: string }, question: Question): Record<string, string> => {
  const { groupBy, insutype, medicalType, outFlag, storeId, areaCode, companyId, operatorId } = question
  // 未填 is no condition of the list: it would show the orders of every other row, too.
  if (!key || operatorId || ((areaCode || companyId) && !storeId && groupBy !== 'store')) return {}
  const narrowed = {
    ...{ insutype, medicalType, outFlag, storeId },
    ...(groupBy === 'store' && { storeId: key }),
    ...((groupBy === 'insutype' || groupBy === 'medicalType' || groupBy === 'outFlag') && { [groupBy]: key }),
  }
  const [from, to] = daysOf(key, question)
  return countedOrders(from, to, narrowed)
}
