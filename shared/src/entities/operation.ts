import { choice, data, flag, group, id, integer, note, optional, text, time } from '../field.ts'

/** What the operation log calls a domain of calls: its part before the dot. */
export const operationModule = choice('模块', {
  auth: '登录',
  user: '用户管理',
  role: '权限管理',
  menuRole: '菜单角色',
  dataRole: '数据角色',
  roleInfo: '权限查询',
  roleUser: '角色用户',
  storeUser: '门店用户',
  account: '账号',
  settlement: '医保结算',
  order: '订单管理',
  rx: '处方管理',
  outpatient: '门诊异常',
  card: '读卡',
  slip: '结算单',
  signIn: '签到签退',
  qrCode: '二维码',
  reconciliation: '对账',
  monthBooks: '月对账',
  liquidation: '清算申请',
  sale: '销售明细',
  catalogue: '药品目录',
  disease: '病种目录',
  menuDiff: '目录差异',
  ownItem: '商品',
  diseasesInfo: '慢特病备案',
  fixedFiling: '人员定点备案',
  specialMedical: '特药备案',
  organ: '门店数据',
  doctor: '医保医师药师',
  insPractitioner: '医执人员目录',
  department: '科室',
  dictionary: '字典管理',
  ybConfig: '医保配置',
  systemConfig: '系统参数',
  agent: '客户端',
  client: '电脑登记',
  initialization: '初始化',
  clientMonitor: '客户端监控',
  medicalDll: '医保DLL管理',
  cardReadDll: '读卡DLL管理',
  upgradeClient: '客户端升级',
  message: '消息中心',
  hintMessage: '提示管理',
  company: '公司管理',
  exporting: '导出',
  importing: '导入',
  uiTable: '表格设置',
  cache: '缓存管理',
  errorLog: '页面错误',
})

/** A line of the operation log (domain.md 8.2). */
export const operationRow = group('操作日志', {
  id: id('编号'),
  at: time('时间'),
  userName: note('账号'),
  storeName: note('门店'),
  areaCode: note('区划'),
  module: text('模块'),
  action: text('操作'),
  target: note('对象'),
  ok: flag('成功'),
  message: note('结果'),
  ms: integer('耗时毫秒'),
  ip: note('IP'),
  client: note('客户端'),
})

export const operationDetail = group('操作日志', {
  ...operationRow.shape,
  requestId: note('请求号'),
  /** The recorded input; secrets masked. */
  request: data('请求'),
  before: optional(data('修改前')),
  after: optional(data('修改后')),
})

export const cacheRow = group('缓存', {
  key: text('键'),
  kind: choice('逻辑缓存', { dictionary: '字典', config: '配置', role: '权限' }),
  title: text('说明'),
  /** Entries, and their size in bytes as JSON. */
  entries: integer('条数'),
  size: integer('字节'),
  /** Seconds; 0 = until the server restarts. */
  ttl: integer('有效秒数'),
  hits: integer('命中'),
  node: note('节点'),
})
