import { newId } from '../../base/ids.ts'
import type { Database } from '../../database/open.ts'
import { builtOnce, statementName } from '../../database/slots.ts'
import type { Move, Moved } from './moves.ts'
import { billPart, draftGuard, movingParts, movingValues, type PatchKey, patchKeys, visitPart } from './moving.ts'
import { type order, orderEvent } from './tables.ts'
import type { OrderFlag, OrderState } from './types.ts'

const statementOf = builtOnce((db, key, name: Move, keys: PatchKey[], ofDraft: boolean) => {
  const { before, moved, event } = movingParts(db, name, keys, ofDraft ? { guard: draftGuard } : {})
  const beside = [billPart(db, name), visitPart(db, name)].flatMap((part) => part ?? [])
  return db
    .with(before, moved, event, ...beside)
    .select()
    .from(moved)
    .prepare(statementName('move', key))
})

/**
 * Makes a move: the state changes only from an allowed state, and the event is written with it, in one statement.
 * Answers the order, or undefined when it was in no allowed state, or is another draft: somebody else was quicker.
 */
export const move = async (
  db: Database,
  orderId: string,
  name: Move,
  at: Date,
  moved: Moved,
): Promise<typeof order.$inferSelect | undefined> => {
  const keys = patchKeys(moved.patch)
  const ofDraft = moved.draft !== undefined
  const statement = statementOf(db, `${name} ${ofDraft ? 'draft ' : ''}${keys.join()}`, name, keys, ofDraft)
  const [found] = await statement.execute(movingValues(orderId, at, moved))
  if (!found) return undefined
  const { was: _, ...row } = found
  return row
}

/** Writes an event that is no move: an attempt, a flag, a look-up. */
export const note = async (
  db: Database,
  orderId: string,
  at: Date,
  event: { by: string; text: string; from?: string; to?: string; move?: Move | 'note' },
): Promise<void> => {
  const { by, text, from, to, move: name = 'note' } = event
  await db.insert(orderEvent).values({ id: newId(at), orderId, at, from, to, move: name, text, by })
}

/** orderStatus as people see it (domain.md 8.0, DESIGN 7). */
export const statusOf = ({
  state,
  reversedBy,
  flags,
}: {
  state: OrderState
  reversedBy: string | null
  flags: OrderFlag[]
}) => {
  if (state === 'settled') return flags.length ? '6' : '2'
  if (state === 'reversed') return reversedBy === '2601' ? '5' : '3'
  return ({ drafted: '0', presettled: '1', settling: '4', reversing: '4', unknown: '4', voided: '7' } as const)[state]
}

/** The states of a shown status, for filters. */
export const statesOf = (status: string): OrderState[] =>
  (
    ({
      0: ['drafted'],
      1: ['presettled'],
      2: ['settled'],
      3: ['reversed'],
      4: ['settling', 'reversing', 'unknown'],
      5: ['reversed'],
      6: ['settled'],
      7: ['voided'],
    }) as Record<string, OrderState[]>
  )[status] ?? []
