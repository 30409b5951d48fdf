import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { plugin as calls } from '@yibao/shared/calls/plugin.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, gt, ilike, or, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { countUp } from './force.ts'
import { logMove } from './keep.ts'
import { changing, stopPlugin } from './states.ts'
import { inUse, pluginForce, pluginLog, pluginNode, pluginService } from './tables.ts'

type Row = ResultOf<typeof calls.monitorPaged>['items'][number]
type LogRow = ResultOf<typeof calls.monitorLog>['items'][number]

// A node tells every 10 s; one that has been gone for longer than anybody looks is no node any more.
const silentAfter = 45_000
const goneAfter = 600_000
/** How long a plugin counts as faulty behind its last error. */
const faultyFor = 600_000

const ago = (c: Context, ms: number) => new Date(c.now.getTime() - ms)
const silent = (c: Context): SQL => sql`${pluginNode.seenAt} < ${ago(c, silentAfter).toISOString()}`
const faulty = (c: Context): SQL => sql`coalesce(${pluginNode.lastErrorAt} > ${ago(c, faultyFor).toISOString()}, false)`

const stateOf = (c: Context, { seenAt, lastErrorAt }: typeof pluginNode.$inferSelect): Row['state'] => {
  if (seenAt < ago(c, silentAfter)) return 'silent'
  return lastErrorAt && lastErrorAt > ago(c, faultyFor) ? 'faulty' : 'running'
}
const inState = (c: Context, state: Row['state']): SQL =>
  ({
    silent: silent(c),
    faulty: sql`not ${silent(c)} and ${faulty(c)}`,
    running: sql`not ${silent(c)} and not ${faulty(c)}`,
  })[state]

const name = sql<string>`coalesce((select min(${pluginService.pluginName}) from ${pluginService}
  where ${pluginService.plugin} = "plugin_node"."plugin" and ${inUse}), ${pluginNode.plugin})`

/** Plugin/MonitorPaged: what each node last told of each plugin. */
const nodeRows = rowsOf({
  select: (c, cursor, _: InputOf<typeof calls.monitorPaged>) =>
    c.db
      .select({ row: pluginNode, name, ...cursor })
      .from(pluginNode)
      .$dynamic(),
  where: (c, { node, keyword, state }) =>
    and(
      gt(pluginNode.seenAt, ago(c, goneAfter)),
      node ? ilike(pluginNode.node, like(node)) : undefined,
      keyword ? or(ilike(pluginNode.plugin, like(keyword)), sql`${name} ilike ${like(keyword)}`) : undefined,
      state ? inState(c, state) : undefined,
    ),
  sortable: { node: pluginNode.node, plugin: pluginNode.plugin, calls: pluginNode.calls, errors: pluginNode.errors },
  direction: 'ascend',
  key: sql`(${pluginNode.node} || '/' || ${pluginNode.plugin})`,
  keyOf: ({ row }) => `${row.node}/${row.plugin}`,
  wire: ({ row, name: pluginName }, c): Row => ({
    id: `${row.node}/${row.plugin}`,
    node: row.node,
    plugin: row.plugin,
    name: pluginName,
    version: row.version,
    state: stateOf(c, row),
    calls: row.calls,
    errors: row.errors,
    ms: row.calls ? Math.round(row.ms / row.calls) : 0,
    lastError: row.lastError,
    lastErrorAt: row.lastErrorAt ? formatTime(row.lastErrorAt) : undefined,
    since: formatTime(row.since),
    seenAt: formatTime(row.seenAt),
  }),
})

/** Plugin/MonitorLog: what a plugin could not do, the newest first. */
const logRows = rowsOf({
  select: (c, cursor, _: InputOf<typeof calls.monitorLog>) =>
    c.db
      .select({ row: pluginLog, ...cursor })
      .from(pluginLog)
      .$dynamic(),
  where: (_, { plugin, node }) =>
    and(eq(pluginLog.plugin, plugin), eq(pluginLog.move, ''), node ? eq(pluginLog.node, node) : undefined),
  sortable: { at: pluginLog.at },
  direction: 'descend',
  key: pluginLog.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row: { id, at, version, service, areaCode, infno, node, text } }): LogRow => ({
    ...{ id, at: formatTime(at), version, service, areaCode, infno, node, text },
  }),
})

/** Every node reads the plugin again: its areas count up. */
const reload = (c: Context, plugin: string): Promise<void> =>
  changing(c, async (tx) => {
    const rows = await tx.select().from(pluginForce).where(eq(pluginForce.plugin, plugin))
    if (!rows.length) refuse('plugin.notInForce', { plugin, action: '重新加载' })
    await countUp(
      tx,
      rows.map(({ areaCode }) => areaCode),
    )
    await logMove(c, tx, { code: plugin, version: rows[0]!.body.version }, '重新加载')
    c.on(plugin)
  })

type Calls = Pick<typeof calls, 'monitorPaged' | 'monitorCommand' | 'monitorLog'>
export const monitorHandlers: Handlers<Calls> = {
  monitorPaged: (filters, c) => nodeRows.page(c, filters),
  monitorLog: (filters, c) => logRows.page(c, filters),
  monitorCommand: async ({ plugin, command }, c) => {
    await (command === 'reload' ? reload(c, plugin) : stopPlugin(c, plugin))
    return null
  },
}
