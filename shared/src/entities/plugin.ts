import { choice, code, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'
import { size } from './size.ts'

/** uploaded = kept and checked; stopped = installed; enabled = in force where it is bound; failed = no longer what was checked. */
export const pluginState = choice('状态', { uploaded: '未安装', stopped: '已停用', enabled: '已启用', failed: '失败' })

export const pluginServiceKind = choice('种类', { mapping: '交易映射', route: '路由' })

export const pluginCode = code('插件编号', { max: 40 })
export const serviceCode = code('服务编号', { max: 40 })
const areaCode = code('区划', { max: 6 })
/** Areas by code; the server names them. */
export const pluginAreas = list(areaCode, '绑定区划', { max: 500 })

/** A version of a plugin (domain.md 8.14). */
export const pluginPackageRow = group('插件包', {
  id: id('编号'),
  code: pluginCode,
  name: text('名称', { max: 60 }),
  version: code('版本'),
  state: pluginState,
  /** Names of the areas it is bound to. */
  areas: note('绑定区划'),
  areaCodes: pluginAreas,
  /** Areas it says it was made for. */
  meant: list(areaCode, '适用区划', { max: 500 }),
  services: integer('服务数'),
  size,
  sha256: code('SHA-256', { max: 64 }),
  /** The version that 回滚 brings back; '' = none. */
  former: note('上一版本'),
  /** The version in force of the same plugin, '' = none. */
  current: note('在用版本'),
  /** Why it failed. */
  problem: note('问题'),
  uploadedBy: note('上传人'),
  uploadedAt: time('上传时间'),
})

/** What a service does, one by one, as its package says. */
export const pluginServiceRow = group('插件服务', {
  /** Plugin and service. */
  id: code('编号', { max: 90 }),
  code: serviceCode,
  name: text('服务', { max: 60 }),
  plugin: pluginCode,
  pluginName: text('插件', { max: 60 }),
  version: code('版本'),
  kind: pluginServiceKind,
  infno: code('交易', { max: 10 }),
  /** In words: 请求 3 条、答复 1 条. */
  does: note('内容'),
  /** Where it holds, in names. */
  areas: note('生效区划'),
  /** Its own choice among the package's areas; empty = all of them. */
  areaCodes: pluginAreas,
  /** Seconds; 0 = as the area says. */
  timeout: integer('超时（秒）'),
  retries: integer('重发'),
  enabled: flag('启用'),
  calls: integer('今日调用'),
  errors: integer('今日出错'),
})

const version = group('版本', {
  id: id('编号'),
  version: code('版本'),
  state: pluginState,
  uploadedAt: time('上传时间'),
  uploadedBy: note('上传人'),
  changes: note('变更'),
})
const file = group('文件', { path: note('文件'), size: integer('字节'), sha256: code('SHA-256', { max: 64 }) })
const event = group('运行日志', {
  at: time('时间'),
  move: note('事件'),
  text: optional(note('内容')),
  by: optional(note('操作人')),
})

export const pluginPackageDetail = group('插件包', {
  ...pluginPackageRow.shape,
  minServer: code('服务器版本'),
  signers: note('签名密钥'),
  installedAt: optional(time('安装时间')),
  changes: note('变更'),
  versions: list(version, '版本'),
  serviceList: list(
    group('服务', {
      code: serviceCode,
      name: text('服务'),
      kind: pluginServiceKind,
      infno: code('交易'),
      does: note('内容'),
      lines: list(note('规则'), '规则'),
    }),
    '服务',
  ),
  fileList: list(file, '文件'),
  events: list(event, '运行日志'),
})

/** What a service makes of a message, without sending anything. */
export const pluginTrial = group('测试结果', {
  /** false = the message would not be sent, or the answer read as it came. */
  ok: flag('可以映射'),
  /** The mapped JSON, or the given one where it cannot be mapped. */
  text: note('结果', { max: 100_000 }),
  faults: list(note('问题'), '问题'),
})

/** A plugin on one node, as the node last told. */
export const pluginMonitorRow = group('插件监控', {
  id: code('编号', { max: 200 }),
  node: code('节点', { max: 120 }),
  plugin: pluginCode,
  name: text('插件', { max: 60 }),
  version: code('版本'),
  state: choice('状态', { running: '运行中', faulty: '有错误', silent: '没有心跳' }),
  calls: integer('调用'),
  errors: integer('出错'),
  ms: integer('平均耗时（毫秒）'),
  lastError: note('最近的错误'),
  lastErrorAt: optional(time('出错时间')),
  since: time('载入时间'),
  seenAt: time('最近心跳'),
})

export const pluginLogRow = group('运行日志', {
  id: id('编号'),
  at: time('时间'),
  version: note('版本'),
  service: note('服务'),
  areaCode: note('区划'),
  infno: note('交易'),
  node: note('节点'),
  text: note('内容'),
})
