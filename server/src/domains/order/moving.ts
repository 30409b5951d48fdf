import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Database } from '../../database/open.ts'
import { insertFrom, slot } from '../../database/slots.ts'
import { purchaseList } from './infnos.ts'
import { ending, type Move, type Moved, moves, turning } from './moves.ts'
import { order, orderEvent } from './tables.ts'
import type { OrderFlag, OrderState } from './types.ts'

const columns = getTableColumns(order)
export type PatchKey = keyof typeof columns

/** The columns a patch changes: an undefined one is left as it is. */
export const patchKeys = (patch: Moved['patch'] = {}): PatchKey[] =>
  (Object.keys(patch) as PatchKey[]).filter((key) => patch[key] !== undefined).sort()

/** The values of the slots of `movingParts`. */
export const movingValues = (orderId: string, at: Date, { by, text = '', patch, draft }: Moved) => ({
  ...patch,
  ...(draft && { draftSeal: draft.identity, draftAt: draft.updatedAt }),
  orderId,
  at,
  eventId: newId(at),
  eventBy: by,
  eventText: text,
})

/** Of a move that belongs to one draft. */
export const draftGuard = and(
  eq(order.identity, slot(order.identity, 'draftSeal')),
  eq(order.updatedAt, slot(order.updatedAt, 'draftAt')),
  eq(order.parked, false),
)!

const lock = (db: Database, guard: SQL) =>
  db.$with('before').as(
    db
      .select({
        orderKey: sql<string>`${order.id}`.as('order_key'),
        was: sql<OrderState>`${order.state}`.as('was'),
      })
      .from(order)
      .where(and(eq(order.id, slot(order.id, 'orderId')), guard))
      .for('update'),
  )

/**
 * An order that counts again, because the centre has it after all, has its prescription back only where nobody else was
 * served on it meanwhile: the books follow the centre, whatever became of the paper.
 */
const regained = sql.raw(`case when exists (
  select 1 from purchase_order other where other.prescription_id = purchase_order.prescription_id
    and other.id <> purchase_order.id and other.state in ('settling','unknown','settled','reversing'))
  then null else purchase_order.prescription_id end`)

/** What was told of one settlement is not told of another one, whether or not anybody saw the order between the two. */
const soldBefore = sql`case when ${order.saleMark} = 'sold' and ${order.setlId} is distinct from ${slot(order.setlId, 'setlId')}
  then 'other' else ${order.saleMark} end`

/** Of a bill that was settled anew meanwhile: what the centre still has of the first one is there, and is no second bill. */
const unlessSettledAnew = sql.raw(`and not exists (select 1 from settlement_intent other
  where other.company_id = sent.company_id and other.store_id = sent.store_id and other.erp_bill = sent.erp_bill
    and other.infno in ${purchaseList} and other.outcome not in ('refused','undone','reversed'))`)

/**
 * What a settlement that stands no more does to its intent, and one that stands again: its ERP bill may be settled anew, or
 * is taken (`intent_erp`). Undefined for every other move.
 */
export const billPart = (db: Database, name: Move) => {
  const again = name === 'takenBack' || name === 'stillStands'
  const change = moves[name].to === 'reversed' ? ['booked', 'reversed'] : again ? ['reversed', 'booked'] : []
  const [was, now] = change
  if (!now) return undefined
  return db.$with('bill', {}).as(sql`
    update settlement_intent sent set outcome = ${sql.raw(`'${now}'`)} from moved
    where sent.order_id = moved.id and sent.infno in ${sql.raw(purchaseList)} and sent.outcome = ${sql.raw(`'${was}'`)}
      ${name === 'stillStands' ? unlessSettledAnew : sql``}`)
}

/** What is taken back is one too many no more, nobody looks for its bill, and it is not still to be taken back. */
const ofStanding: readonly OrderFlag[] = ['erpMissing', 'duplicate', 'reversedHere']

/** The flags that a reversal leaves to an order. */
export const leftFlags = (flags: readonly OrderFlag[]): OrderFlag[] =>
  flags.filter((flag) => !ofStanding.includes(flag))

