import type { DictionaryItem } from '../../centre/operations/dictionary.ts'
import type { Item } from './items.ts'

/** The code another one stands under; null at the top, where the centre names 0 or the table itself. */
export const parentOf = ({ type, parent }: Pick<DictionaryItem, 'type' | 'parent'>): string | null =>
  parent && parent !== type && parent !== '0' ? parent : null

/**
 * Every code of a type. Whether 1901 answers the top with all that stands below it no document says: where sub-codes are
 * known of and none came, they are asked for under each code of the top, and below under those that are known to have some.
 * `ask` answers what stands under a code, the top for none; `bare`: nothing is known to, and a refusal may say so.
 */
export const everyCode = async (
  known: readonly Pick<Item, 'code' | 'parent'>[],
  ask: (parent?: string, bare?: boolean) => Promise<DictionaryItem[]>,
): Promise<DictionaryItem[]> => {
  const top = await ask()
  const found = new Map(top.map((one) => [one.code, one]))
  const parents = new Set(known.flatMap(({ parent }) => parent ?? []))
  const below = new Set(known.flatMap(({ code, parent }) => (parent ? [code] : [])))
  const whole = top.some((one) => parentOf(one) || below.has(one.code))
  if (!parents.size || whole) return top
  const queue = top.map(({ code }) => code)
  for (const code of queue)
    for (const one of await ask(code, !parents.has(code))) {
      if (found.has(one.code)) continue
      found.set(one.code, { ...one, parent: parentOf(one) ?? code })
      if (parents.has(one.code)) queue.push(one.code)
    }
  return [...found.values()]
}
