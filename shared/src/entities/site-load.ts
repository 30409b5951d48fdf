import { choice, flag, group, id, integer, list, note, optional, quantity, text, time } from '../field.ts'

/** What a node does, and whether it is still heard of. */
export const nodeState = choice('状态', {
  serving: '运行',
  draining: '排空中',
  drained: '已排空',
  restarting: '重启中',
  lost: '失联',
  ended: '已退出',
})

export const nodeRange = choice('时间范围', { hour: '1 小时', day: '24 小时', week: '7 天' })

export const nodeOrder = choice('操作', { drain: '排空', resume: '恢复', restart: '重启' })

/** What was measured, over about 10 s in the list and over a step of the chart in its history. */
const measured = {
  /** Of one core: a node whose garbage is collected beside it may pass 100. */
  cpu: optional(integer('CPU %')),
  rss: optional(integer('内存 MB')),
  heap: optional(integer('堆 MB')),
  /** 99 of 100 turns of the event loop were no later than this. */
  lag: optional(integer('事件循环 ms')),
  rate: optional(quantity('请求/秒')),
  active: optional(integer('处理中')),
  /** Statements that wait for a connection. */
  queue: optional(integer('排队')),
  dbUsed: optional(integer('连接在用')),
  p50: optional(integer('中心 50% ms')),
  p95: optional(integer('中心 95% ms')),
}

/** A server process as it last told of itself. */
export const nodeRow = group('节点', {
  id: id('节点编号'),
  name: text('节点'),
  host: text('主机'),
  role: choice('角色', { single: '单机', cluster: '集群' }),
  version: note('版本', { max: 40 }),
  state: nodeState,
  since: time('启动时间'),
  uptime: note('运行时长'),
  heartbeatAt: time('最后心跳'),
  ...measured,
  /** Of a node that runs: how many are used, of how many. */
  db: note('数据库连接'),
  /** Something starts it again when it ends. */
  restartable: flag('可重启'),
  /** The only one that serves: without it nobody does. */
  last: flag('最后一个'),
  /** Who asked what of it, and why. */
  asked: note('最近操作'),
})

const nodePoint = group('负载', { at: time('时间'), ...measured })

export const nodeHistory = group('负载历史', {
  points: list(nodePoint, '负载'),
  /** Seconds from one point to the next. */
  step: integer('间隔秒'),
  /** Connections of the pool. */
  dbMax: optional(integer('连接上限')),
})
