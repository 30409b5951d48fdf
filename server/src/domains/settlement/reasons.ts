import { isHerb } from '@yibao/shared/herbs.ts'
import { formatAmount, formatPercent, yuan } from '@yibao/shared/money.ts'
import type { Line, StoredBasket, StoredSplit } from '../order/types.ts'

/** An amount inside a sentence, as people read it (ux 2.5). */
const said = (fen: number) => formatAmount(yuan(fen))

/**
 * What each fund's limit leaves once it has paid (setldetail: crt_payb_lmt_amt is what there was before). For a purchase on a
 * registered disease: of the disease's own limit the standard tells no other number.
 */
const limitsLeft = ({ funds = [] }: StoredSplit): string[] =>
  funds
    .filter(({ limitBefore, amount }) => amount > 0 && limitBefore >= amount)
    .map(({ name, limitBefore, amount }) => `${name || '基金'}限额还剩 ${said(limitBefore - amount)}`)

/** Why the person pays what he pays, as short sentences (ux R5); only what occurred. */
export const reasonsOf = (
  split: StoredSplit,
  lines: readonly Line[],
  { diseaseCode, herbs }: Pick<StoredBasket, 'diseaseCode' | 'herbs'> = {},
): string[] => {
  const classC = lines.some(({ itemClass, mapped }) => itemClass === '丙' && mapped)
  const outside = lines.some(({ mapped }) => !mapped)
  // Of a herb the centre may pay nothing, though its class is one that it pays for: for how it is used (lmt_cpnd_type) only
  // where it is used alone.
  const herb = lines.some(
    ({ itemClass, mapped, nationalCode, inScope }) =>
      mapped && itemClass !== '丙' && isHerb(nationalCode) && inScope === 0,
  )
  const found = [
    classC && '丙类',
    outside && '目录外',
    herb && (herbs?.use === '2' ? '按使用方式不予支付的饮片' : '不予支付的饮片'),
  ].filter(Boolean)
  const whose = found.join('和') || '目录外'
  const ratio = split.poolFund > 0 ? formatPercent(split.poolRatio) : ''
  const all: [boolean, string][] = [
    [split.fullySelfPaid > 0, `${whose}自费 ${said(split.fullySelfPaid)}`],
    [split.overLimit > 0, `超限价自费 ${said(split.overLimit)}`],
    [split.firstSelfPay > 0, `乙类先付 ${said(split.firstSelfPay)} 已计入`],
    [split.deductible > 0, `起付线 ${said(split.deductible)}`],
    [split.poolFund > 0, `统筹按 ${ratio} 支付 ${said(split.poolFund)}`],
    [split.familyAccount > 0, `家庭共济支付 ${said(split.familyAccount)}`],
    [split.cash > 0 && split.account > 0 && split.balance === 0, '账户余额不足，其余收现金'],
    [split.cash > 0 && split.account === 0 && split.fundTotal === 0, '没有个人账户支付，全部收现金'],
  ]
  const told = all.filter(([occurred]) => occurred).map(([, text]) => text)
  return diseaseCode ? [...told, ...limitsLeft(split)] : told
}
