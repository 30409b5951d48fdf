import { orderStatus } from '@yibao/shared/entities/settlement.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { fen, formatAmount } from '@yibao/shared/money.ts'
import type { Collected } from './look.ts'

type Found = Pick<Collected, 'orderStatus' | 'open' | 'state'>
type Owed = Pick<Collected, 'open' | 'state'>

const statuses = metaOf(orderStatus)?.choices ?? {}

/** What 重新查询 found, in a sentence. */
export const foundText = ({ orderStatus, open, state }: Found): string => {
  const status = `订单${statuses[orderStatus]}`
  const left = formatAmount(open.replace('-', ''))
  if (open.startsWith('-')) return `${status}，还要退 ${left} 元`
  return fen(open)
    ? `${status}，还要收 ${left} 元`
    : `${status}，${state === 'backFull' ? '已退清' : '没有要收或要退的'}`
}

/** The settlement is taken back, and money that was paid for it is still here. */
export const reversed = ({ state }: Owed): boolean => state === 'back' || state === 'backPart'

/** Why money goes back to a customer, for who is about to take it down. */
export const whyBack = (order: Owed): string => {
  if (reversed(order)) return '医保结算已撤销，收的钱应退还顾客。'
  if (order.open.startsWith('-')) return `多收了 ${formatAmount(order.open.replace('-', ''))} 元。`
  return '医保结算没有撤销，退款后这笔订单又成为待收。'
}
