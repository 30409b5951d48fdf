import type { ResultOf } from '@yibao/shared/call.ts'
import type { order as orderCalls } from '@yibao/shared/calls/order.ts'
import { payKinds } from '@yibao/shared/entities/other-pay.ts'
import { sum, yuan } from '@yibao/shared/money.ts'
import type { Database } from '../../database/open.ts'
import type { OrderRow } from '../order/view.ts'
import { leftOf, moneyOf } from './read.ts'

type GiveBack = NonNullable<ResultOf<typeof orderCalls.get>['giveBack']>

const cashName = payKinds['01']!

/** It is settled or it was: before that nobody knows what anybody paid. */
export const wasSettled = ({ state, setlId }: Pick<OrderRow, 'state' | 'setlId'>): boolean =>
  ['settled', 'reversing', 'reversed'].includes(state) || (state === 'unknown' && setlId !== null)

/**
 * What a customer gets back by hand when an order is reversed, by the way it was paid: of each payment what has not gone
 * back yet, and as cash what was due and nobody wrote down. Where that is nothing it is no cash.
 */
export const giveBackOf = async (db: Database, { id, cash }: Pick<OrderRow, 'id' | 'cash'>): Promise<GiveBack> => {
  const { payments, refunds } = await moneyOf({ db }, id)
  const live = payments.filter(({ removedAt }) => !removedAt)
  const parts = new Map<string, { amount: number; booked: boolean }>()
  const add = (kindName: string, amount: number, booked: boolean) => {
    const before = parts.get(kindName)
    if (amount > 0) parts.set(kindName, { amount: amount + (before?.amount ?? 0), booked: booked || !!before?.booked })
  }
  for (const one of live) add(one.kindName, leftOf(one, refunds), true)
  add(cashName, cash - sum(live.map(({ amount }) => amount)), false)
  if (parts.size === 0) parts.set(cashName, { amount: 0, booked: false })
  return [...parts].map(([kindName, { amount, booked }]) => ({ kindName, amount: yuan(amount), booked }))
}
