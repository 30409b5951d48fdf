import { refuse } from '../../../base/refuse.ts'
import { leftFlags } from '../../order/moving.ts'
import { move } from '../../order/states.ts'
import { writeDuplicate } from '../../settlement/tell-duplicate.ts'
import { ask, personOf } from '../classify/ask.ts'
import { quoted } from '../classify/evidence.ts'
import { type Action, orderIn } from '../repair/repair.ts'
import { beforeOf, patchOrder } from '../repair/restore.ts'

/**
 * 标记为已冲正: the centre holds nothing of this order, so it leaves our book too. Asked once more: the list that lacked it may
 * have been made before the centre's night was over.
 */
export const markReversed: Action = async (repair) => {
  const { deps, by, storeRow } = repair
  const row = orderIn(repair)
  const ids = { setlId: row.setlId ?? '', mdtrtId: row.mdtrtId ?? '' }
  const answer = await ask(deps, storeRow, personOf(deps, row), ids)
  if (answer.kind === 'silent') {
    const why = answer.text ? quoted(answer.text) : '医保中心没有答复'
    return refuse('recon.state', {
      text: `${why}，不知道这笔结算还在不在，没有标记，请约 10 分钟后再标记；医保中心夜间维护的，次日上午再标记`,
    })
  }
  if (answer.kind === 'found')
    return refuse('recon.state', {
      text: '医保中心查到这笔结算，没有标记，请重新对明细；仍然如此的用「标记处理」写明原因',
    })
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
