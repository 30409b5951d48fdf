import { orderStatus } from '@yibao/shared/entities/settlement.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { refuse } from '../../refuse.ts'
import { statusOf } from './states.ts'

/** What people call the state of an order. */
export const statusTitle = (order: Parameters<typeof statusOf>[0]): string =>
  metaOf(orderStatus)?.choices?.[statusOf(order)] ?? ''

/** Refuses what the state of an order does not allow, by the name that people see of that state. */
export const refuseState = (order: Parameters<typeof statusOf>[0], action: string): never =>
  refuse('order.state', { state: statusTitle(order), action })
