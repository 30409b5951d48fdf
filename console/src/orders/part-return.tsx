import type { ResultOf } from '@yibao/shared/call.ts'
import type { order } from '@yibao/shared/calls/order.ts'
import { can } from '@yibao/shared/permission.ts'
import { Button } from 'antd'
import { newKey } from '../api/index.ts'
import { reversible } from '../order-states/look.ts'
import { go } from '../state/go.ts'
import { handOver } from '../state/hand-over.ts'
import { useMe } from '../state/me.ts'
import { mayReverse } from './may-reverse.ts'

type Order = ResultOf<typeof order.get>

/** At the counter: it has the reader, the customer's credential and the settlement of what stays (ux 1.4). */
const mayReturn = () => {
  const { me } = useMe.getState()
  return me !== null && can(me, { menuCode: 'SwipingCard', buttonCode: 'settle' }) && mayReverse()
}

const returnPart = ({ id }: Order) => {
  handOver({ type: 'openReversal', orderId: id, key: newKey(), part: true })
  go('/swiping-card')
}

/** 部分退货 at the foot of an order, where it can be done; undefined elsewhere. */
export const partReturnButton = (order: Order) =>
  reversible(order.status) && !order.erpBill && mayReturn() ? (
    <Button onClick={() => returnPart(order)}>部分退货…</Button>
  ) : undefined
