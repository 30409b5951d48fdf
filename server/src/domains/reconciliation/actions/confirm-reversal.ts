import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import { lasting } from '../../../database/held.ts'
import { move } from '../../order/states.ts'
import { intent } from '../../order/tables.ts'
import { reversedThere } from '../../settlement/recover/reversed-there.ts'
import { reversedColumns } from '../../settlement/reverse.ts'
import { writeDuplicate } from '../../settlement/tell-duplicate.ts'
import { ask } from '../classify/ask.ts'
import { type Owner, ownerOf } from '../classify/owner.ts'
import { nearestIn } from '../groups/keys.ts'
import { type Action, orderIn, personIn, type Repair, type Repaired } from '../repair/repair.ts'
import { reverseTaken, standAgain } from './stand-again.ts'

/** Books a reversal that the statement of `difference.day` shows: on that day, as near as we can tell. */
const bookShown = async (repair: Repair, { order: row, intent: sent }: Owner): Promise<void> => {
  const { deps, difference, by } = repair
  const at = deps.clock()
  const reversedAt = nearestIn(difference.day, sent?.sentAt ?? at)
  const patch = { ...reversedColumns(deps, undefined), reversedAt, reversalMsgid: difference.msgid }
  const name = row.state === 'settled' ? 'foundReversed' : 'reversed'
  const told = await deps.db.transaction(async (tx) => {
    if (sent)
      await tx
        .update(intent)
        .set({ outcome: 'booked', closedAt: lasting(deps, 0), lastError: null })
        .where(eq(intent.id, sent.id))
    const moved = await move(tx, row.id, name, at, { by, text: '对账文件中有这笔撤销', patch })
    if (!moved) return refuse('recon.locked')
    return writeDuplicate({ ...deps, db: tx }, row, 'reversed')
  })
  told()
}

/** What the statement alone proves: our own 2103 is booked at the centre. Nothing is sent; absent = it proves nothing. */
export const confirmShown = async (repair: Repair): Promise<Repaired | undefined> => {
  const { deps, storeRow, difference } = repair
  if (!difference.centre?.reversed) return undefined
  const owner = await ownerOf(deps.db, storeRow.id, { msgid: difference.msgid, refunded: true })
  if (!owner) return undefined
  if (owner.order.state === 'reversed') return { text: '两边都已撤销' }
  await bookShown(repair, owner)
  return { text: '中心已撤销，本地已更新，没有再次发送' }
}

/**
 * 再次确认撤销: 5203 first. Already reversed there: only our book follows. Not reversed: 2103 again, whose 'already
 * reversed' is done (DESIGN 7).
 */
export const confirmReversal: Action = async (repair) => {
  const { deps, c, storeRow, by, difference } = repair
  const shown = await confirmShown(repair)
  if (shown) return shown
  const row = orderIn(repair)
  const ids = { setlId: row.setlId ?? '', mdtrtId: row.mdtrtId ?? '' }
  const answer = await ask(deps, storeRow, personIn(repair), ids)
  if (answer.kind === 'none') return refuse('centre.refused', { text: answer.text })
  if (answer.kind === 'silent') return refuse('centre.down')
  const at = deps.clock()
  const there = (await reversedThere(deps, storeRow, personIn(repair), answer.settlement)) ?? refuse('centre.down')
  if (there.reversed) {
    if (row.state === 'reversed') return { text: '两边都已撤销' }
    const reversedAt = nearestIn(difference.day, at)
    const patch = { ...reversedColumns(deps, undefined), reversedAt, reversalMsgid: difference.msgid }
    const told = await deps.db.transaction(async (tx) => {
      const moved = await move(tx, row.id, 'foundReversed', at, { by, text: '医保中心已退费', patch })
      return moved ? writeDuplicate({ ...deps, db: tx }, row, 'reversed') : refuse('recon.locked')
    })
    told()
    return { text: '中心已撤销，本地已更新' }
  }
  if (!c) return refuse('recon.locked')
  // The centre's book says settled: ours must say so before it can be reversed again.
  const taken = row.state === 'reversed' ? await standAgain(repair, row) : { orderId: row.id }
  const after = await reverseTaken(c, repair, taken, '对账：再次确认撤销')
  return after.state === 'reversed' ? { text: '撤销成功' } : refuse('centre.unknown')
}
