import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { gt, ilike, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import { silence } from './beat.ts'
import { serverNode } from './tables.ts'

type Row = ResultOf<typeof siteLoad.current>['items'][number]
type NodeRow = typeof serverNode.$inferSelect

/** What people are told of a node: what it says of itself or has just been asked to be, or that nothing is heard of it. */
export const shownState = ({ state, wanted, heartbeatAt, endedAt }: NodeRow, now: Date): Row['state'] => {
  if (endedAt) return 'ended'
  if (now.getTime() - heartbeatAt.getTime() > silence) return 'lost'
  if (wanted === 'restart') return 'restarting'
  return wanted === 'drained' && state === 'serving' ? 'draining' : state
}

const wantedWords = { serving: '恢复', drained: '排空', restart: '重启' } as const

const askedWords = ({ wanted, wantedAt, wantedBy, reason }: NodeRow): string =>
  wantedAt ? `${formatTime(wantedAt)} ${wantedBy} ${wantedWords[wanted]}：${reason}` : ''

const units = [
  [86_400, '天'],
  [3600, '小时'],
  [60, '分钟'],
] as const

/** The two largest units of how long something has lasted. */
const lasted = (ms: number): string => {
  let left = Math.max(0, Math.floor(ms / 1000))
  const parts: string[] = []
  for (const [seconds, unit] of units) {
    const n = Math.floor(left / seconds)
    left -= n * seconds
    if (n > 0) parts.push(`${n} ${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '不到 1 分钟'
}

/** Another node that takes requests. */
const another = (c: Context) => sql<boolean>`exists (select 1 from ${serverNode} as other
  where other.id <> ${serverNode}.id and other.state = 'serving' and other.wanted = 'serving'
    and ${isNull(sql`other.ended_at`)}
    and ${gt(sql`other.heartbeat_at`, sql`${new Date(c.now.getTime() - silence).toISOString()}::timestamptz`)})`

/** The nodes of this installation, by name. */
export const nodeRows = rowsOf({
  select: (c, cursor) =>
    c.db
      .select({ row: serverNode, another: another(c).as('another'), ...cursor })
      .from(serverNode)
      .$dynamic(),
  where: (_, { node }: InputOf<typeof siteLoad.current>) => (node ? ilike(serverNode.name, like(node)) : undefined),
  sortable: { name: serverNode.name, since: serverNode.startedAt, heartbeatAt: serverNode.heartbeatAt },
  direction: 'ascend',
  key: serverNode.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, another: others }, c): Row => {
    const state = shownState(row, c.now)
    const { id, name, host, role, version, startedAt, heartbeatAt, endedAt, restartable, latest } = row
    const living = state !== 'ended' && state !== 'lost'
    const until = living ? c.now : (endedAt ?? heartbeatAt)
    const { rate, dbMax, ...figures } = (living && latest) || { rate: undefined, dbMax: undefined }
    return {
      ...{ id, name, host, role, version, state, restartable },
      since: formatTime(startedAt),
      uptime: lasted(until.getTime() - startedAt.getTime()),
      heartbeatAt: formatTime(heartbeatAt),
      ...figures,
      rate: rate?.toString(),
      db: dbMax === undefined ? '' : `${latest?.dbUsed}/${dbMax}`,
      last: state === 'serving' && !others,
      asked: askedWords(row),
    }
  },
})
