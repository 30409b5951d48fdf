import { orderStatus } from '@yibao/shared/entities/settlement.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { refuse } from '../../base/refuse.ts'
import { statusOf } from './states.ts'
import type { OrderRow } from './view.ts'

/** What people call the state of an order. */
export const statusTitle = (order: Parameters<typeof statusOf>[0]): string =>
  metaOf(orderStatus)?.choices?.[statusOf(order)] ?? ''

/**
 * Refuses the split that somebody still holds of an order which is open, by what became of it: the basket was put aside,
 * a settlement of it was not booked (its key is gone, what was sent or priced is still there), or it was priced anew.
 */
export const refuseStale = ({
  parked,
  state,
  settleKey,
  split,
  msgid,
}: Pick<OrderRow, 'parked' | 'state' | 'settleKey' | 'split' | 'msgid'>): never => {
  if (parked) return refuse('order.parked')
  return refuse(state === 'presettled' && !settleKey && (split || msgid) ? 'order.notBooked' : 'order.stale')
}

/** Refuses what the state of an order does not allow, by the name that people see of that state. */
export const refuseState = (order: Parameters<typeof statusOf>[0], action: string): never =>
  refuse('order.state', { state: statusTitle(order), action })
