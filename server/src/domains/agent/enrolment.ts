import { randomBytes } from 'node:crypto'
import type { InputOf } from '@yibao/shared/call.ts'
import type { agent as calls } from '@yibao/shared/calls/agent.ts'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { sha256hex } from '../../base/hash.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { agent, enrolCode, store } from '../organisation/tables.ts'
import { agentIdOf, checkSignature, lastTime } from './agent-proof.ts'

/** A one-time code is valid for this long. */
export const enrolMinutes = 15

const hashOf = (code: string) => sha256hex(code.trim())

/** Lets one agent enrol for these stores with `code`, within 15 minutes; without stores, for all of them. */
export const allowEnrolment = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  code: string,
  storeIds?: string[],
): Promise<void> => {
  const all = async () => (await db.select({ id: store.id }).from(store)).map(({ id }) => id)
  const row = {
    storeIds: storeIds ?? (await all()),
    expiresAt: new Date(clock().getTime() + enrolMinutes * 60_000),
    usedBy: null,
  }
  await db
    .insert(enrolCode)
    .values({ codeHash: hashOf(code), ...row })
    .onConflictDoUpdate({ target: enrolCode.codeHash, set: row })
}

/** Makes a one-time code for these stores; kept as a hash, so it is shown now or never. */
export const newEnrolCode = async (deps: Pick<Deps, 'db' | 'clock'>, storeIds: string[]): Promise<string> => {
  const code = randomBytes(12).toString('base64url')
  await allowEnrolment(deps, code, storeIds)
  return code
}

/** Spends the code; the same agent may come again with it, because the first answer can have been lost. */
const spend = async ({ db, now }: Context, code: string, agentId: string): Promise<string[]> => {
  const [row] = await db
    .update(enrolCode)
    .set({ usedBy: agentId })
    .where(
      and(
        eq(enrolCode.codeHash, hashOf(code)),
        gt(enrolCode.expiresAt, now),
        or(isNull(enrolCode.usedBy), eq(enrolCode.usedBy, agentId)),
      ),
    )
    .returning({ storeIds: enrolCode.storeIds })
  return row?.storeIds ?? refuse('agent.enrol')
}

/** Takes an agent in: its request proves the key, the code says for which stores. */
export const enrol = async (
  { code, agentId, publicKey, machine, version }: InputOf<typeof calls.enroll>,
  c: Context,
  path: string,
): Promise<typeof agent.$inferSelect> => {
  const time = checkSignature(c, path, publicKey)
  if (agentIdOf(publicKey) !== agentId) return refuse('agent.request')
  const storeIds = await spend(c, code, agentId)
  c.on(machine.name, ...storeIds)
  const row = {
    publicKey,
    storeIds,
    machine: `${machine.name} (${machine.os} ${machine.arch})`,
    version,
    enrolledAt: c.now,
    lastSeenAt: c.now,
  }
  const seen = { [lastTime(path)]: time }
  // Over what stands there at that moment: a policy may have been issued to it since its request came.
  const state = sql`${agent.state} || ${JSON.stringify(seen)}::jsonb`
  const [enrolled] = await c.db
    .insert(agent)
    .values({ id: agentId, ...row, state: seen })
    .onConflictDoUpdate({ target: agent.id, set: { ...row, state } })
    .returning()
  return enrolled ?? refuse('agent.enrol')
}
