import { fen, formatAmount } from '@yibao/shared/money.ts'
import { shown } from '../flow/amounts.ts'
import type { Order } from '../flow/model.ts'

type Split = NonNullable<Order['split']>

/** Funds that have no slot of their own: all but the pool and the medical aid. */
const otherFunds = ({ fundTotal, poolFund, medicalAid }: Split) =>
  shown(fen(fundTotal) - fen(poolFund) - fen(medicalAid))

interface Slot {
  id: string
  title: string
  of: (split: Split) => string
  inner?: true
}

const slots: readonly Slot[] = [
  { id: 'total', title: '费用总额', of: ({ total }) => formatAmount(total) },
  { id: 'poolFund', title: '统筹基金', of: ({ poolFund }) => formatAmount(poolFund) },
  { id: 'otherFund', title: '其他基金', of: otherFunds },
  { id: 'medicalAid', title: '医疗救助', of: ({ medicalAid }) => formatAmount(medicalAid) },
  { id: 'account', title: '个人账户', of: ({ account }) => formatAmount(account) },
  { id: 'familyAccount', title: '其中共济', of: ({ familyAccount }) => formatAmount(familyAccount), inner: true },
]

/**
 * The slots of R5. What an area does not have is left out, and stands there all the same as soon as it holds an amount, as of
 * somebody insured elsewhere: what is shown adds up.
 */
export const shownSlots = (split: Split | undefined, hidden: readonly string[] = []): Slot[] =>
  slots.filter(({ id, of }) => !hidden.includes(id) || (split && fen(of(split).replaceAll(',', '')) !== 0))
