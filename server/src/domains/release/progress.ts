import { type UpdateRefusal, type UpdateReport, updateRefusals } from '@yibao/shared/agent/release.ts'
import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '../../database/rows.ts'
import { agent, store } from '../organisation/tables.ts'
import { inRelease } from './ring.ts'
import { told } from './rows.ts'
import { release } from './tables.ts'

type Row = ResultOf<typeof upgradeClient.progress>['items'][number]
type Filters = InputOf<typeof upgradeClient.progress>

const faults: Record<string, string> = {
  HELLO: '新版本没有启动',
  PROBE: '新版本没有答复检查',
  POLICY: '新版本读不出策略',
  PRINT: '新版本的打印队列没有通过试运行',
  DESK: '新版本的桌面程序没有就绪',
  TRIES: '连续三次没有完成',
  NOT_WHOLE: '新版本的文件不完整',
  hours: '等待门店打烊（20:00）',
  work: '正在使用，等待空闲',
  disk: '磁盘空间不足，没有下载，营业需要的空间留着；请清理那台电脑的磁盘，之后自动继续',
  line: '下载中断（网络不通，或中间的代理改动了内容），会自动继续；一直如此请检查门店网络',
}

const phases: Record<string, string> = {
  downloading: '正在下载',
  downloaded: '已下载',
  verified: '已校验',
  staged: '已就位，等待切换',
  activating: '正在切换',
  probing: '正在检查新版本',
}

/** What an agent's word on its update means for whoever looks after it. */
export const updateWords = ({ phase, reason = '' }: { phase: string; reason?: string }): string => {
  if (reason === 'UPDATER') return '本机的更新服务启动不了，仍在用原版本，请在那台电脑上重新运行安装程序（修复）'
  if (reason === 'UPDATER_SLOW')
    return '更新服务三次都没有在两分钟内做完，仍在用原版本，会自动再试；一直如此请检查那台电脑的磁盘和杀毒软件'
  if (reason === 'SUPERSEDED') return '期间人工安装了其他版本，以其为准'
  if (reason.startsWith('DRIVER ')) return `驱动 ${reason.slice(7)} 在新版本上不能使用，已退回`
  if (phase === 'committed' && reason === 'DESK')
    return '新版本已在运行，但有人登录电脑后它的桌面程序没有起来，不能读卡和打印：请在那台电脑上注销后重新登录，仍不行请重新运行安装程序（修复）'
  const known = faults[reason] ?? updateRefusals[reason as UpdateRefusal]
  // Nothing was in use yet: what had come made room, and comes again.
  if (reason === 'disk') return known!
  if (phase === 'rolledBack') return `${known ?? '升级没有成功'}，已退回`
  return known ?? phases[phase] ?? ''
}

// One number per state, so that the list can be filtered and sorted: what needs a person comes first.
const state = sql<Row['state']>`case
  when ${told.runs} then 'installed'
  when ${told.newer} then 'newer'
  when ${told.faulty} then 'faulty'
  when ${told.waiting} then 'waiting'
  when ${told.working} then 'working'
  else 'pending' end`
const order = sql`array_position(array['faulty', 'working', 'waiting', 'pending', 'newer', 'installed'], ${state})`

const names = sql<
  string | null
>`(select string_agg(${store.name}, '、' order by ${store.fixmedinsCode}) from ${store} where ${store.id} = any(array(select jsonb_array_elements_text(${agent.storeIds}))))`

/** ClientUpgrade/Progress: every counter of a release's ring, what went wrong first. */
export const progressRows = rowsOf({
  select: (c, cursor, { releaseId }: Filters) =>
    c.db
      .select({ row: agent, version: release.version, state, names, ...cursor })
      .from(agent)
      .innerJoin(release, eq(release.id, releaseId))
      .$dynamic(),
  where: (_, { state: wanted }) => and(inRelease, wanted ? sql`${state} = ${wanted}` : undefined),
  sortable: { state: { by: order, type: 'integer' }, lastSeenAt: agent.lastSeenAt },
  direction: 'ascend',
  key: agent.id,
  keyOf: ({ row }) => row.id,
  wire: ({ row, version, state: now, names: stores }): Row => {
    const update = row.state.update as UpdateReport | undefined
    return {
      agentId: row.id,
      stores: (stores ?? '').slice(0, 4000),
      machine: row.machine,
      version: row.version,
      state: now,
      detail: update?.to === version && now !== 'installed' && now !== 'newer' ? updateWords(update) : '',
      lastSeenAt: row.lastSeenAt ? formatTime(row.lastSeenAt) : undefined,
    }
  },
})
