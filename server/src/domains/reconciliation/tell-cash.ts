import { yuan } from '@yibao/shared/money.ts'
import type { Deps } from '../../call/context.ts'
import { announce } from '../message/announce.ts'
import type { OrderRow } from '../order/view.ts'

/**
 * Tells a store's people that a settlement was one too many, and what the customer gets back of it (ux 3): once for each
 * order. Nothing where nobody had to pay, and nothing where the centre did not take it back.
 */
export const tellCash = async (deps: Deps, row: OrderRow): Promise<void> => {
  const { id, orderNo, storeId, maskedName, cash } = row
  if (cash <= 0 || row.state === 'settled') return
  const done = row.state === 'reversed'
  const amount = `${yuan(cash)} 元`
  await announce(deps, {
    key: `duplicate:${id}`,
    title: `重复结算${done ? '已撤销' : '正在撤销'}，退现金 ${amount}：${maskedName}`,
    content: done
      ? `${maskedName} 有一笔医保结算重复，医保中心已撤销（订单 ${orderNo}）。本店如收过这笔的现金，请联系参保人退还 ${amount}；个人账户支付的部分已由医保中心退回。`
      : `${maskedName} 有一笔医保结算重复，撤销已发出，医保中心还没有答复（订单 ${orderNo}）。订单变为「已撤销」后，本店如收过这笔的现金，请联系参保人退还 ${amount}。`,
    type: 'reconciliation',
    level: 'warning',
    stores: [storeId],
    link: { title: '打开订单', path: `/reconciliation/order-management?f.keyword=${encodeURIComponent(orderNo)}` },
  })
}