const flagsLeft = sql.raw(`purchase_order.flags - array[${ofStanding.map((flag) => `'${flag}'`).join()}]`)

/** What a move makes of the number of times that an order's end became another one. */
const turnedBy = (name: Move): { turned?: SQL } => {
  if (turning.has(name)) return { turned: sql.raw('purchase_order.turned + 1') }
  return ending.has(name) ? { turned: sql.raw('purchase_order.turned + sign(purchase_order.turned)::int') } : {}
}

const visiting = (where: string, was: string, now: string, nextAt: SQL) => sql`
  update outpatient_visit visiting set state = ${sql.raw(`'${now}'`)}, next_at = ${nextAt}, attempts = 0, message = ''
  from moved where ${sql.raw(where)} and visiting.state in (${sql.raw(was)})`

/**
 * What becomes of an order's visit: one that nothing is sold in any more is ended at the centre (domains/visit), one whose
 * settlement stands again after all is not, and of those of an order that was put back nobody knows (visit/abandoned.ts).
 * Undefined for every move that says neither.
 */
export const visitPart = (db: Database, name: Move) => {
  const its = 'visiting.id = moved.visit_id'
  const part = (query: SQL) => db.$with('visiting', {}).as(query)
  // Put back: into whichever it was taken, and whatever it has now, the round judges all of them.
  if (name.startsWith('backTo')) return part(visiting('visiting.order_id = moved.id', "'used'", 'open', sql`null`))
  if (moves[name].to === 'reversed' || moves[name].to === 'voided')
    return part(visiting(its, "'open','used'", 'left', slot(order.updatedAt, 'at')))
  if (name === 'takenBack' || name === 'stillStands' || name === 'backfilled')
    return part(visiting(its, "'left'", 'open', sql`null`))
  return undefined
}

/**
 * The parts of the one statement that is a move: the order is locked, changed only where its state is an expected one,
 * and its event written from what was changed. The state is compared as it was locked: the statement's own snapshot may
 * be older. `guard` = what else must hold before the order is locked, e.g. that another part of the statement found its row,
 * `when` = what must hold behind that; `also` = columns that another part gives.
 */
export const movingParts = (
  db: Database,
  name: Move,
  keys: readonly PatchKey[],
  { guard = sql`true`, when, also = {} }: { guard?: SQL; when?: SQL; also?: Partial<Record<PatchKey, SQL>> } = {},
) => {
  const { from, to } = moves[name]
  const before = lock(db, guard)
  const again = name === 'takenBack' || name === 'stillStands' || name === 'backfilled'
  const back = again ? { prescriptionId: regained } : {}
  // What is no basket any more lies aside for nobody.
  const taken = name === 'void' || name === 'backfilled' ? { parked: false } : {}
  const sale = to === 'settled' && keys.includes('setlId') ? { saleMark: soldBefore } : {}
  const flags = to === 'reversed' && !keys.includes('flags') ? { flags: flagsLeft } : {}
  const changes = Object.fromEntries(keys.map((key) => [key, slot(columns[key], key)]))
  const moved = db.$with('moved').as(
    db
      .update(order)
      .set({
        ...changes,
        ...also,
        ...back,
        ...taken,
        ...sale,
        ...flags,
        ...turnedBy(name),
        state: to,
        updatedAt: slot(order.updatedAt, 'at'),
      })
      .from(before)
      .where(and(eq(order.id, before.orderKey), inArray(before.was, [...from]), when))
      .returning({ ...columns, was: before.was }),
  )
  const event = insertFrom(orderEvent, 'moved', {
    id: slot(orderEvent.id, 'eventId'),
    orderId: sql`id`,
    at: slot(orderEvent.at, 'at'),
    from: sql`was`,
    to: sql`${to}`,
    move: sql`${name}`,
    text: slot(orderEvent.text, 'eventText'),
    by: slot(orderEvent.by, 'eventBy'),
  })
  return { before, moved, event: db.$with('event', {}).as(event) }
}
