import { get, pageOf, paging, post } from '../call.ts'
import {
  pluginAreas,
  pluginCode,
  pluginLogRow,
  pluginMonitorRow,
  pluginPackageDetail,
  pluginPackageRow,
  pluginServiceRow,
  pluginState,
  pluginTrial,
  serviceCode,
} from '../entities/plugin.ts'
import { choice, code, flag, id, integer, note, optional } from '../field.ts'

const one = { id: id('编号') }
const service = { plugin: pluginCode, code: serviceCode }
const keyword = note('名称/编号', { max: 60 })
const area = optional(code('区划', { max: 6 }))
const packages = 'PluginPackage'
const services = 'PluginService'
const monitor = 'PluginMonitor'

const change = <const T extends string, const B extends 'enable' | 'stop' | 'remove'>(
  path: T,
  title: string,
  button: B,
) =>
  post(`/api/Plugin/${path}/:id`, {
    menu: packages,
    button,
    title,
    audit: { action: title, record: ['id'] },
    input: one,
  })

/** /plugin: signed packages of data that fit the product to an area's centre (domain.md 8.14). Super administrators only. */
export const plugin = {
  packagePaged: get('/api/Plugin/PackagePaged', {
    menu: packages,
    title: '插件包',
    input: { ...paging, keyword: optional(keyword), areaCode: area, state: optional(pluginState) },
    result: pageOf(pluginPackageRow),
  }),
  packageGet: get('/api/Plugin/PackageGet/:id', {
    menu: [packages, 'PluginPackageDetail'],
    title: '插件包详情',
    input: one,
    result: pluginPackageDetail,
  }),
  upload: post('/api/Plugin/Upload', {
    menu: packages,
    button: 'upload',
    upload: true,
    title: '上传插件包',
    audit: { action: '上传插件包' },
    result: pluginPackageRow,
  }),
  /** Checks what was uploaded once more and makes its services known; nothing is in force by it. */
  install: change('Install', '安装插件包', 'enable'),
  /** Puts a version in force in the areas it is bound to; the one before it is stopped. */
  enable: change('Enable', '启用插件包', 'enable'),
  stop: change('Stop', '停用插件包', 'stop'),
  /** The version that was in force before this one is in force again. */
  rollback: change('Rollback', '回滚插件包', 'enable'),
  /** A version that is stopped is no longer installed; what was uploaded stays. */
  uninstall: change('Uninstall', '卸载插件包', 'remove'),
  /** A version that is not installed is gone. */
  remove: change('Remove', '删除插件包', 'remove'),
  /** Areas of the plugin, whichever version is in force. */
  assign: post('/api/Plugin/Assign/:id', {
    menu: packages,
    button: 'assign',
    title: '绑定区划',
    audit: { action: '绑定插件区划', record: ['id', 'areaCodes'] },
    input: { ...one, areaCodes: pluginAreas },
  }),
  servicePaged: get('/api/Plugin/ServicePaged', {
    menu: services,
    title: '插件服务',
    input: {
      ...paging,
      keyword: optional(keyword),
      infno: optional(code('交易', { max: 10 })),
      areaCode: area,
      enabled: optional(flag('启用')),
    },
    result: pageOf(pluginServiceRow),
  }),
  serviceSave: post('/api/Plugin/ServiceSave', {
    menu: services,
    button: 'edit',
    title: '修改插件服务',
    audit: { action: '修改插件服务', record: ['plugin', 'code', 'timeout', 'areaCodes'] },
    input: {
      ...service,
      /** Seconds; 0 = as the package says. */
      timeout: integer('超时（秒）', { min: 0, max: 120 }),
      areaCodes: pluginAreas,
    },
  }),
  serviceEnable: post('/api/Plugin/ServiceEnable', {
    menu: services,
    button: 'enable',
    title: '启用插件服务',
    audit: { action: '启用插件服务', record: ['plugin', 'code'] },
    input: service,
  }),
  serviceStop: post('/api/Plugin/ServiceStop', {
    menu: services,
    button: 'stop',
    title: '停用插件服务',
    audit: { action: '停用插件服务', record: ['plugin', 'code'] },
    input: service,
  }),
  /** Maps a message that somebody pasted; nothing is sent, nothing is kept. */
  serviceTest: post('/api/Plugin/ServiceTest', {
    menu: services,
    button: 'test',
    title: '测试插件服务',
    input: {
      ...service,
      direction: choice('方向', { in: '请求', out: '答复' }),
      message: note('报文（JSON）', { max: 60_000 }),
    },
    result: pluginTrial,
  }),
  monitorPaged: get('/api/Plugin/MonitorPaged', {
    menu: monitor,
    title: '插件监控',
    input: {
      ...paging,
      node: optional(note('节点', { max: 120 })),
      keyword: optional(keyword),
      state: optional(pluginMonitorRow.shape.state),
    },
    result: pageOf(pluginMonitorRow),
  }),
  /** reload: every node reads the plugin again and counts anew. stop: the plugin is in force nowhere any more. */
  monitorCommand: post('/api/Plugin/MonitorCommand', {
    menu: monitor,
    button: 'handle',
    title: '操作插件',
    audit: { action: '操作插件', record: ['plugin', 'command'] },
    input: { plugin: pluginCode, command: choice('操作', { reload: '重新加载', stop: '停用' }) },
  }),
  /** The last errors of a plugin, the newest first. */
  monitorLog: get('/api/Plugin/MonitorLog', {
    menu: monitor,
    title: '插件运行日志',
    input: { ...paging, plugin: pluginCode, node: optional(note('节点', { max: 120 })) },
    result: pageOf(pluginLogRow),
  }),
}
