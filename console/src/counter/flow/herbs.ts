import { isHerb, usualUse } from '@yibao/shared/herbs.ts'
import { edited } from './customer.ts'
import type { Herbs, HerbsSaid, Item, Line } from './model.ts'
import type { Counter } from './state.ts'

// 中药饮片 of a basket: F8 asks once for all of them how they are used and how many doses they make. Who buys none is asked
// nothing.

/** The different herbs of these lines, by their own codes; of what the catalogue has not told yet nobody knows. */
export const herbKinds = (lines: readonly Pick<Line, 'item'>[]): string[] => [
  ...new Set(lines.flatMap(({ item }) => (isHerb(item.nationalCode) ? [item.ownCode] : []))),
]

/**
 * Some herb is in the basket that nobody was asked about: the word on another set of them is none on this one. What is kept
 * of a return was dispensed as it was sold, which the server knows.
 */
export const herbsUnsaid = ({ lines, herbs, part }: Counter): boolean =>
  !part && herbKinds(lines).some((code) => !herbs?.codes.includes(code))

/** What is said of goods that came with their word: of all of them, whatever the catalogue says that they are. */
export const saidWith = (herbs: Herbs | undefined, lines: readonly Line[]): HerbsSaid | undefined =>
  herbs && { ...herbs, codes: lines.map(({ item }) => item.ownCode) }

/** How many herbs a word that came with its goods was said of is known once the catalogue has told what they are. */
export const withKinds = (herbs: HerbsSaid | undefined, items: readonly Item[]): HerbsSaid | undefined => {
  const kinds = herbKinds(items.map((item) => ({ item }))).filter((code) => herbs?.codes.includes(code)).length
  return herbs && kinds && herbs.kinds === undefined ? { ...herbs, kinds } : herbs
}

/** The word on the herbs as they are now: what was said of several is not true of the one that is left of them. */
export const herbsOf = ({ lines, herbs }: Pick<Counter, 'lines' | 'herbs'>): Herbs | undefined => {
  if (!herbs) return undefined
  const kinds = herbKinds(lines).length
  const fewer = herbs.kinds !== undefined && kinds > 0 && kinds < herbs.kinds
  return { use: fewer && kinds === 1 ? usualUse(1) : herbs.use, doses: herbs.doses }
}

/** What the question begins with: the usual use of so many, and the doses that were said of another set. */
export const herbsToAsk = (state: Counter): Herbs => {
  const said = herbsUnsaid(state) ? undefined : herbsOf(state)
  return said ?? { use: usualUse(herbKinds(state.lines).length), doses: state.herbs?.doses }
}

/** With this word on its herbs: a split that was made under another one is stale. */
export const withHerbs = (state: Counter, { use, doses }: Herbs): Counter => {
  const before = herbsUnsaid(state) ? undefined : herbsOf(state)
  const codes = herbKinds(state.lines)
  const next = { ...state, herbs: { use, doses, codes, kinds: codes.length } }
  return before?.use === use && before.doses === doses ? next : edited(next, 'pre.chosen')
}
