import { and, eq } from 'drizzle-orm'
import type { Message, NotSent } from '../../centre/client.ts'
import type { Context, Deps } from '../../context.ts'
import type { Database } from '../../database/open.ts'
import { newId } from '../../ids.ts'
import { refuse } from '../../refuse.ts'
import { refuseOutcome } from './outcome.ts'
import { intent } from './tables.ts'
import type { IntentRow, OrderRow } from './view.ts'

/** The name of the unique index a failed insert ran into; undefined for any other error. Both drivers put it differently. */
export const brokenIndex = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint, message } = cause as Error & { code?: string; constraint?: string }
    if (code === '23505') return constraint ?? /"(\w+)"/.exec(message)?.[1]
  }
  return undefined
}

/** The message, or the refusal a clerk reads when our own check held it back. */
export const messageOrRefuse = (built: Message | NotSent): Message =>
  built.kind === 'message' ? built : refuseOutcome(built)

/** Writes the intent of a money message inside the transaction that moves its order: committed before anything leaves. */
export const insertIntent = async (
  tx: Database,
  c: Context,
  row: OrderRow,
  { infno, callName, message }: { infno: '2102' | '2103'; callName: string; message: Message },
): Promise<IntentRow> => {
  const { config, clock } = c.deps
  const now = clock()
  const [written] = await tx
    .insert(intent)
    .values({
      id: newId(now),
      msgid: message.msgid,
      infno,
      orderId: row.id,
      areaCode: row.areaCode,
      companyId: row.companyId,
      storeId: row.storeId,
      userId: c.me.userId,
      callName,
      idempotencyKey: c.idempotencyKey ?? newId(now),
      erpBill: infno === '2102' ? row.erpBill : null,
      payload: c.services.vault.seal(message.body),
      node: config.node,
      leaseUntil: new Date(now.getTime() + config.lease),
      sentAt: now,
      createdAt: now,
    })
    .returning()
  return written!
}

/** What a broken uniqueness means to the clerk (DESIGN 7: uniqueness lives in the table). */
export const refuseDuplicate = (error: unknown, row: OrderRow): never => {
  const index = brokenIndex(error)
  if (index === 'intent_erp') return refuse('order.bill', { bill: row.erpBill ?? '' })
  if (index) return refuse('order.busy')
  throw error
}

/** Hands an intent of this node to recovery: its fate is unknown. False when recovery had taken it already. */
export const giveToRecovery = async ({ db, clock, config }: Deps, row: IntentRow, detail: string): Promise<boolean> => {
  const now = clock()
  const given = await db
    .update(intent)
    .set({ outcome: 'unknown', closedAt: now, leaseUntil: now, nextAttemptAt: now, lastError: detail })
    .where(and(eq(intent.id, row.id), eq(intent.outcome, 'open'), eq(intent.node, config.node)))
    .returning({ id: intent.id })
  return given.length > 0
}

/** Ends an intent of this node that definitely did nothing. False when recovery had taken it already. */
export const closeRefused = async (tx: Database, { config, clock }: Deps, row: IntentRow): Promise<boolean> => {
  const closed = await tx
    .update(intent)
    .set({ outcome: 'refused', closedAt: clock() })
    .where(and(eq(intent.id, row.id), eq(intent.outcome, 'open'), eq(intent.node, config.node)))
    .returning({ id: intent.id })
  return closed.length > 0
}
