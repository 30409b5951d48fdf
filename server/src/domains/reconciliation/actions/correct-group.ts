import { formatDay } from '@yibao/shared/time.ts'
import { refuse } from '../../../base/refuse.ts'
import { groupOf, keyText } from '../../order/group.ts'
import { ask } from '../classify/ask.ts'
import { outdate } from '../groups/groups.ts'
import { type Action, orderIn, personIn } from '../repair/repair.ts'
import { patchOrder } from '../repair/restore.ts'

/**
 * 按中心更正险种: insurance, clearing organisation and type as 5203 shows them. Refuses where they are ours: the statement says
 * otherwise, of a reversal perhaps, which has no group of its own here. Every day of the order must be reconciled again.
 */
export const correctGroup: Action = async (repair) => {
  const { deps, storeRow, difference, by } = repair
  const row = orderIn(repair)
  const ids = { setlId: row.setlId ?? '', mdtrtId: row.mdtrtId ?? '' }
  const answer = await ask(deps, storeRow, personIn(repair), ids)
  if (answer.kind === 'none') return refuse('centre.refused', { text: answer.text })
  if (answer.kind === 'silent') return refuse('centre.down')
  const { insurance, clrOptins, clrType } = answer.settlement
  const old = groupOf(row)
  const key = {
    insutype: insurance || old.insutype,
    clrOptins: clrOptins || old.clrOptins,
    clrType: clrType || old.clrType,
  }
  if (keyText(key) === keyText(old))
    return refuse('recon.state', { text: '医保中心查询到的险种和清算类别与本地一致，没有更正，请联系医保中心核实' })
  const text = `对账分组由 ${old.clrOptins} ${old.insutype} ${old.clrType} 改为 ${key.clrOptins} ${key.insutype} ${key.clrType}`
  const before = await patchOrder(deps.db, row, key, { at: deps.clock(), by, text })
  const days = [row.settledAt, row.reversedAt].flatMap((at) => (at ? [formatDay(at)] : []))
  for (const day of new Set([difference.day, ...days]))
    for (const one of [old, key]) await outdate(deps.db, storeRow.id, day, one)
  return { text, before }
}
