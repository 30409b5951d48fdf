import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { refuse } from '../../../base/refuse.ts'
import { type Context, FileAnswer } from '../../../call/context.ts'
import type { Handlers } from '../../../call/mount.ts'
import { commandRows, giveCommand, wireCommand } from '../../agent-command/commands.ts'
import { agentCommand } from '../../agent-command/tables.ts'
import { session } from '../../auth/tables.ts'
import { agent, enrolCode } from '../../organisation/tables.ts'
import { registeredRows, unregister } from './registered.ts'
import { agentRows, summaryOf } from './rows.ts'

/** An agent that the asker sees: the call is on its machine and the stores it serves. */
const knownOf = async (c: Context, agentId: string) => {
  const known = (await agentRows.page(c, { agentId })).items[0] ?? refuse('not.found', { what: '这台客户端' })
  const [row] = await c.db.select({ storeIds: agent.storeIds }).from(agent).where(eq(agent.id, agentId))
  c.on(known.machine, ...(row?.storeIds ?? []))
  return known
}

/** Whoever helps one store must not restart another's counter: an agent is his when all its stores are. */
const manageableOf = async (c: Context, agentId: string) => {
  const known = await knownOf(c, agentId)
  return known.manageable ? known : refuse('agent.shared')
}

/** A command, to whoever may see its agent. */
const commandOf = async (c: Context, commandId: string) => {
  const [row] = await c.db.select().from(agentCommand).where(eq(agentCommand.id, commandId))
  if (!row) return refuse('not.found', { what: '这次操作' })
  await manageableOf(c, row.agentId)
  return row
}

/** 客户端监控: the enrolled agents and how they are (domain.md 8.2). */
export const clientMonitorHandlers: Handlers<typeof clientMonitor> = {
  paged: (filters, c) => agentRows.page(c, filters),
  summary: (_, c) => summaryOf(c),
  command: async ({ agentId, kind }, c) => {
    const known = await manageableOf(c, agentId)
    c.keep({ after: { stores: known.stores } })
    if (known.online !== 'online') return refuse('agent.offline')
    return { commandId: await giveCommand(c, agentId, kind) }
  },
  commands: async (input, c) => {
    await knownOf(c, input.agentId)
    return commandRows.page(c, input)
  },
  commandResult: async ({ commandId }, c) => {
    const row = await commandOf(c, commandId)
    return { ...wireCommand(row, c), text: row.text }
  },
  bundle: async ({ commandId }, c) => {
    const { agentId, doneAt, kind, text } = await commandOf(c, commandId)
    if (!doneAt || kind !== 'bundle') return refuse('not.found', { what: '诊断包' })
    return new FileAnswer(Buffer.from(text), `诊断包-${agentId}-${formatTime(doneAt).replace(/\D/g, '')}.json`)
  },
  unbind: async ({ agentId }, c) => {
    const known = await knownOf(c, agentId)
    if (!known.manageable) return refuse('agent.shared')
    const { stores, machine, version, enrolledAt } = known
    c.keep({ before: { stores, machine, version, enrolledAt } })
    await c.db.transaction(async (tx) => {
      await tx.delete(agent).where(eq(agent.id, agentId))
      await tx.delete(agentCommand).where(eq(agentCommand.agentId, agentId))
      // Its code would take it back in for 15 minutes; sessions bound to it would get tickets for it.
      await tx.delete(enrolCode).where(eq(enrolCode.usedBy, agentId))
      await tx
        .update(session)
        .set({ agentId: null, agentOrigin: null, agentKey: null })
        .where(eq(session.agentId, agentId))
    })
    // It asks anew and hears that nobody knows it.
    c.services.lines.wake(agentId)
    return null
  },
  registered: (filters, c) => registeredRows.page(c, filters),
  unregister,
}
