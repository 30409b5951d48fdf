import { formatAmount, yuan } from '@yibao/shared/money.ts'
import type { Line, StoredSplit } from '../order/types.ts'

/** An amount inside a sentence, as people read it (ux 2.5). */
const said = (fen: number) => formatAmount(yuan(fen))

/** Why the person pays what he pays, as short sentences (ux R5); only what occurred. */
export const reasonsOf = (split: StoredSplit, lines: readonly Line[]): string[] => {
  const classC = lines.some(({ itemClass, mapped }) => itemClass === '丙' && mapped)
  const outside = lines.some(({ mapped }) => !mapped)
  const whose = classC && outside ? '丙类和目录外' : classC ? '丙类' : '目录外'
  const all: [boolean, string][] = [
    [split.fullySelfPaid > 0, `${whose}自费 ${said(split.fullySelfPaid)}`],
    [split.overLimit > 0, `超限价自费 ${said(split.overLimit)}`],
    [split.firstSelfPay > 0, `乙类先付 ${said(split.firstSelfPay)} 已计入`],
    [split.deductible > 0, `起付线 ${said(split.deductible)}`],
    [split.poolFund > 0, `统筹按 ${Math.round(Number(split.poolRatio) * 100)}% 支付 ${said(split.poolFund)}`],
    [split.familyAccount > 0, `家庭共济支付 ${said(split.familyAccount)}`],
    [split.cash > 0 && split.account > 0 && split.balance === 0, '账户余额不足，其余收现金'],
    [split.cash > 0 && split.account === 0 && split.fundTotal === 0, '没有个人账户支付，全部收现金'],
  ]
  return all.filter(([occurred]) => occurred).map(([, text]) => text)
}
