import type { ButtonCode } from './call.ts'
import type { MenuRow } from './menu-row.ts'

type Extra = Partial<Omit<MenuRow, 'name' | 'path' | 'title' | 'section' | 'menuCode'>> & { menuCode?: string }

const pascal = (path: string) => path.replace(/(?:^|[-_/]+)(\w)/g, (_, letter: string) => letter.toUpperCase())

const hidden = { hidden: true } as const
const alone = { alone: true } as const
const superOnly = { denied: 'notSuper' } as const
const adminOnly = { denied: 'notAdmin' } as const
const buttons = (...codes: ButtonCode[]) => ({ buttons: codes })

const section = (
  name: string,
  path: string,
  title: string,
  icon: string,
  children: [string, string, Extra?][],
): MenuRow[] => [
  { name, path, title, icon, menuCode: name, ...(['companyManager', 'plugin'].includes(name) ? superOnly : {}) },
  ...children.map(([child, childTitle, { menuCode, ...extra } = {}]): MenuRow => {
    const code = menuCode ?? pascal(child)
    return { name: code, path: `${path}/${child}`, title: childTitle, menuCode: code, section: name, ...extra }
  }),
]

const open = (name: string, path: string, title: string, extra: Partial<MenuRow> = {}): MenuRow => ({
  name,
  path,
  title,
  menuCode: name,
  hidden: true,
  public: true,
  ...extra,
})

const alias = (path: string, of: string, extra: Partial<MenuRow> = {}): MenuRow => ({
  name: `${of}Alias`,
  path,
  title: '',
  menuCode: of,
  of,
  hidden: true,
  ...extra,
})

