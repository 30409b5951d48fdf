import { refuse } from '../refusal.ts'
import { apply, balanceOf } from '../store/people.ts'
import { byMsgid, markReversed, markUndone, type Settlement } from '../store/settlements.ts'
import { freeFees, takeFees } from '../store/visits.ts'
import { dateTime } from '../time.ts'
import { type Call, type Handler, type Texts, textsOf } from './call.ts'

/** The transactions that 2601 may undo (domain 2.6). */
const undoable = ['2102', '2103', '2207', '2208', '2304', '2305', '2401']

/** What the centre says when it does not know the original. */
export const notFound = '原交易不存在'

const find = (call: Call, given: Texts): Settlement => {
  if (!undoable.includes(given.oinfno!)) return refuse(`【原交易编号 oinfno】${given.oinfno} 不支持冲正`)
  const row = byMsgid(call.store, given.omsgid!)
  if (!row || row.fixmedins_code !== call.institution.code) return refuse(notFound)
  if (row.infno !== given.oinfno) return refuse('【原交易编号 oinfno】与原交易不一致')
  if (row.psn_no !== given.psn_no) return refuse('【人员编号 psn_no】与原交易不一致')
  return row
}

/** 2601 冲正: gives the money back as if the original had never been; the same answer when it is asked again. */
export const undo: Handler = (call) =>
  call.store.transaction(() => {
    const row = find(call, textsOf(call, 'data'))
    if (row.undone) return {}
    if (row.reversed_by) return refuse('原交易已撤销，不能冲正')
    // A reversal's effect is stored as that of its settlement: undoing it applies the effect once more.
    apply(call.store, row.effect, row.refd === 1 ? 1 : -1)
    if (row.refd === 1) {
      markReversed(call.store, row.original, '')
      takeFees(call.store, row.original)
    } else freeFees(call.store, row.setl_id)
    const short = row.effect.accounts.some((one) => balanceOf(call.store, one.psnNo, one.insutype) < 0)
    if (short) return refuse('个人账户余额不足，不能冲正该撤销')
    markUndone(call.store, row.setl_id, dateTime(call.now))
    return {}
  })
