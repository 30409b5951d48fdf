import type { Tone } from '../kit/index.ts'

/** How the order states look everywhere (domain.md 8.0). */
export const orderTones: Record<string, Tone> = {
  0: 'off',
  1: 'action',
  2: 'good',
  3: 'off',
  4: 'warn',
  5: 'off',
  6: 'harm',
  7: 'off',
}

/** Settled, with or without a flag: the states that 2103 can reverse. */
export const reversible = (status: string): boolean => status === '2' || status === '6'

/** The document of an order that can be printed. */
export const slipKind = (status: string) => (status === '3' ? ('reversal' as const) : ('settlement' as const))

/** Whether an order has a slip: settled, with or without a flag, or reversed. */
export const printable = (status: string): boolean => reversible(status) || status === '3'
