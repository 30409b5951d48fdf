import type { Effect } from './effects.ts'
import type { Counter } from './state.ts'

/** The order that the second basket was priced in is nobody's once both are one again. */
export const dropBehind = ({ second }: Counter): Effect[] =>
  second?.orderId ? [{ do: 'drop', orderId: second.orderId, reason: '不再分两笔结算' }] : []

/** One that was priced for a second basket which nobody waits for: it stays only where it has come into use since. */
export const dropUnused = ({ orderId: own, second }: Counter, orderId: string): Effect[] =>
  [own, second?.orderId].includes(orderId) ? [] : [{ do: 'drop', orderId, reason: '不再分两笔结算' }]

/** Two priced baskets of one who is not served any more: neither order becomes anybody else's. */
export const dropBoth = ({ orderId, second }: Counter): Effect[] =>
  second?.at === 'first'
    ? [orderId, second.orderId].flatMap((one) => (one ? [{ do: 'drop', orderId: one, reason: '更换参保人' }] : []))
    : []
