import { momentOf } from '../../base/ids.ts'
import type { order } from './tables.ts'

/** What is said of an order of which nobody knows whether its settlement left in what the database lost. */
export const pricedBeforeText =
  '数据库切换过主机或恢复过备份，这笔在那之前可能已在医保中心结算：先在「日对账」核对当天，已入账的补录，没有入账的作废'

/**
 * Whether an order was priced in another life of the database (`lifeBegan`) and stands with its key: what the one before
 * had heard last, a settlement under that very key too, is lost where a standby took over that was not in step. By the
 * life and no clock: what was priced a moment after it began is in no doubt. One that an earlier version priced goes by
 * when its key was made.
 */
export const pricedBefore = (
  { state, settleKey, basket }: Pick<typeof order.$inferSelect, 'state' | 'settleKey' | 'basket'>,
  began: Date,
): boolean => {
  if (state !== 'presettled' || !settleKey) return false
  return basket.era === undefined ? momentOf(settleKey) < began : basket.era !== began.getTime()
}
