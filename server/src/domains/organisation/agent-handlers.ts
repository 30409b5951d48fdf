import { paths } from '@yibao/shared/agent/enrol.ts'
import { ticketSeconds } from '@yibao/shared/agent/ticket.ts'
import type { agent as calls } from '@yibao/shared/calls/agent.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import type { Handlers } from '../../mount.ts'
import { refuse } from '../../refuse.ts'
import { filePiece } from '../driver/given.ts'
import { signedAgent } from './agent-proof.ts'
import { enrol } from './enrolment.ts'
import { policyOf } from './policy.ts'
import { agent, store } from './tables.ts'

export const agentHandlers: Handlers<typeof calls> = {
  enroll: async (input, c) => policyOf(c.deps, await enrol(input, c, paths.enrol)),
  policy: async ({ agentId }, c) => policyOf(c.deps, await signedAgent(c, paths.policy, agentId)),
  heartbeat: async ({ agentId, version, drivers, printers }, c) => {
    const known = await signedAgent(c, paths.heartbeat, agentId)
    const seen = sql`${agent.state} || ${JSON.stringify({ drivers, printers })}::jsonb`
    await c.db.update(agent).set({ version, state: seen }).where(eq(agent.id, agentId))
    const { policy } = await policyOf(c.deps, known)
    return { policyVersion: policy.policyVersion }
  },
  driverFile: async ({ agentId, sha256, from }, c) => {
    const known = await signedAgent(c, paths.driverFile, agentId)
    return filePiece(c.deps, known.storeIds, sha256, from)
  },
  sessionTicket: async ({ agentId, origin, jkt }, { db, deps, me, now, services, storeId }) => {
    const [known] = await db.select().from(agent).where(eq(agent.id, agentId))
    if (!known) return refuse('agent.unknown')
    if (!known.storeIds.includes(storeId)) return refuse('agent.store')
    if (!deps.config.consoleOrigins.includes(origin)) return refuse('agent.origin')
    const [shop] = await db.select({ org: store.fixmedinsCode }).from(store).where(eq(store.id, storeId))
    const ticket = await services.tickets.session(me, {
      agentId,
      origin,
      jkt,
      org: shop?.org ?? refuse('store.missing'),
    })
    return { ticket, expiresAt: formatTime(new Date(now.getTime() + ticketSeconds * 1000)) }
  },
}
