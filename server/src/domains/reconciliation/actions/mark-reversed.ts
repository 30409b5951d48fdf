import { refuse } from '../../../base/refuse.ts'
import { leftFlags } from '../../order/moving.ts'
import { move } from '../../order/states.ts'
import { writeDuplicate } from '../../settlement/tell-duplicate.ts'
import { type Action, orderIn } from '../repair.ts'
import { beforeOf, patchOrder } from '../restore.ts'

/** 标记为已冲正: the centre holds nothing of this order, so it leaves our book too. */
export const markReversed: Action = async (repair) => {
  const { deps, by } = repair
  const row = orderIn(repair)
  const at = deps.clock()
  const text = '医保中心没有这笔结算，本地标记为已冲正'
  const patch = { reversedBy: '2601' as const, reversedAt: at }
  if (row.state === 'reversed') return { text, before: await patchOrder(deps.db, row, patch, { at, by, text }) }
  if (row.state !== 'settled') return refuse('recon.state', { text: '订单不是已结算，不能标记' })
  // What the move takes away of them comes back with the order.
  const whole = { ...patch, flags: leftFlags(row.flags) }
  const told = await deps.db.transaction(async (tx) => {
    const moved = await move(tx, row.id, 'undoneLater', at, { by, text, patch: whole })
    return moved ? writeDuplicate({ ...deps, db: tx }, row, 'reversed') : refuse('recon.locked')
  })
  told()
  return { text, before: beforeOf(row, whole, 'takenBack') }
}
