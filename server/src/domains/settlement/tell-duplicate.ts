import { yuan } from '@yibao/shared/money.ts'
import type { Deps } from '../../call/context.ts'
import { endNotice, tell, writeNotice } from '../message/announce.ts'
import type { OrderRow } from '../order/view.ts'

type Told = Pick<OrderRow, 'id' | 'orderNo' | 'storeId' | 'maskedName' | 'cash' | 'flags' | 'basket'>

/** One too many, of which somebody had to pay: nobody else has to hear of it. */
const concerns = ({ flags, cash }: Told) => flags.includes('duplicate') && cash > 0

/** An order's word of its reversal, the newest one: what was said before it holds no more. */
const keyOf = ({ id }: Pick<Told, 'id'>) => `duplicate:${id}`

interface Words {
  title: string
  content: string
}

/** How far the reversal is. */
type Stage = 'open' | 'reversed' | 'stands'

const stages: Readonly<Record<Stage, (orderNo: string, amount: string) => Words>> = {
  open: (orderNo, amount) => ({
    title: `正在撤销，退现金 ${amount}`,
    content: `撤销已发出，医保中心还没有答复（订单 ${orderNo}）。结果核实后会再通知；在那之前先不要退现金。`,
  }),
  reversed: (orderNo, amount) => ({
    title: `已撤销，退现金 ${amount}`,
    content: `医保中心已撤销（订单 ${orderNo}）。本店如收过这笔的现金，请联系参保人退还 ${amount}；个人账户支付的部分已由医保中心退回。`,
  }),
  stands: (orderNo, amount) => ({
    title: `没有撤销，先不要退现金 ${amount}`,
    content: `撤销已核实：医保中心没有撤销，这笔仍然有效（订单 ${orderNo}）。这笔列在「异常订单」，在那里再按「撤销」；医保中心仍不同意的，联系医保经办机构。`,
  }),
}

/**
 * Takes back what a store was told of an order's reversal, once it is none any more. Answers what is to be called when
 * that is committed.
 */
export const endDuplicate = async (deps: Deps, row: Pick<Told, 'id'>): Promise<() => void> => {
  const ended = await endNotice(deps, keyOf(row))
  return () => {
    if (ended) tell(deps, ended, 'messageWithdrawn')
  }
}

/**
 * Writes to a store's people how far the reversal of a settlement too many is (ux 3), in the transaction that books it, in
 * place of what they were told of it before. `row`: as it was before. Answers what is to be called once that is committed.
 */
export const writeDuplicate = async (deps: Deps, row: Told, stage: Stage): Promise<() => void> => {
  const before = await endDuplicate(deps, row)
  if (!concerns(row)) return before
  const { orderNo, storeId, maskedName, cash, basket } = row
  const { title, content } = stages[stage](orderNo, `${yuan(cash)} 元`)
  const twice = basket.suspected ? '疑似重复' : '重复'
  const written = await writeNotice(deps, {
    key: keyOf(row),
    title: `${twice}结算${title}：${maskedName}`,
    content: `${maskedName} 有一笔医保结算${twice}，${content}`,
    ...{ type: 'reconciliation', level: 'warning', stores: [storeId] },
    link: { title: '打开订单', path: `/reconciliation/order-management?f.keyword=${encodeURIComponent(orderNo)}` },
  })
  return () => {
    before()
    if (written) tell(deps, written)
  }
}
