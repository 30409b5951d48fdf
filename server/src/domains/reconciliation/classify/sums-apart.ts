import { yuan } from '@yibao/shared/money.ts'
import type { DifferenceRow, GroupRow } from '../groups/groups.ts'
import type { Finding } from './finding.ts'

/**
 * What is unequal in a group of a day whose rows all agree: the centre's own sum. 3201 answers a verdict and a text of its
 * own, no figures (domain.md 5.2), so the centre's side is its words.
 */
export const sumsApart = ({ count, total, fund, account, cash, centreResult, centreText }: GroupRow): Finding => ({
  class: 'totals',
  msgid: '',
  psnNo: '',
  maskedName: '',
  local: { setlId: '', mdtrtId: '', total, fund, account, cash, reversed: false },
  evidence: [
    `本地 ${count} 笔：总额 ${yuan(total)}，基金 ${yuan(fund)}，账户 ${yuan(account)}，现金 ${yuan(cash)}`,
    `医保中心答复「${centreResult ?? '不平'}」${centreText ? centreText.replace(/^医保中心/, '') : '，没有给出合计'}`,
    '对明细没有差异：每一笔结算两边一致，不一致的是中心的合计',
  ],
  proposal: null,
})

/** Whether a person has marked these very sums: others, of either book, are another difference. */
export const isMarkedSum = (marked: Pick<DifferenceRow, 'class' | 'evidence'>, { evidence }: Finding): boolean =>
  marked.class === 'totals' && marked.evidence.join('\n') === evidence.join('\n')
