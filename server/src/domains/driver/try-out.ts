import { driverTestArgs } from '@yibao/shared/agent/cloud.ts'
import type { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { giveCommand, wireCommand } from '../agent-command/commands.ts'
import { agentCommand } from '../agent-command/tables.ts'
import { agent } from '../organisation/tables.ts'

type Calls = Pick<typeof cardReadDll, 'clients' | 'test' | 'testResult'>

/** After this much silence nobody is there who could try anything. ms. */
const silence = 180_000

/** More are no list to choose from: 100 bytes each. */
const most = 5_000

/**
 * Online counters whose last heartbeat named this driver, or the one with this id; who asks may do so everywhere (super
 * administrators).
 */
const clientsOf = (c: Context, driverId: string, agentId?: string) =>
  c.db
    .select({
      agentId: agent.id,
      name: agent.machine,
      version: sql<string>`(
        select told->>'version' from jsonb_array_elements(${agent.state}->'drivers') told
        where told->>'id' = ${driverId} limit 1)`,
    })
    .from(agent)
    .where(
      and(
        gt(agent.lastSeenAt, new Date(c.now.getTime() - silence)),
        agentId === undefined ? undefined : eq(agent.id, agentId),
        sql`${agent.state}->'drivers' @> ${JSON.stringify([{ id: driverId }])}::jsonb`,
      ),
    )
    .orderBy(asc(agent.machine), asc(agent.id))
    .limit(most)

const argsOf = (text: string | undefined): unknown => {
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    return refuse('input.invalid', { text: '参数不是有效的 JSON' }, { fields: { args: '不是有效的 JSON' } })
  }
}

/** A driver tried on a chosen counter, over the line that its agent holds open. */
export const testHandlers: Handlers<Calls> = {
  clients: ({ driverId }, c) => clientsOf(c, driverId),
  test: async ({ agentId, driverId, medium, fn, args }, c) => {
    const [known] = await clientsOf(c, driverId, agentId)
    if (!known) return refuse('agent.offline')
    if (!medium === !fn) return refuse('input.invalid', { text: '请选择读取内容或函数，二者之一' })
    const wanted = driverTestArgs.safeParse({ driver: driverId, medium, fn, args: argsOf(args) })
    if (!wanted.success)
      return refuse('input.invalid', { text: '参数只能是文字和数字' }, { fields: { args: '只能是文字和数字' } })
    const [served] = await c.db.select({ storeIds: agent.storeIds }).from(agent).where(eq(agent.id, agentId))
    c.on(`${known.name} ${driverId}`, ...(served?.storeIds ?? []))
    return { commandId: await giveCommand(c, agentId, 'driverTest', wanted.data) }
  },
  testResult: async ({ commandId }, c) => {
    const mine = and(eq(agentCommand.id, commandId), eq(agentCommand.kind, 'driverTest'))
    const [row] = await c.db.select().from(agentCommand).where(mine)
    if (!row) return refuse('not.found', { what: '这次试用' })
    return { state: wireCommand(row, c).state, text: row.text }
  },
}