/** The whole tree of SPEC 2 as data. Names and menuCodes that SPEC 6 spells are spelled so here. */
export const menuRows: MenuRow[] = [
  open('Login', '/login', '登录'),
  open('AuthRedirect', '/auth-redirect', '授权跳转'),
  open('Forwarding', '/forwarding', '转发'),
  open('InstallInit', '/install-init', '安装初始化', alone),
  open('Tools', '/tools', '工具集', alone),
  open('Change', '/change', '修改密码'),
  open('NotFound', '/404', '页面不存在'),
  open('NoPermission', '/401', '没有权限'),
  {
    name: 'Initialization',
    path: '/initialization',
    title: '初始化向导',
    menuCode: 'Initialization',
    hidden: true,
    ...alone,
  },
  open('Redirect', '/redirect/:path', '刷新'),
  { name: 'Dashboard', path: '/dashboard', title: '首页', icon: 'home', menuCode: 'Dashboard', affix: true },
  { name: 'DiseaseSelect', path: '/disease-select', title: '病种选择', menuCode: 'DiseaseSelect', hidden: true },
  {
    name: 'PrintSettlement',
    path: '/print-settlement',
    title: '结算单打印',
    menuCode: 'PrintSettlement',
    hidden: true,
    buttons: ['query', 'print'],
  },

  ...section('medicalInsuranceSettlement', '/medical-insurance-settlement', '医保结算', 'settlement', [
    ['swiping-card', '刷卡', { counter: true, ...buttons('query', 'settle', 'print', 'edit') }],
    ['qr-code', '二维码', buttons('query', 'add')],
    ['attendance', '签到签退', buttons('query', 'add', 'export')],
  ]),
  ...section('reconciliation', '/reconciliation', '对账管理', 'reconciliation', [
    ['day-reconciliation', '日对账', buttons('query', 'handle', 'export', 'print')],
    ['day-reconciliation-detail', '日对账明细', hidden],
    ['month-reconciliation', '月对账', buttons('query', 'handle', 'export', 'print')],
    ['month-reconciliation-detail', '月对账明细', hidden],
    ['js-day-reconciliation-v2', '江苏日对账', buttons('query', 'handle', 'export', 'print')],
    ['js-day-reconciliation-detail-v2', '江苏日对账明细', hidden],
    ['js-month-reconciliation-v2', '江苏月对账', buttons('query', 'handle', 'export', 'print')],
    ['js-month-reconciliation-detail-v2', '江苏月对账明细', hidden],
    ['order-management', '订单管理', buttons('query', 'reverse', 'print', 'export')],
    ['order-otherpay_management', '其他支付订单', buttons('query', 'edit', 'export')],
    ['rx-management', '处方管理', buttons('query', 'add', 'download', 'approve', 'handle', 'print')],
    ['rx-online-push', '待审核处方', buttons('query', 'approve')],
    ['sale-info-detail', '销售明细', hidden],
    ['day-reconciliation-query', '日对账查询', buttons('query', 'handle', 'export')],
  ]),
  ...section('abnormalManager', '/abnormal-manager', '异常管理', 'abnormal', [
    ['outpatient-manager', '门诊异常管理', buttons('query', 'reverse', 'handle')],
    ['abnormal-order-manager', '异常订单', buttons('query', 'reverse', 'handle', 'export')],
  ]),
  ...section('basicData', '/basic-data', '基础数据', 'data', [
    ['insurance-menu', '医保医师药师', { ...buttons('query', 'add', 'edit', 'remove', 'download', 'import') }],
    ['medical-executive-menu', '医执人员目录', { ...buttons('query', 'download', 'export') }],
    ['department', '科室', { ...buttons('query', 'add', 'edit', 'upload', 'download', 'remove') }],
  ]),
  ...section('menuManager', '/menu-manager', '目录管理', 'catalogue', [
    [
      'dictionary',
      '字典管理',
      { ...buttons('query', 'add', 'edit', 'remove', 'enable', 'stop', 'download', 'import', 'export') },
    ],
    [
      'drug-menu',
      '药品目录',
      { ...buttons('query', 'add', 'edit', 'remove', 'download', 'handle', 'import', 'export') },
    ],
    ['disease-menu', '病种目录', { ...buttons('query', 'edit', 'download', 'export') }],
    ['menu-diff', '目录差异', { ...buttons('query', 'add', 'handle', 'import', 'export') }],
    [
      'menu-diff-statistics',
      '目录差异统计',
      { ...adminOnly, menuCode: 'Menudiffstatistics', ...buttons('query', 'handle', 'export', 'push') },
    ],
  ]),
  ...section('recordManager', '/record-manager', '备案管理', 'record', [
    ['special-medical-menu', '特药备案', buttons('query', 'add', 'upload', 'remove', 'export', 'print')],
    ['special-disease-menu', '慢特病备案', buttons('query', 'add', 'edit', 'upload', 'remove', 'export', 'print')],
    ['personnel-fixed-filling', '人员定点备案', buttons('query', 'add', 'upload', 'remove', 'export', 'print')],
  ]),
  ...section('liquidationManagement', '/liquidation-management', '清算管理', 'liquidation', [
    ['liquidation', '清算申请', { ...buttons('query', 'add', 'edit', 'upload', 'remove', 'print') }],
    ['fund-liquidation', '基金清算', { ...buttons('query', 'download', 'export') }],
    ['clear-score-manage', '清分管理', buttons('query', 'download', 'approve', 'export')],
    ['un-liquidate-report', '未清算报表', { ...buttons('query', 'export', 'print') }],
  ]),
  ...section('reportManagement', '/report-management', '报表管理', 'report', [
    ['report-manager', '报表管理', buttons('query', 'add', 'edit', 'push', 'stop')],
    ['liquidation-report', '清算报表', { ...buttons('query', 'export', 'print') }],
    ['approval', '审批', { ...buttons('query', 'approve') }],
    ['fund-pay-report', '基金支付报表', { ...buttons('query', 'export', 'print') }],
    ['medical-insurance-report', '医保报表', buttons('query', 'export', 'print')],
    ['medical-settlement-report', '结算报表', buttons('query', 'export', 'print')],
    ['medical-outprovinceapply-report', '异地申报表', buttons('query', 'export', 'print')],
    ['order-info-report', '订单信息报表', buttons('query', 'export')],
    ['month-collect-report', '月汇总表', buttons('query', 'export', 'print')],
  ]),
  ...section('auditManager', '/audit-manager', '审核管理', 'audit', [
    ['audit-management', '审核管理', buttons('query', 'handle', 'export')],
    ['audit-catalogue', '审核规则', buttons('query', 'add', 'edit', 'enable', 'stop', 'test', 'import', 'export')],
  ]),
  ...section('storeManager', '/store-manager', '门店管理', 'store', [
    ['data', '门店数据', { menuCode: 'StoreData', ...buttons('query', 'add', 'edit', 'stop', 'import', 'export') }],
    ['agency-query', '机构查询', { ...buttons('query', 'add', 'export') }],
  ]),
  ...section('companyManager', '/company-manager', '公司管理', 'company', [
    [
      'company-manager',
      '公司管理',
      {
        ...superOnly,
        ...buttons('query', 'add', 'edit', 'enable', 'stop', 'assign'),
      },
    ],
    ['company-init', '公司初始化', { ...superOnly, ...buttons('query', 'add', 'import') }],
  ]),
  ...section('permission', '/permission', '权限管理', 'permission', [
    ['user-management', '用户管理', { ...buttons('query', 'add', 'edit', 'stop', 'assign', 'export') }],
    // 'stop' is the right to stop and to start again: one call does both.
    ['menu-role-management', '菜单角色', { ...buttons('query', 'add', 'edit', 'remove', 'stop', 'assign') }],
    ['data-role-management', '数据角色', { ...buttons('query', 'add', 'edit', 'remove', 'stop') }],
  ]),
  ...section('plugin', '/plugin', '插件管理', 'plugin', [
    ['plugin-package', '插件包', { ...superOnly, ...buttons('query', 'upload', 'enable', 'stop', 'remove', 'assign') }],
    ['plugin-service', '插件服务', { ...superOnly, ...buttons('query', 'edit', 'enable', 'stop', 'test') }],
    ['plugin-monitor', '插件监控', { ...superOnly, ...buttons('query', 'handle') }],
    ['plugin-package-detail', '插件包详情', { ...superOnly, ...hidden }],
  ]),
  ...section('SystemManager', '/system-manager', '系统管理', 'system', [
    ['system-config', '系统参数', { ...superOnly, ...buttons('query', 'edit') }],
    ['medical-security-config', '医保配置', { ...buttons('query', 'edit', 'upload', 'remove', 'test', 'export') }],
    [
      'medical-dll',
      '医保DLL管理',
      {
        ...superOnly,
        menuCode: 'MedicalDll',
        ...buttons('query', 'upload', 'edit', 'enable', 'stop', 'download', 'push', 'test'),
      },
    ],
    [
      'card-read-dll',
      '读卡DLL管理',
      {
        ...superOnly,
        menuCode: 'CardReadDll',
        ...buttons('query', 'upload', 'edit', 'enable', 'stop', 'download', 'push', 'test'),
      },
    ],
    ['cache-manager', '缓存管理', { ...superOnly, ...buttons('query', 'remove') }],
    ['msg-center', '消息中心', { ...buttons('query', 'add', 'export') }],
    ['api-acceptance', '接口验收', buttons('query', 'test', 'export')],
    ['auto-api-acceptance', '自动接口验收', buttons('query', 'test', 'export')],
    ['hint-management', '提示管理', { ...superOnly, ...buttons('query', 'add', 'edit', 'remove', 'test') }],
    ['lucene-manager', '索引管理', { ...buttons('query', 'handle', 'remove', 'test') }],
    ['operation-log', '操作日志', { ...adminOnly, ...buttons('query', 'export') }],
    ['upgrade-client-config', '客户端升级配置', { ...superOnly, ...buttons('query', 'upload', 'push', 'stop') }],
    ['client-monitor', '客户端监控', { ...adminOnly, ...buttons('query', 'handle') }],
    ['site-load', '站点负载', { ...superOnly, ...buttons('query', 'handle') }],
    ['slow-sql', '慢SQL', { ...superOnly, ...buttons('query', 'edit') }],
    ['service-call-statistics', '服务调用统计', buttons('query', 'export')],
    ['service-call-statistics-chart', '服务调用统计图', buttons('query')],
    ['service-hit-statistics-chart', '服务命中统计图', { ...adminOnly, ...buttons('query') }],
    ['service-hit-statistics-by-day', '按日命中', { ...adminOnly, ...hidden, ...buttons('query', 'export') }],
    ['sql-ver-management', 'SQL版本管理', { ...superOnly, ...buttons('query', 'handle', 'upload') }],
  ]),

  alias('/swiping-card', 'SwipingCard'),
  alias('/day-reconciliation', 'DayReconciliation'),
  alias('/manager-store', 'StoreData'),
  alias('/attendance', 'Attendance'),
  alias('/menu-diff', 'MenuDiff'),
  alias('/msg-center', 'MsgCenter'),
  alias('/hint-management', 'HintManagement'),
]
