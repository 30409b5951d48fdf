import { yuan } from '@yibao/shared/money.ts'
import type { Deps } from '../../call/context.ts'
import { endNotice, tell, writeNotice } from '../message/announce.ts'
import type { OrderRow } from '../order/view.ts'

type Told = Pick<OrderRow, 'id' | 'orderNo' | 'storeId' | 'maskedName' | 'cash' | 'flags'>

/** One too many, of which somebody had to pay: nobody else has to hear of it. */
const concerns = ({ flags, cash }: Told) => flags.includes('duplicate') && cash > 0

const notice = ({ orderNo, storeId }: Told, title: string, content: string) => ({
  ...{ title, content, type: 'reconciliation' as const, level: 'warning' as const, stores: [storeId] },
  link: { title: '打开订单', path: `/reconciliation/order-management?f.keyword=${encodeURIComponent(orderNo)}` },
})

const keyOf = ({ id }: Told) => `duplicate:${id}`

const ends = {
  reversed: ({ maskedName, orderNo }: Told, amount: string) => ({
    title: `重复结算已撤销，退现金 ${amount}：${maskedName}`,
    content: `${maskedName} 有一笔医保结算重复，医保中心已撤销（订单 ${orderNo}）。本店如收过这笔的现金，请联系参保人退还 ${amount}；个人账户支付的部分已由医保中心退回。`,
  }),
  stands: ({ maskedName, orderNo }: Told, amount: string) => ({
    title: `重复结算没有撤销，先不要退现金 ${amount}：${maskedName}`,
    content: `${maskedName} 有一笔医保结算重复，撤销已核实：医保中心没有撤销，这笔仍然有效（订单 ${orderNo}）。这笔列在「异常订单」，在那里再按「撤销」；医保中心仍不同意的，联系医保经办机构。`,
  }),
}

/** Tells a store's people that a settlement too many is being taken back (ux 3), while nobody knows yet whether it was. */
export const tellDuplicateOpen = async (deps: Deps, row: Told): Promise<void> => {
  if (!concerns(row)) return
  const { maskedName, orderNo } = row
  const amount = `${yuan(row.cash)} 元`
  const title = `重复结算正在撤销，退现金 ${amount}：${maskedName}`
  const content = `${maskedName} 有一笔医保结算重复，撤销已发出，医保中心还没有答复（订单 ${orderNo}）。结果核实后会再通知；在那之前先不要退现金。`
  const written = await writeNotice(deps, { key: keyOf(row), ...notice(row, title, content) })
  if (written) tell(deps, written)
}

/**
 * Writes how the reversal of a settlement too many has ended (ux 3), in the transaction that books it, and takes the word
 * back that it was under way; `attempt` tells one reversal that came to nothing from the next. `row`: as it was before.
 * Answers what is to be called once that is committed.
 */
export const writeDuplicateEnd = async (
  deps: Deps,
  row: Told,
  end: keyof typeof ends,
  attempt: string,
): Promise<() => void> => {
  if (!concerns(row)) return () => undefined
  const { title, content } = ends[end](row, `${yuan(row.cash)} 元`)
  const open = await endNotice(deps, keyOf(row))
  const key = `${keyOf(row)}:${end === 'reversed' ? end : attempt}`
  const written = await writeNotice(deps, { key, ...notice(row, title, content) })
  return () => {
    if (open) tell(deps, open, 'messageWithdrawn')
    if (written) tell(deps, written)
  }
}
