import { and, eq, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Message } from '../../centre/client.ts'
import { brokenIndex } from '../../database/broken-index.ts'
import { databaseClock } from '../../database/held.ts'
import type { Database } from '../../database/open.ts'
import { builtOnce, insertFrom, slot, statementName } from '../../database/slots.ts'
import { reload } from '../order/find.ts'
import type { PurchaseInfno, ReversalInfno } from '../order/infnos.ts'
import type { Moved } from '../order/moves.ts'
import { movingParts, movingValues, type PatchKey, patchKeys } from '../order/moving.ts'
import { intent, order } from '../order/tables.ts'
import type { OrderRow } from '../order/view.ts'
import { visit } from '../order/visit-tables.ts'
import { refuseStale, refuseState } from '../order/wrong-state.ts'
import type { FirstClaim } from './lease.ts'
import { basketOf } from './ready.ts'

const written = [
  ...(['msgid', 'infno', 'orderId', 'areaCode', 'companyId', 'storeId', 'userId', 'callName'] as const),
  ...([
    'idempotencyKey',
    'erpBill',
    'basketMark',
    'payload',
    'node',
    'sentTo',
    'sentPath',
    'sentAt',
    'createdAt',
  ] as const),
]

/** The split whose bytes leave: whoever wrote another basket into the order, or put it aside, has taken its key away. */
const ofSplit = eq(order.settleKey, slot(order.settleKey, 'splitKey'))

/** The visit whose batch the split is of, and that batch. */
interface Batch {
  visitId: string
  batch: string
}

const statementOf = builtOnce((db, key, name: 'settle' | 'reverse', keys: PatchKey[], inVisit: boolean) => {
  const guard = name === 'settle' ? ofSplit : undefined
  const when = inVisit ? sql`exists (select 1 from standing)` : undefined
  const { before, moved, event } = movingParts(db, name, keys, { ...(guard && { guard }), ...(when && { when }) })
  // Locked behind its order: whoever leaves the visit meanwhile, to end it at the centre, does so before this or behind it.
  const standing = db.$with('standing').as(
    db
      .select({ id: visit.id })
      .from(visit)
      .innerJoin(before, eq(before.orderKey, visit.orderId))
      .where(
        and(
          eq(visit.id, slot(visit.id, 'visitId')),
          eq(visit.batch, slot(visit.batch, 'batch')),
          eq(visit.state, 'open'),
        ),
      )
      .for('update', { of: visit }),
  )
  const slots = Object.fromEntries(written.map((column) => [column, slot(intent[column], `intent_${column}`)]))
  const leaseUntil = databaseClock(sql.placeholder('leaseMs'))
  const rows = insertFrom(intent, 'moved', { id: slot(intent.id, 'intentId'), ...slots, leaseUntil })
  const sent = db.$with('sent', {}).as(rows)
  const locked = inVisit ? [before, standing] : [before]
  const query = db
    .with(...locked, moved, event, sent)
    .select({ id: moved.id })
    .from(moved)
  return query.prepare(statementName('depart', key))
})

/**
 * What may be settled once in a store: an ERP's bill, or the kept lines of a partial return under the settlement they
 * were part of (an ERP's bill has none: it is returned in the ERP).
 */
const onceOf = ({ erpBill, basket }: OrderRow): string | null =>
  erpBill ?? (basket.replaces ? `part:${basket.replaces}` : null)

/** What a broken uniqueness means to the clerk (DESIGN 7: uniqueness lives in the table). */
const refuseDuplicate = (error: unknown, row: OrderRow): never => {
  const index = brokenIndex(error)
  if (index === 'intent_erp') return row.erpBill ? refuse('order.bill', { bill: row.erpBill }) : refuse('part.done')
  if (index === 'intent_twin') return refuse('order.open')
  if (index === 'order_rx') return refuse('rx.used', { number: row.basket.prescription?.number ?? '' })
  if (index) return refuse('order.busy')
  throw error
}

/** What it means to the clerk that the order is not any more as it was read. */
const refuseOvertaken = async (
  db: Database,
  { id, settleKey, visitId }: OrderRow,
  name: 'settle' | 'reverse',
): Promise<never> => {
  const now = await reload({ db }, id)
  const open = now.state === 'drafted' || now.state === 'presettled'
  // Still that split: what it was priced in is not there any more.
  if (open && name === 'settle' && visitId && now.settleKey === settleKey) return refuse('visit.gone')
  if (open && name === 'settle') return refuseStale(now)
  if (open || now.state === 'voided' || now.state === 'reversed')
    return refuseState(now, name === 'settle' ? '结算' : '撤销')
  return refuse('order.busy')
}

interface Departing {
  name: 'settle' | 'reverse'
  infno: PurchaseInfno | ReversalInfno
  message: Message
  /** What it settles, where that is a visit's. */
  batch?: Batch | undefined
  moved: Moved
  db?: Database
}

/**
 * The order moves and the intent with the exact bytes is written, in one statement: committed before anything leaves
 * (DESIGN 7). Refuses when somebody else was quicker.
 */
export const depart = async (
  c: Context,
  row: OrderRow,
  { name, infno, message, batch, moved, db = c.db }: Departing,
): Promise<FirstClaim> => {
  const { config, clock, moved: ms } = c.deps
  const now = clock()
  const own: FirstClaim = { id: newId(now), attempts: 0, until: new Date(now.getTime() + config.lease) }
  const keys = patchKeys(moved.patch)
  const centre = c.services.centre.of(row.areaCode)
  const values = {
    msgid: message.msgid,
    infno,
    orderId: row.id,
    areaCode: row.areaCode,
    companyId: row.companyId,
    storeId: row.storeId,
    userId: c.me.userId,
    callName: name === 'settle' ? 'settle' : 'cancel',
    idempotencyKey: c.idempotencyKey ?? newId(now),
    erpBill: name === 'settle' ? onceOf(row) : null,
    basketMark: name === 'settle' ? c.services.vault.mark(`${row.psnHash} ${basketOf(row.lines)}`) : null,
    payload: c.services.vault.seal(message.body),
    node: config.node,
    sentTo: centre.profile.baseUrl,
    sentPath: centre.pathOf(infno),
    sentAt: now,
    createdAt: now,
  }
  const slots = Object.fromEntries(written.map((column) => [`intent_${column}`, values[column]]))
  const inVisit = batch !== undefined
  const statement = statementOf(db, `${name} ${inVisit ? 'visit ' : ''}${keys.join()}`, name, keys, inVisit)
  const found = await statement
    .execute({
      ...movingValues(row.id, now, moved),
      ...slots,
      intentId: own.id,
      leaseMs: ms() + config.lease,
      splitKey: row.settleKey,
      ...batch,
    })
    .catch((error: unknown) => refuseDuplicate(error, row))
  return found.length ? own : refuseOvertaken(db, row, name)
}
