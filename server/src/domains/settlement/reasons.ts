import { yuan } from '@yibao/shared/money.ts'
import type { Line, StoredSplit } from '../order/types.ts'

/** Why the person pays what he pays, as short sentences (ux R5); only what occurred. */
export const reasonsOf = (split: StoredSplit, lines: readonly Line[]): string[] => {
  const classC = lines.filter(({ itemClass, mapped }) => itemClass === '丙' && mapped)
  const all: [boolean, string][] = [
    [split.fullySelfPaid > 0, `${classC.length ? '丙类' : '目录外'}自费 ${yuan(split.fullySelfPaid)}`],
    [split.overLimit > 0, `超限价自费 ${yuan(split.overLimit)}`],
    [split.firstSelfPay > 0, `乙类先付 ${yuan(split.firstSelfPay)} 已计入`],
    [split.deductible > 0, `起付线 ${yuan(split.deductible)}`],
    [split.poolFund > 0, `统筹按 ${Math.round(Number(split.poolRatio) * 100)}% 支付 ${yuan(split.poolFund)}`],
    [split.familyAccount > 0, `家庭共济支付 ${yuan(split.familyAccount)}`],
    [split.cash > 0 && split.account > 0 && split.balance === 0, '账户余额不足，其余收现金'],
    [split.cash > 0 && split.account === 0 && split.fundTotal === 0, '没有个人账户支付，全部收现金'],
  ]
  return all.filter(([occurred]) => occurred).map(([, text]) => text)
}
