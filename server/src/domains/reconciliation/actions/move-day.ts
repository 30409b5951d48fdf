import { formatDay, formatTime, parseTime } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import { reversalNumberOf } from '../../book/rows.ts'
import { groupOf } from '../../order/group.ts'
import { ask } from '../classify/ask.ts'
import { outdate } from '../groups/groups.ts'
import { nearestIn } from '../groups/keys.ts'
import { type Action, orderIn, personIn } from '../repair/repair.ts'
import { patchOrder } from '../repair/restore.ts'

/**
 * 移到中心记账日: the time becomes the centre's by 5203, else the edge of the day whose statement has the row. Nothing
 * is sent that moves money; the other day must be reconciled again.
 */
export const moveDay: Action = async (repair) => {
  const { deps, storeRow, difference, by } = repair
  const row = orderIn(repair)
  const reversed = (difference.centre ?? difference.local)?.reversed ?? false
  const column = reversed ? 'reversedAt' : 'settledAt'
  const current = row[column]
  if (!current) return refuse('recon.state', { text: '本地没有这一笔的记账时间' })
  const setlId = reversed ? reversalNumberOf(row) : row.setlId
  const answer = setlId
    ? await ask(deps, storeRow, personIn(repair), { setlId, mdtrtId: row.mdtrtId ?? '' })
    : undefined
  const theirs = answer?.kind === 'found' ? answer.settlement.setlTime : ''
  const target = theirs ? parseTime(theirs) : nearestIn(difference.day, current)
  const days = [formatDay(current), formatDay(target)]
  if (days[0] === days[1]) return refuse('recon.state', { text: '医保中心没有答复记账日，没有移动' })
  const text = `跨日：${reversed ? '撤销' : '结算'}时间由 ${formatTime(current)} 改为 ${formatTime(target)}`
  const before = await patchOrder(deps.db, row, { [column]: target }, { at: deps.clock(), by, text })
  const key = groupOf(row)
  for (const day of days) if (day && day !== difference.day) await outdate(deps.db, storeRow.id, day, key)
  return { text, before }
}
