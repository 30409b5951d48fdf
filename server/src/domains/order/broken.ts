import { scaled } from '@yibao/shared/money.ts'

/** Whether a quantity of a line is no number of whole packs: a broken pack's code may be sold again with the rest. */
export const isBroken = (quantity: string): boolean => scaled(quantity, 4) % 10_000n !== 0n
