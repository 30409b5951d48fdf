import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { eq } from 'drizzle-orm'
import type { Handlers } from '../../../mount.ts'
import { refuse } from '../../../refuse.ts'
import { session } from '../../auth/tables.ts'
import { agent, enrolCode } from '../tables.ts'
import { agentRows } from './rows.ts'

/** 客户端监控: the enrolled agents and how they are (domain.md 8.2). */
export const clientMonitorHandlers: Handlers<typeof clientMonitor> = {
  paged: (filters, c) => agentRows.page(c, filters),
  unbind: async ({ agentId }, c) => {
    const [known] = (await agentRows.page(c, { agentId })).items
    if (!known) return refuse('not.found', { what: '这台客户端' })
    if (!known.manageable) return refuse('agent.shared')
    const { stores, machine, version, enrolledAt } = known
    c.keep({ target: machine, before: { stores, machine, version, enrolledAt } })
    await c.db.transaction(async (tx) => {
      await tx.delete(agent).where(eq(agent.id, agentId))
      // Its code would take it back in for 15 minutes; sessions bound to it would get tickets for it.
      await tx.delete(enrolCode).where(eq(enrolCode.usedBy, agentId))
      await tx
        .update(session)
        .set({ agentId: null, agentOrigin: null, agentKey: null })
        .where(eq(session.agentId, agentId))
    })
    return null
  },
}
