import { product } from '@yibao/shared/agent/protocol.ts'
import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../database/rows.ts'
import { agent } from '../organisation/tables.ts'
import { markOf } from '../permission/seen.ts'
import { inRelease, isPast, of } from './ring.ts'
import { release } from './tables.ts'

type Row = ResultOf<typeof upgradeClient.paged>['items'][number]
type Filters = InputOf<typeof upgradeClient.paged>

/** Of whom a release is offered to, as it stands. */
export const markOfRing = ({ scope, areas, stores, forced }: typeof release.$inferSelect): string =>
  markOf([scope, forced], areas, stores)

const [a, r] = [of('agent'), of('agent_release')]

const update = (key: string) => sql`${a(agent.state)}->'update'->>${sql.raw(`'${key}'`)}`
const concerns = sql`${a(agent.version)} <> ${r(release.version)} and ${update('to')} = ${r(release.version)}`

const runs = sql`${a(agent.version)} = ${r(release.version)}`
/** It runs, and what could be tried out at the first logon only did not come (the agent's update/late-desk.ts). */
const half = sql`(${runs} and coalesce(${update('to')} = ${r(release.version)} and ${update('phase')} = 'committed'
  and ${update('reason')} is not null, false))`

/** For its hours, or for room on its disk: what it had ready for that has made room, and comes again by itself. */
const waits = sql`(${update('phase')} = 'waiting' or coalesce(${update('reason')}, '') = 'disk')`

/** What an agent last told of an update to this release. */
export const told = {
  runs: sql`(${runs} and not ${half})`,
  /** Whatever it once told of this one. */
  newer: isPast,
  faulty: sql`(${half} or (not ${isPast} and ${concerns} and ${update('phase')} in ('rolledBack', 'refused') and not ${waits}))`,
  waiting: sql`(${concerns} and ${waits})`,
  working: sql`(${concerns})`,
}

const counted = (what: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from ${agent} where ${what})`

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

const scopeText = ({
  scope,
  areas,
  stores,
}: Pick<typeof release.$inferSelect, 'scope' | 'areas' | 'stores'>): string => {
  if (scope === 'all') return '全部客户端'
  return scope === 'areas' ? `${areas.length} 个区划` : `${stores.length} 家门店`
}

/** ClientUpgrade/Paged, the newest version first. */
export const releaseRows = rowsOf({
  select: (c, cursor, _: Filters & { releaseId?: string }) =>
    c.db
      .select({
        row: release,
        targets: counted(sql`${inRelease} and not ${told.newer}`),
        installed: counted(sql`${inRelease} and ${told.runs}`),
        running: counted(runs),
        faulty: counted(sql`${inRelease} and ${told.faulty}`),
        ...cursor,
      })
      .from(release)
      .$dynamic(),
  where: (_, { version, channel, state, releaseId }) =>
    and(
      version ? sql`starts_with(${release.version}, ${version})` : undefined,
      channel ? eq(release.channel, channel) : undefined,
      state ? eq(release.state, state) : undefined,
      releaseId ? eq(release.id, releaseId) : undefined,
    ),
  sortable: { version: release.rank, createdAt: release.createdAt, publishedAt: release.publishedAt },
  key: release.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, targets, installed, running, faulty }): Row => ({
    releaseId: row.id,
    product,
    version: row.version,
    channel: row.channel,
    minVersion: row.minVersion,
    state: row.state,
    scope: row.scope,
    mark: markOfRing(row),
    scopeText: row.state === 'draft' ? '未发布' : scopeText(row),
    areas: row.areas,
    stores: row.stores,
    forced: row.forced,
    files: row.files,
    size: megabytes(row.size),
    signers: row.signers.join('、'),
    expiresAt: formatTime(row.expiresAt),
    createdAt: formatTime(row.createdAt),
    createdBy: row.createdBy,
    publishedAt: row.publishedAt ? formatTime(row.publishedAt) : undefined,
    targets: row.state === 'draft' ? 0 : targets,
    installed,
    running,
    faulty,
    notes: row.notes,
  }),
})
