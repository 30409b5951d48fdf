import { type Fen, formatPercent } from '@yibao/shared/money.ts'
import type { SlipModel, SlipSplit } from './model.ts'
import { amountText, signed } from './text.ts'

export type SplitKey = Exclude<keyof SlipSplit, 'poolRatio'>

interface Row {
  key: SplitKey
  label: string
  /** Printed when zero too. */
  always?: true
  /** total | own = what makes up the total | fund | sum | paid | balance: layouts choose by it. */
  part: 'total' | 'own' | 'fund' | 'sum' | 'paid' | 'balance'
}

/** The order of the split on every layout (ux.md 6; 企业补充 and 个人负担 from domain.md 4.2 and 9.1). */
const table: readonly Row[] = [
  { key: 'total', label: '费用总额', part: 'total', always: true },
  { key: 'fullySelfPaid', label: '全自费', part: 'own' },
  { key: 'overLimit', label: '超限价自费', part: 'own' },
  { key: 'firstSelfPay', label: '先行自付', part: 'own' },
  { key: 'inScope', label: '符合范围', part: 'own' },
  { key: 'deductible', label: '起付线', part: 'own' },
  { key: 'poolFund', label: '统筹支付', part: 'fund' },
  { key: 'civilServant', label: '公务员补助', part: 'fund' },
  { key: 'enterprise', label: '企业补充', part: 'fund' },
  { key: 'largeAmount', label: '大额补助', part: 'fund' },
  { key: 'seriousIllness', label: '居民大病', part: 'fund' },
  { key: 'medicalAid', label: '医疗救助', part: 'fund' },
  { key: 'otherFund', label: '其他基金', part: 'fund' },
  { key: 'fundTotal', label: '基金合计', part: 'sum' },
  { key: 'personPart', label: '个人负担', part: 'sum' },
  { key: 'hospitalPart', label: '医院负担', part: 'sum' },
  { key: 'account', label: '个人账户支付', part: 'paid', always: true },
  { key: 'familyAccount', label: '其中共济', part: 'paid' },
  { key: 'cash', label: '现金支付', part: 'paid', always: true },
  { key: 'balance', label: '结算后余额', part: 'balance', always: true },
]

export interface SplitRow extends Row {
  value: Fen
  /** Ready to print, with the sign of the slip. */
  amount: string
}

const labelOf = ({ key, label }: Row, { kind, split }: SlipModel): string => {
  if (key === 'poolFund' && Number(split.poolRatio)) return `${label}(${formatPercent(split.poolRatio)})`
  return kind === 'reversal' && key === 'balance' ? '撤销后余额' : label
}

/** The account after what the slip is about, where it is known. */
export const balanceAfter = ({ kind, split, balanceReversed }: SlipModel): Fen | undefined =>
  kind === 'reversal' ? balanceReversed : split.balance

/**
 * The rows that occurred, in order; a balance is a state: it keeps its sign on a reversal, and is another one. What the
 * centre calls cash keeps its name there (ux 6): it may have been paid by phone and then goes back that way.
 */
export const splitRows = (model: SlipModel): SplitRow[] =>
  table
    .filter((row) => (row.key === 'balance' ? balanceAfter(model) !== undefined : row.always || model.split[row.key]))
    .map((row) => {
      const value = row.key === 'balance' ? balanceAfter(model)! : (model.split[row.key] ?? 0)
      const amount = row.key === 'balance' ? amountText(value) : signed(model, value)
      return { ...row, label: labelOf(row, model), value, amount }
    })
