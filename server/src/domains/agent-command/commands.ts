import type { AgentCommand, CommandKind, DriverTestArgs } from '@yibao/shared/agent/cloud.ts'
import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { commandRow } from '@yibao/shared/entities/client-monitor.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
import { rowsOf } from '../../database/rows.ts'
import { agent } from '../organisation/tables.ts'
import { agentCommand } from './tables.ts'

type Stored = typeof agentCommand.$inferSelect
type Row = ResultOf<typeof clientMonitor.commands>['items'][number]

/** An agent that has not taken or answered a command within this time will not. ms. */
export const commandLife = 10 * 60_000

const titles = metaOf(commandRow.shape.kind)?.choices ?? {}

/** Commands of an agent that nobody has answered and that still count. */
const open = (agentId: string, now: Date) =>
  and(eq(agentCommand.agentId, agentId), isNull(agentCommand.doneAt), gt(agentCommand.expiresAt, now))

/** Writes a command down and wakes the agent; one of a kind at a time. */
export const giveCommand = async (
  c: Context,
  agentId: string,
  kind: CommandKind,
  args?: DriverTestArgs,
): Promise<string> => {
  const id = newId(c.now)
  const { userId, name } = c.me
  const expiresAt = new Date(c.now.getTime() + commandLife)
  await c.db.transaction(async (tx) => {
    // Two persons at the same moment, one after the other.
    await tx.select({ id: agent.id }).from(agent).where(eq(agent.id, agentId)).for('no key update')
    const waiting = await tx.select().from(agentCommand).where(open(agentId, c.now))
    if (waiting.some((one) => one.kind === kind)) refuse('agent.busy', { title: titles[kind] ?? kind })
    await tx.insert(agentCommand).values({ id, agentId, kind, args, userId, userName: name, at: c.now, expiresAt })
  })
  c.services.lines.wake(agentId)
  return id
}

/**
 * What an agent is to do now, signed. An agent asks again only after it has answered, so that what was sent before and
 * has no answer was lost on its way: it is sent once more, and the agent knows those it has carried out.
 */
export const takeCommands = async (
  { db, clock, services }: Pick<Deps, 'db' | 'clock' | 'services'>,
  agentId: string,
) => {
  const now = clock()
  const rows = await db.update(agentCommand).set({ sentAt: now }).where(open(agentId, now)).returning()
  return rows.map(({ id, kind, args, expiresAt }) => {
    const { kid } = services.tickets
    const given = { ...(args && { args }), expires: expiresAt.getTime(), kid }
    const command: AgentCommand = { type: 'command', id, agentId, kind, ...given }
    return { command, signature: services.tickets.signPolicy(command) }
  })
}

/** Takes an answer, once; tells whoever asked. */
export const endCommand = async (c: Context, agentId: string, id: string, ok: boolean, text: string): Promise<void> => {
  const [row] = await c.db
    .update(agentCommand)
    .set({ doneAt: c.now, ok, text, args: null })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.agentId, agentId), isNull(agentCommand.doneAt)))
    .returning()
  if (row) c.services.live.publish(`user:${row.userId}`, 'agent.command', { agentId, commandId: id })
}

const stateOf = ({ doneAt, ok, sentAt, expiresAt }: Stored, now: Date): Row['state'] => {
  if (doneAt) return ok ? 'done' : 'failed'
  if (now >= expiresAt) return 'expired'
  return sentAt ? 'sent' : 'waiting'
}

/** A command as the wire shows it; its state is that of now: one that is not done in time has expired. */
export const wireCommand = (row: Stored, c: Pick<Context, 'now'>): Row => ({
  commandId: row.id,
  kind: row.kind,
  state: stateOf(row, c.now),
  by: row.userName,
  at: formatTime(row.at),
  doneAt: row.doneAt ? formatTime(row.doneAt) : undefined,
})

/** ClientMonitor/Commands, newest first. */
export const commandRows = rowsOf({
  select: (c, cursor, _: InputOf<typeof clientMonitor.commands>) =>
    c.db
      .select({ row: agentCommand, ...cursor })
      .from(agentCommand)
      .$dynamic(),
  where: (_, { agentId }) => eq(agentCommand.agentId, agentId),
  sortable: { at: agentCommand.at },
  key: agentCommand.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row }, c) => wireCommand(row, c),
})
