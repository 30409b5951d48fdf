import type { Envelope } from '@yibao/shared/envelope.ts'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { refuse } from '../base/refuse.ts'
import { databaseClock, lasting } from '../database/held.ts'
import { builtOnce, slot as slotOf } from '../database/slots.ts'
import type { Deps } from './context.ts'
import { idempotency } from './tables.ts'

export interface Slot {
  userId: string
  call: string
  key: string
  bodyHash: string
}

/**
 * A running call older than this belongs to a server that died before it committed anything (client timeout 300 s). What
 * is all done in our own database has its answer with it (`Context.keepAnswer`).
 */
const abandonedAfter = 310_000

const at = ({ userId, call, key }: Omit<Slot, 'bodyHash'>) =>
  and(eq(idempotency.userId, userId), eq(idempotency.call, call), eq(idempotency.key, key))

const taking = builtOnce((db) => {
  const { userId, call, key, bodyHash } = idempotency
  const row = {
    userId: slotOf(userId, 'userId'),
    call: slotOf(call, 'call'),
    key: slotOf(key, 'key'),
    bodyHash: slotOf(bodyHash, 'bodyHash'),
    startedAt: databaseClock(sql.placeholder('moved')),
  }
  const insert = db.insert(idempotency).values(row)
  return insert.onConflictDoNothing().returning({ key }).prepare('idempotency_claim')
})

/**
 * Takes the key, or gives the answer it already has. Refuses with 106001 while the same key runs elsewhere or when it
 * was used with another body; the client then asks for the outcome by Order/Get.
 */
export const claim = async (deps: Pick<Deps, 'db' | 'moved'>, slot: Slot): Promise<Envelope | undefined> => {
  const { db, moved } = deps
  const taken = await taking(db, '').execute({ ...slot, moved: moved() })
  if (taken.length) return undefined
  const [known] = await db.select().from(idempotency).where(at(slot))
  if (!known) return refuse('idempotency.busy')
  if (known.bodyHash !== slot.bodyHash) return refuse('idempotency.other')
  if (known.answer) return known.answer as unknown as Envelope
  const dead = and(lt(idempotency.startedAt, lasting(deps, -abandonedAfter)), isNull(idempotency.answer))
  const retaken = await db
    .update(idempotency)
    .set({ startedAt: lasting(deps, 0) })
    .where(and(at(slot), dead))
    .returning({ key: idempotency.key })
  return retaken.length ? undefined : refuse('idempotency.busy')
}

/**
 * Frees a key whose call ended without an answer: for whoever knows that nothing runs under it any more. An answer that was
 * written with what was done (`Context.keepAnswer`) stays, whatever the caller heard.
 */
export const forget = async ({ db }: Pick<Deps, 'db'>, slot: Omit<Slot, 'bodyHash'>): Promise<void> => {
  await db.delete(idempotency).where(and(at(slot), isNull(idempotency.answer)))
}
