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

const stands = ({ status }: Pick<OrderRow, 'status'>): boolean => status === '2' || status === '6'

/** A settlement that a page left behind: its slip, unless that came out or the money went back meanwhile. */
export const stillOwed = (state: Counter, order: Order, at: number): Step => {
  const rest = { ...state, left: state.left.filter((id) => id !== order.id) }
  if (!stands(order) || order.printed !== 0) return step(rest)
  const { name, cash } = orderValues(order)
  // The same document under the same number: an agent that has it already prints it once.
  const booked = bookedEffects(rest, order, at)
  return { ...booked, state: mention(booked.state, at, 'settle.backYes', { name, cash, slip: '小票正在打印' }) }
}

/** ms by which the clocks of this PC and the service may differ. */
const slack = 10 * 60_000

/**
 * What a basket that was left behind may have come to: it is on the disk as it was some time before its page died, which
 * may have been before F9. Of an ERP's bill the server knows, whoever prices it.
 */
const settledAs = (state: Counter, rows: readonly OrderRow[]) => {
  const { restored, erp, orderId, expects, phase } = state
  // By now it may be on its way once more: then its own end is told.
  if (!restored || erp || phase !== 'open') return {}
  const { total } = basketValues(state)
  const its = rows.find(({ id }) => id === orderId)
  const isLike = (row: OrderRow) => formatAmount(row.total) === total && (!expects || expects === row.maskedName)
  return its ? { its } : { perhaps: rows.find(isLike) }
}

export const owed: HandlersOf<'settledLately'> = {
  /**
   * The window that settled is gone and was at another PC, or this one lost what it knew: who settled is told, so that
   * nobody settles again. The slip does not come by itself: the other PC's agent may have it.
   */
  settledLately(state, { rows, since }, at) {
    const known = [
      ...state.owed,
      ...state.left,
      ...[...state.background, ...state.recent].map(({ orderId }) => orderId),
    ]
    const after = Math.min(at - owedFor, (since ?? at) - slack)
    const late = rows.filter((row) => stands(row) && row.settledAt && parseTime(row.settledAt).getTime() > after)
    const lost = late.filter(({ id, printed }) => printed === 0 && !known.includes(id))
    const { its, perhaps } = settledAs(state, late)
    const newest = its ?? lost[0]
    if (!newest && !perhaps) return step(state)
    const shown = lost
      .toReversed()
      .reduce<Counter>(
        (now, { id: orderId, maskedName, cash }) =>
          remember(now, { orderId, maskedName, cash: formatAmount(cash), mark: 'done' }),
        its ? nextCustomer(state) : state,
      )
    const slip = its?.printed ? '小票已打印' : slipByHand
    const values = newest && { name: newest.maskedName, cash: formatAmount(newest.cash), slip }
    const said = values ? mention(shown, at, 'settle.backYes', values) : shown
    if (!perhaps) return step(occupied(shown) ? { ...said, message: state.message } : said)
    const { maskedName: name, settledAt = '' } = perhaps
    const total = formatAmount(perhaps.total)
    return step(say(said, at, 'draft.perhaps', { name, total, time: settledAt.slice(11, 16) }))
  },
}
