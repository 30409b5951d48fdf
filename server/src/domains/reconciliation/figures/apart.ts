import { type FigureName, figureTitles } from '@yibao/shared/entities/figures.ts'
import { yuan } from '@yibao/shared/money.ts'
import type { Figures } from '../../../centre/operations/figures.ts'

export type Amounts = Omit<Figures, 'count'>

export const amountNames = ['total', 'pool', 'aid', 'account', 'cash'] as const
const names = ['count', ...amountNames] as const

/**
 * The figures by which two sides are apart: money by more than the area's tolerance (fen), the number of settlements by
 * any.
 */
export const apart = (ours: Figures, theirs: Figures, tolerance: number): FigureName[] =>
  names.filter((name) => Math.abs(ours[name] - theirs[name]) > (name === 'count' ? 0 : tolerance))

/** The same of one settlement, which counts as one. */
export const amountsApart = (ours: Amounts, theirs: Amounts, tolerance: number): FigureName[] =>
  apart({ ...ours, count: 0 }, { ...theirs, count: 0 }, tolerance)

/** Local − centre. */
export const gapOf = <T extends Partial<Figures>>(ours: T, theirs: T): T =>
  Object.fromEntries(
    names.filter((name) => name in ours).map((name) => [name, (ours[name] ?? 0) - (theirs[name] ?? 0)]),
  ) as T

/** What is apart, for people: 医疗总费用 本地 10.00 / 中心 12.00. */
export const apartText = (ours: Figures, theirs: Figures, by: readonly FigureName[]): string =>
  by
    .map((name) => {
      const text = (amount: number) => (name === 'count' ? String(amount) : yuan(amount))
      return `${figureTitles[name]} 本地 ${text(ours[name])} / 中心 ${text(theirs[name])}`
    })
    .join('，')

/** Amounts for the wire: yuan. */
export const wireAmounts = ({ total, pool, aid, account, cash }: Amounts) => ({
  ...{ total: yuan(total), pool: yuan(pool), aid: yuan(aid), account: yuan(account), cash: yuan(cash) },
})

/** Sums for the wire. */
export const wireFigures = (figures: Figures) => ({ count: figures.count, ...wireAmounts(figures) })
