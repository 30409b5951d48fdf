import { rxState } from '@yibao/shared/entities/prescription.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Written } from '../../database/columns.ts'
import type { Database } from '../../database/open.ts'
import { keepFormer } from './former.ts'
import type { Rx, Taken } from './rows.ts'
import { prescription, prescriptionEvent, type RxState } from './tables.ts'

/** What people call a state. */
export const stateTitle = (state: RxState): string => choiceTitle(rxState, state)

/** Writes what happened to a prescription. */
export const noteRx = async (
  db: Database,
  id: string,
  at: Date,
  event: { move: string; text?: string; by: string },
) => {
  await db.insert(prescriptionEvent).values({ id: newId(at), prescriptionId: id, at, ...event })
}

interface RxMove {
  from: readonly RxState[]
  set: Written<Rx>
  /** For people: what is done, as a button says it. */
  move: string
  text?: string
  by: string
  /** What is written together with it. */
  also?: (tx: Database) => Promise<void>
}

/** Free, or the asker's own: somebody else who has taken it reviews it alone until his time is over. */
export const notOthers = ({ one: { takenBy }, taken }: Taken, userId: string): boolean => !taken || takenBy === userId

/** What somebody came too late with: a verdict is not named, it was none. */
const wantedBy = (move: string): string => (move === '修改' ? '保存' : move.includes('审') ? '审核' : move)

/**
 * Changes a prescription as it was read: from an allowed state and the same revision and holder, with its event, together.
 * Where verdicts on it end by that, they are kept with what they were given on.
 * Who comes second is told what it has become.
 */
export const moveRx = async (c: Context, one: Rx, { from, set, move, text = '', by, also }: RxMove): Promise<void> => {
  if (!from.includes(one.state)) refuse('rx.state', { state: stateTitle(one.state), action: move })
  const asRead = and(
    eq(prescription.id, one.id),
    inArray(prescription.state, [...from]),
    eq(prescription.state, one.state),
    eq(prescription.revision, one.revision),
    eq(prescription.takenBy, one.takenBy),
  )
  await c.db.transaction(async (tx) => {
    const moved = await tx
      .update(prescription)
      .set({ ...set, changedAt: c.now })
      .where(asRead)
      .returning({ id: prescription.id })
    if (!moved.length) refuse('rx.changed', { action: wantedBy(move) })
    await noteRx(tx, one.id, c.now, { move, text, by })
    if (one.reviews.length && Array.isArray(set.reviews) && !set.reviews.length) await keepFormer(c, tx, one)
    await also?.(tx)
  })
  tellRx(c, one)
}

/** The store's pages and counters look again. Ids only. */
export const tellRx = ({ services }: Pick<Context, 'services'>, { id, storeId }: Pick<Rx, 'id' | 'storeId'>): void =>
  services.live.publish(`store:${storeId}`, 'rx.changed', { rxId: id })
