import { orderValues } from './amounts.ts'
import type { Draft } from './draft.ts'
import type { Order } from './model.ts'
import { bookedEffects } from './settling.ts'
import type { Counter } from './state.ts'
import { mention, type Step, step } from './step.ts'

/** ms for which a slip that a page left behind still comes by itself; later its customer has gone, and F10 prints it. */
const owedFor = 30 * 60_000

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
