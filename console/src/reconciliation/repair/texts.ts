import type { Difference } from './logic.ts'

/** Explanation of each class (ux 3). */
export const classTexts: Record<Difference['class'], string> = {
  centreOnlyKnown: '结算后没有收到医保中心的答复。药品已交付就补录本地订单，未交付就冲正这笔。',
  centreOnlyUnknown:
    '本店系统没有发出过这笔的记录，可能来自其他系统或旧库。请核对本店票据：是本店的选补录，补录先向医保中心查询明细；不是的选撤销。',
  localOnly: '医保中心查无此结算，本地状态没有跟上。',
  amounts: '两边金额不同，多为外地重算。以中心金额更新后，原值保留在日志。',
  oneSideReversed: '撤销请求发出后没有收到答复。再次确认撤销，中心答复「已撤销」即完成。',
  crossDay: '两边记在相邻的两天，金额一致。移到中心记账日即可。',
  duplicate:
    '同一笔购药在中心有两笔结算。冲正或撤销多出的一笔；中心不同意冲正的，用撤销。撤销后门店会收到退现金的消息。',
  group: '合计一致，险种或清算类别不同。按中心更正即可。',
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
