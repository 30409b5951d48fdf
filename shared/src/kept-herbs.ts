import { isHerb, usualUse } from './herbs.ts'
import { scaled } from './money.ts'

interface Goods {
  ownCode: string
  /** Up to 4 decimals. */
  quantity: string
}

const sums = (goods: readonly Goods[]): Map<string, bigint> => {
  const all = new Map<string, bigint>()
  for (const { ownCode, quantity } of goods) all.set(ownCode, (all.get(ownCode) ?? 0n) + scaled(quantity, 4))
  return all
}

/**
 * What is said of the herbs that a customer keeps of a return: they were dispensed as they were sold (what an order of before
 * said nothing of, as so many usually are), and of a part of one nobody knows how many doses it makes. undefined: he keeps
 * none.
 */
export const keptHerbs = (
  sold: readonly (Goods & { nationalCode: string })[],
  kept: readonly Goods[],
  said: { use: '1' | '2'; doses?: number | undefined } | undefined,
): { use: '1' | '2'; doses?: number | undefined } | undefined => {
  const bought = sums(sold.filter(({ nationalCode }) => isHerb(nationalCode)))
  const left = [...sums(kept)].filter(([code]) => bought.has(code))
  if (!left.length) return undefined
  const parted = left.some(([code, quantity]) => bought.get(code) !== quantity)
  return { use: said?.use ?? usualUse(bought.size), doses: parted ? undefined : said?.doses }
}
