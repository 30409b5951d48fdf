import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import type { Database } from '../../../database/open.ts'
import type { Move } from '../../order/moves.ts'
import { move, note } from '../../order/states.ts'
import { intent, order } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'

type Patch = Partial<typeof order.$inferInsert>
type IntentPatch = Partial<typeof intent.$inferInsert>

/** What a local repair replaced, as it is stored: enough to take it back. */
export interface Before {
  orderId: string
  /** The columns as they were, and as the repair left them: taking back needs them unchanged. */
  was: Record<string, unknown>
  now: Record<string, unknown>
  /** The move that leads back, when the repair changed the state. */
  move?: Move
  intent?: { id: string; was: Record<string, unknown> }
}

const columns = order as unknown as Record<string, { dataType?: string }>

const json = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

const pick = (row: OrderRow, patch: Patch): Record<string, unknown> =>
  Object.fromEntries(Object.keys(patch).map((name) => [name, json(row[name as keyof OrderRow])]))

const revive = <T>(values: Record<string, unknown>, table: Record<string, { dataType?: string }>): T =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      table[name]?.dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
    ]),
  ) as T

/** Notes what a patch replaces in an order. */
export const beforeOf = (row: OrderRow, patch: Patch, back?: Move, sent?: Before['intent']): Before => ({
  orderId: row.id,
  was: pick(row, patch),
  now: Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, json(value)])),
  move: back,
  intent: sent,
})

/** Changes columns of an order without a move, with the event that says why. */
export const patchOrder = async (
  db: Database,
  row: OrderRow,
  patch: Patch,
  { at, by, text }: { at: Date; by: string; text: string },
): Promise<Before> => {
  await db
    .update(order)
    .set({ ...patch, updatedAt: at })
    .where(eq(order.id, row.id))
  await note(db, row.id, at, { by, text })
  return beforeOf(row, patch)
}

// jsonb sorts keys by its own rule: the order of keys is no difference.
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** Puts an order back as it was before a local repair; refuses when anything the repair wrote has changed since. */
export const restore = async (db: Database, before: Before, { at, by }: { at: Date; by: string }): Promise<void> => {
  const [row] = await db.select().from(order).where(eq(order.id, before.orderId)).for('update')
  if (!row) return refuse('not.found', { what: '订单' })
  const untouched = Object.entries(before.now).every(
    ([name, value]) => canonical(json(row[name as keyof OrderRow])) === canonical(value),
  )
  if (!untouched) return refuse('recon.state', { text: '订单在处理之后又有变动，不能撤回' })
  const patch = revive<Patch>(before.was, columns)
  const text = '撤回对账处理'
  if (before.move) {
    const moved = await move(db, row.id, before.move, at, { by, text, patch })
    if (!moved) return refuse('recon.undo')
  } else {
    await db
      .update(order)
      .set({ ...patch, updatedAt: at })
      .where(eq(order.id, row.id))
    await note(db, row.id, at, { by, text })
  }
  if (before.intent) {
    const was = revive<IntentPatch>(before.intent.was, intent as unknown as Record<string, { dataType?: string }>)
    await db.update(intent).set(was).where(eq(intent.id, before.intent.id))
  }
}
