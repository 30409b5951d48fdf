import type { InputOf } from '@yibao/shared/call.ts'
import type { agent as calls } from '@yibao/shared/calls/agent.ts'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { addressOf } from '../../centre/operations/sign.ts'
import { session } from '../auth/tables.ts'
import { settingsOf } from '../organisation/settings.ts'
import type { StoreRow } from '../organisation/store.ts'
import { agent } from '../organisation/tables.ts'

/** Which PC a sign-in names: a centre may take none that was not registered there (domain.md 1.6). */
type Machine = NonNullable<InputOf<typeof calls.heartbeat>['network']>

/** Who signs in: his session, and the address that he was heard from. */
export interface Clerk {
  sessionId: string
  ip: string
}

const network = sql<Machine | null>`${agent.state}->'network'`
const serves = (storeId: string) => sql`${agent.storeIds} @> ${JSON.stringify([storeId])}::jsonb`

/** The PC of the agent that this session's browser works with; every token of a session names it (Tickets.session). */
const ofSession = async ({ db }: Deps, storeId: string, id: string) => {
  const [row] = await db
    .select({ network })
    .from(session)
    .innerJoin(agent, eq(agent.id, session.agentId))
    .where(and(or(eq(session.id, id), eq(session.replaces, id)), serves(storeId)))
    .orderBy(desc(session.issuedAt), desc(session.id))
    .limit(1)
  return row?.network
}

/** Of the store's PCs that say who they are, the one that was heard of last. */
const lastSeen = async ({ db }: Deps, storeId: string) => {
  const [row] = await db
    .select({ network })
    .from(agent)
    .where(and(serves(storeId), sql`jsonb_typeof(${network}) = 'object'`))
    .orderBy(sql`${agent.lastSeenAt} desc nulls last`, agent.id)
    .limit(1)
  return row?.network
}

/** The MAC of a PC that nobody told of: 9001 has to have one (both editions), and says no more of it than 20 characters. */
export const noMac = '00-00-00-00-00-00'

/** The PC with what 医保配置 says over it: centres that register one fixed PC take no other. */
export const withSaid = (machine: Machine, said: Record<string, unknown>): Machine => ({
  mac: typeof said.signMac === 'string' && said.signMac ? said.signMac : machine.mac,
  ip: typeof said.signIp === 'string' && said.signIp ? said.signIp : machine.ip,
})

/**
 * What a sign-in of the store tells of its PC: what 医保配置 says, else what the clerk's own counter's agent told, or for the
 * system's sign-in the counter's that was heard of last. Where no agent told anything the MAC is zero, and the address the
 * one that the request came from.
 */
export const machineOf = async (deps: Deps, shop: StoreRow, clerk?: Clerk): Promise<Machine> => {
  const told = clerk ? await ofSession(deps, shop.id, clerk.sessionId) : await lastSeen(deps, shop.id)
  const unknown = { mac: noMac, ip: clerk?.ip ?? '127.0.0.1' }
  const { mac, ip } = withSaid(told ?? unknown, { ...(await settingsOf(deps.db, shop.areaCode, shop.id)) })
  return { mac, ip: addressOf(ip) }
}
