import { and, eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Settlement } from '../../../centre/operations/settlement.ts'
import { lasting } from '../../../database/held.ts'
import type { Move } from '../../order/moves.ts'
import { move } from '../../order/states.ts'
import { intent, order } from '../../order/tables.ts'
import type { OrderState } from '../../order/types.ts'
import type { IntentRow, OrderRow } from '../../order/view.ts'
import { visit } from '../../order/visit-tables.ts'
import { bookedColumns } from '../../settlement/book.ts'
import { countedNow } from '../../settlement/counted.ts'
import { soldAgain, suspectedColumns } from '../../settlement/duplicates.ts'
import { claimIntent } from '../../settlement/recover/claim.ts'
import { nobody } from '../../settlement/reverse.ts'
import { type Owner, ownerOf } from '../classify/owner.ts'
import { nearestIn } from '../groups/keys.ts'
import { settlementIn } from '../repair/find-settlement.ts'
import { type Action, type Case, type Repair, type Repaired, unlessSettledAnew } from '../repair/repair.ts'
import { type Before, beforeOf } from '../repair/restore.ts'
import { backfillStranger } from './backfill-stranger.ts'

const back: Partial<Record<OrderState, Move>> = {
  drafted: 'backToVoided',
  presettled: 'backToPresettled',
  voided: 'backToVoided',
  reversed: 'backToReversed',
  unknown: 'backToUnknown',
}

/** The order's visit that a settlement is of: perhaps not the one it would be settled in now. */
const visitIn = async ({ deps }: Repair<Case>, row: OrderRow, { mdtrtId }: Settlement): Promise<string | null> => {
  const [found] = await deps.db
    .select({ id: visit.id })
    .from(visit)
    .where(and(eq(visit.orderId, row.id), eq(visit.mdtrtId, mdtrtId)))
  return found?.id ?? null
}

const patchOf = (repair: Repair<Case>, row: OrderRow, s: Settlement) => {
  const { patch } = bookedColumns(row, s, nearestIn(repair.difference.day, repair.deps.clock()))
  const none = { reversedBy: null, reversedAt: null, reversalSetlId: null, reversalMsgid: null, ...nobody }
  const flags = patch.flags.filter((flag) => flag !== 'lateBooking')
  return { ...patch, ...none, flags, msgid: repair.difference.msgid }
}

/**
 * Nobody else asks the centre about the order now: a 2601 of his would take back what is being booked. Answers the intent
 * as it must still be when it is written.
 */
const hold = async ({ deps }: Repair<Case>, sent: IntentRow): Promise<IntentRow> => {
  if (sent.outcome !== 'open' && sent.outcome !== 'unknown') return sent
  const claimed = await claimIntent(deps, sent.id)
  // Since it was read somebody asked again, and nobody knows with what end.
  return claimed?.intent.needsPerson ? claimed.intent : refuse('recon.locked')
}

const backfillOwn = async (
  repair: Repair<Case>,
  { order: row, intent: sent }: Owner,
  s: Settlement,
): Promise<Repaired> => {
  const { deps, by } = repair
  const at = deps.clock()
  const mine = sent && (await hold(repair, sent))
  const visitId = await visitIn(repair, row, s)
  const was: Before['intent'] = sent && {
    id: sent.id,
    was: {
      outcome: sent.outcome,
      undoneBy: sent.undoneBy,
      setlId: sent.setlId,
      needsPerson: sent.outcome === 'unknown',
    },
  }
  const write = () =>
    deps.db.transaction(async (tx) => {
      const counted = await countedNow(tx, row, s)
      if (mine) {
        const booked = {
          outcome: 'booked' as const,
          undoneBy: null,
          setlId: s.setlId,
          closedAt: lasting(deps, 0),
          needsPerson: false,
        }
        const { id, outcome, attempts } = mine
        const held = await tx
          .update(intent)
          .set(booked)
          .where(and(eq(intent.id, id), eq(intent.outcome, outcome), eq(intent.attempts, attempts)))
          .returning({ id: intent.id })
        if (!held.length) return refuse('recon.locked')
      }
      const [now] = await tx.select().from(order).where(eq(order.id, row.id)).for('update')
      if (!now) return refuse('recon.locked')
      const booked = { ...patchOf(repair, now, counted), visitId }
      const again = await soldAgain(tx, { ...now, total: booked.total }, sent?.sentAt ?? booked.settledAt)
      const patch = again ? { ...booked, ...suspectedColumns({ ...now, flags: booked.flags }, again) } : booked
      const text = `按医保中心的结算补录${again ? `，疑似与订单 ${again.orderNo} 重复` : ''}`
      const moved = await move(tx, row.id, 'backfilled', at, { by, text, patch })
      if (!moved) return refuse('recon.locked')
      return { text: `补录订单 ${row.orderNo}`, before: beforeOf(now, patch, back[now.state], was) }
    })
  return unlessSettledAnew(row, write)
}

/** Our order takes a settlement of the centre over; a stranger's becomes an order of its own. Refuses what was refunded. */
export const backfillFound = async (
  repair: Repair<Case>,
  s: Settlement & { refunded?: boolean; name?: string },
): Promise<Repaired> => {
  const { deps, storeRow, difference } = repair
  if (s.refunded) return refuse('recon.state', { text: '医保中心这笔结算已退费，不能补录' })
  const owner = await ownerOf(deps.db, storeRow.id, { msgid: difference.msgid, refunded: false })
  if (!owner) return backfillStranger(repair, s)
  const elsewhere = owner.order.setlId && owner.order.msgid !== difference.msgid
  return elsewhere ? refuse('recon.state', { text: '订单已以另一笔报文结算，不能补录' }) : backfillOwn(repair, owner, s)
}

/** 补录本地订单: looks for the centre's settlement first, which a statement names only by its message. */
export const backfill: Action<Case> = async (repair) => backfillFound(repair, await settlementIn(repair))
