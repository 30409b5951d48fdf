import { formatAmount } from '@yibao/shared/money.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { orderValues } from './amounts.ts'
import { nextCustomer, occupied, remember } from './customer.ts'
import type { Draft } from './kept-draft.ts'
import type { Order, OrderRow } from './model.ts'
import { basketValues } from './parking.ts'
import { bookedEffects, slipByHand } from './settling.ts'
import type { Counter } from './state.ts'
import { type HandlersOf, mention, type Step, say, step } from './step.ts'

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

/** ms by which the clocks of this PC and the service may differ. */
const slack = 10 * 60_000

const stands = ({ status }: Pick<OrderRow, 'status'>): boolean => status === '2' || status === '6'

/**
 * The basket that was left behind is on the disk as it was some time before its page died, which may have been before F9:
 * an order of it that stands is what became of it. One of the same amount may be.
 */
const settledBasket = (state: Counter, rows: readonly OrderRow[]): { its?: OrderRow; perhaps?: OrderRow } => {
  const free = state.phase === 'open' && !state.pending && !state.erp && state.lines.length > 0
  if (!free) return {}
  const its = rows.find(({ id }) => id === state.orderId)
  const total = basketValues(state).total
  const isLike = ({ total: sum, maskedName }: OrderRow) =>
    formatAmount(sum) === total && (!state.expects || state.expects === maskedName)
  return { its, perhaps: its ? undefined : rows.find(isLike) }
}

export const owed: HandlersOf<'settledLately'> = {
  /**
   * The window that settled is gone and was at another PC, or this one lost what it knew: who settled is told, so that
   * nobody settles again. The slip does not come by itself: the other PC's agent may have it.
   */
  settledLately(state, { rows, since }, at) {
    const known = [...state.owed, ...state.left, ...state.background.map(({ orderId }) => orderId)]
    const after = Math.min(at - owedFor, (since ?? at) - slack)
    const standing = rows.filter((row) => stands(row) && row.settledAt !== undefined)
    const recent = standing.filter(({ settledAt }) => parseTime(settledAt!).getTime() > after)
    const lost = recent.filter(
      ({ id, printed }) => printed === 0 && ![...known, ...state.recent.map(({ orderId }) => orderId)].includes(id),
    )
    const { its, perhaps } = since === undefined ? {} : settledBasket(state, recent)
    const [newest] = its ? [its] : lost
    if (!newest && !perhaps) return step(state)
    const shown = lost.toReversed().reduce<Counter>(
      (now, { id: orderId, maskedName, cash }) => {
        return remember(now, { orderId, maskedName, cash: formatAmount(cash), mark: 'done' })
      },
      its ? nextCustomer(state) : state,
    )
    const said = newest
      ? mention(shown, at, 'settle.backYes', {
          ...{ name: newest.maskedName, cash: formatAmount(newest.cash) },
          slip: newest.printed ? '小票已打印' : slipByHand,
        })
      : shown
    if (perhaps) {
      const { maskedName: name, total, settledAt = '' } = perhaps
      return step(say(said, at, 'draft.perhaps', { name, total: formatAmount(total), time: settledAt.slice(11, 16) }))
    }
    return step(occupied(shown) ? { ...said, message: state.message } : said)
  },
}
