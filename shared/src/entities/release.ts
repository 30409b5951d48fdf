import { choice, code, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'
import { mark } from './permission.ts'

export const releaseState = choice('状态', { draft: '未发布', open: '发布中', paused: '已暂停', withdrawn: '已撤回' })
export const releaseChannel = choice('通道', { stable: '正式', grey: '灰度' })

/** Whom a release is offered to; the signed manifest may narrow it, never widen. */
export const rollout = {
  scope: choice('发布范围', { stores: '指定门店', areas: '指定区划', all: '全部客户端' }),
  areas: optional(list(code('区划', { max: 6 }), '区划', { max: 500 })),
  stores: optional(list(id('门店'), '门店', { max: 5000 })),
  forced: flag('营业中升级'),
}

/** A signed release of the agent as the server keeps it. */
export const releaseRow = group('升级版本', {
  releaseId: id('版本编号'),
  version: code('版本', { max: 20 }),
  product: code('产品'),
  channel: releaseChannel,
  minVersion: code('最低版本', { max: 20 }),
  state: releaseState,
  scopeText: note('发布范围'),
  forced: flag('营业中升级'),
  files: integer('文件数'),
  size: note('大小'),
  signers: note('签名密钥'),
  expiresAt: time('有效期至'),
  createdAt: time('上传时间'),
  createdBy: note('上传人'),
  publishedAt: optional(time('发布时间')),
  /** Counters that run it or can get it, those of them that run it, those it went wrong on. */
  targets: integer('范围内'),
  installed: integer('已安装'),
  faulty: integer('未成功'),
  /** All that run it, also those that it is not offered to any more. */
  running: optional(integer('正在使用')),
  notes: note('说明'),
  areas: list(code('区划', { max: 6 }), '区划'),
  stores: list(id('门店'), '门店'),
  scope: rollout.scope,
  /** Of the ring as it stands, for `seen` of a change to it. */
  mark,
})

/** A file the server does not have whole yet; `have` bytes of it are there. */
export const missingFile = group('缺少的文件', {
  path: text('文件'),
  sha256: code('校验值', { max: 64 }),
  size: integer('字节'),
  have: integer('已上传'),
})

/** How far one counter is. */
export const releaseProgress = group('升级进度', {
  agentId: code('助手编号', { max: 64 }),
  stores: note('门店'),
  machine: note('电脑'),
  version: note('当前版本'),
  state: choice('进度', {
    installed: '已安装',
    working: '正在升级',
    waiting: '等待空闲',
    faulty: '未成功',
    pending: '未开始',
    newer: '已是更新版本',
  }),
  detail: note('说明'),
  lastSeenAt: optional(time('最后心跳')),
})
