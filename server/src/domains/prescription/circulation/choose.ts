import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { scaled } from '@yibao/shared/money.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { goodsBy } from '../goods.ts'
import { moveRx, notOthers } from '../moving.ts'
import { rxOf } from '../rows.ts'
import { shownRx } from '../shown.ts'
import type { RxState } from '../tables.ts'
import { limitFor } from './match.ts'

/** Before a pharmacist has said something: what he passes is what is sold. */
const open: readonly RxState[] = ['waiting', 'returned']

/**
 * Rx/Match: a person says which goods of the shop a line means; never more of them than it allows, where both can be counted.
 */
export const matchRx = async (
  { id, revision, no, ownCode, limit }: InputOf<typeof calls.match>,
  c: Context,
): Promise<ResultOf<typeof calls.match>> => {
  const { one, taken, shop } = await rxOf(c, id)
  const line = one.lines[no - 1] ?? refuse('rx.line', { n: no })
  if (one.source !== 'circulation') refuse('not.found', { what: '这张流转处方' })
  if (!notOthers({ one, taken }, c.me.userId)) refuse('rx.taken', { name: one.takenName })
  if (one.revision !== revision) refuse('rx.changed', { action: '选择本店商品' })
  const goods = (await goodsBy(c.db, shop, [ownCode])).get(ownCode)
  if (!goods || goods.stopped) return refuse('basket.item', { code: ownCode })
  const most = limitFor({ quantity: scaled(line.quantity, 4), unit: line.unit }, goods)
  if (most !== undefined && scaled(limit, 4) > scaled(most, 4))
    refuse('rx.limit', { name: goods.name, limit, most }, { fields: { limit: `最多 ${most}` } })
  const lines = one.lines.map((known, i) => (i === no - 1 ? { ...known, ownCode, limit } : known))
  const editors = [...new Set([...one.editors, c.me.userId])]
  const set = { lines, editors, revision: one.revision + 1, state: 'waiting' as const, reviews: [], reason: '' }
  const submitted = one.state === 'returned' ? { submittedAt: c.now } : {}
  const text = `第 ${no} 种 ${line.name} → ${goods.name} ${goods.spec}，最多 ${limit} ${goods.unit}`
  await moveRx(c, one, { from: open, set: { ...set, ...submitted }, move: '选择本店商品', text, by: c.me.name })
  return shownRx(c, id)
}
