import { formatAmount } from '@yibao/shared/money.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { orderValues } from './amounts.ts'
import { occupied, remember } from './customer.ts'
import type { Draft } from './kept-draft.ts'
import type { Order } from './model.ts'
import { bookedEffects, slipByHand } from './settling.ts'
import type { Counter } from './state.ts'
import { type HandlersOf, mention, type Step, step } from './step.ts'

/** ms for which a slip that a page left behind still comes by itself; later its customer has gone, and F10 prints it. */
export const owedFor = 30 * 60_000

/** The settlements whose slips a page that is gone had not handed to a printer yet. */
export const leftOwed = ({ owed = [], at: left }: Draft, at: number): readonly string[] =>
  at - left < owedFor ? owed : []

/** A settlement that a page left behind: its slip, unless that came out or the money went back meanwhile. */
export const stillOwed = (state: Counter, order: Order, at: number): Step => {
  const rest = { ...state, left: state.left.filter((id) => id !== order.id) }
  const stands = order.status === '2' || order.status === '6'
  if (!stands || order.printed !== 0) return step(rest)
  const { name, cash } = orderValues(order)
  // The same document under the same number: an agent that has it already prints it once.
  const booked = bookedEffects(rest, order, at)
  return { ...booked, state: mention(booked.state, at, 'settle.backYes', { name, cash, slip: '小票正在打印' }) }
}

export const owed: HandlersOf<'settledLately'> = {
  /**
   * The window that settled is gone and was at another PC, or this one lost what it knew: who settled is told, so that
   * nobody settles again. The slip does not come by itself: the other PC's agent may have it.
   */
  settledLately(state, { rows }, at) {
    const known = [...state.owed, ...state.left, ...state.background.map(({ orderId }) => orderId)]
    const lost = rows.filter(
      ({ id, status, printed, settledAt }) =>
        (status === '2' || status === '6') &&
        printed === 0 &&
        settledAt !== undefined &&
        at - parseTime(settledAt).getTime() < owedFor &&
        ![...known, ...state.recent.map(({ orderId }) => orderId)].includes(id),
    )
    const [newest] = lost
    if (!newest) return step(state)
    const shown = lost.toReversed().reduce<Counter>((now, { id: orderId, maskedName, cash }) => {
      return remember(now, { orderId, maskedName, cash: formatAmount(cash), mark: 'done' })
    }, state)
    const values = { name: newest.maskedName, cash: formatAmount(newest.cash), slip: slipByHand }
    const said = mention(shown, at, 'settle.backYes', values)
    return step(occupied(state) ? { ...said, message: state.message } : said)
  },
}
