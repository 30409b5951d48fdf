import { refuse } from '../../../call/refuse.ts'
import { reload } from '../../order/find.ts'
import { reverse as sendReversal } from '../../settlement/reverse.ts'
import type { Action } from '../repair.ts'
import { backfill } from './backfill.ts'

/**
 * 撤销这笔: 2103 of a whole settlement. One that our book lacks is backfilled first: a reversal needs its settlement's
 * order, and its intent is committed before it leaves (DESIGN 7).
 */
export const reverse: Action = async (repair) => {
  const { deps, c } = repair
  if (!c) return refuse('recon.locked')
  const orderId = repair.order?.id ?? (await backfill(repair)).before?.orderId
  const row = await reload(deps, orderId ?? '')
  const after = await sendReversal(c, row, '对账：撤销多出的结算', 'system')
  return after.state === 'reversed' ? { text: '撤销成功' } : refuse('centre.unknown')
}
