import { formatAmount } from '@yibao/shared/money.ts'
import type { Difference } from './logic.ts'

/** Explanation of each class (ux 3). */
export const classTexts: Record<Difference['class'], string> = {
  centreOnlyKnown: '结算后没有收到医保中心的答复。药品已交付就补录本地订单，未交付就冲正这笔。',
  centreOnlyUnknown:
    '本店系统没有发出过这笔的记录，可能来自其他系统或旧库。先查询中心明细，再核对本店票据：是本店的选补录，不是的选撤销或冲正。',
  localOnly: '医保中心查无此结算，本地状态没有跟上。',
  amounts: '两边金额不同，多为外地重算。以中心金额更新后，原值保留在日志。',
  oneSideReversed: '撤销请求发出后没有收到答复。再次确认撤销，中心答复「已撤销」即完成。',
  crossDay: '两边记在相邻的两天，金额一致。移到中心记账日即可。',
  duplicate:
    '同一笔购药在中心有两笔结算。冲正或撤销多出的一笔；中心不同意冲正的，用撤销。撤销后门店会收到退现金的消息。',
  group: '合计一致，险种或清算类别不同。按中心更正即可。',
  // All rows agree and the sums do not: so it looks where an area counts refunds otherwise (domain.md 5.2).
  totals:
    '每一笔结算两边一致，只有合计不平。先核对「医保配置」的退费计数方式，再按「对总账」重新核对。仍不平的，请医保中心核对其合计，然后按「标记处理」写明原因。',
}

/** What a repair will do, before it is done. */
export const effectTexts: Record<NonNullable<Difference['proposal']>, string> = {
  backfill: '新增本地订单，金额取医保中心，状态变为已结算',
  undo: '向医保中心冲正这笔（2601），不能撤回',
  reverse: '向医保中心撤销这笔（2103 或 2208），不能撤回；门店需退现金',
  markReversed: '本地订单改为已冲正，金额归零，24 小时内可撤回',
  takeCentre: '本地金额改为医保中心的金额，24 小时内可撤回',
  confirmReversal: '再次向医保中心确认撤销，不能撤回',
  moveDay: '本地这笔移到中心记账日，24 小时内可撤回',
  correctGroup: '本地这笔改为中心的险种，24 小时内可撤回',
  mark: '只记录说明，仍计入当月差异',
}

type Side = NonNullable<Difference['local']>

const parts = [
  ['total', '总额'],
  ['fund', '基金'],
  ['pool', '统筹'],
  ['account', '账户'],
  ['cash', '现金'],
] as const

/** What both sides tell and tell otherwise: 账户 60.00. */
const amountsOf = (side: Side, other: Side): string =>
  parts
    .filter(([key]) => side[key] !== undefined && other[key] !== undefined && side[key] !== other[key])
    .map(([key, title]) => `${title} ${formatAmount(side[key])}`)
    .join('，') || '金额不变'

/** 险种本地 310 / 中心 390, as the evidence has it. */
const grouped = /^(.*?) ?本地 (.+) \/ 中心 (.+)$/

const changes: Record<NonNullable<Difference['proposal']>, (row: Difference) => [string, string]> = {
  backfill: () => ['本地没有', '本地已结算，金额取中心'],
  undo: () => ['中心已记账', '中心已冲正'],
  reverse: () => ['中心已结算', '中心已撤销'],
  markReversed: ({ local }) => [`本地 ${formatAmount(local?.total) || '--'}`, '已冲正 0.00'],
  takeCentre: ({ local, centre }) =>
    local && centre ? [amountsOf(local, centre), amountsOf(centre, local)] : ['本地金额', '中心金额'],
  confirmReversal: ({ local }) => [local?.reversed ? '本地已撤销，中心没有' : '中心已撤销，本地没有', '两边已撤销'],
  moveDay: ({ at, day }) => [`记在 ${at?.slice(0, 10) ?? '--'}`, `记在 ${day}`],
  correctGroup: ({ evidence }) => {
    const [, what, ours, theirs] = evidence.map((one) => grouped.exec(one)).find(Boolean) ?? []
    return what === undefined ? ['本地分组', '中心分组'] : [`${what} ${ours}`, `${what} ${theirs}`]
  },
  mark: () => ['未处理', '已标记'],
}

/** One difference before and after a repair, for the preview of several (ux 3). */
export const changeOf = (row: Difference, action: NonNullable<Difference['proposal']>) => {
  const [before, after] = changes[action](row)
  return { before, after }
}
