import { choice, code, flag, group, id, integer, note, optional, text, time } from '../field.ts'

/** Whether an agent was heard of within the last 3 minutes. */
export const onlineState = choice('状态', { online: '在线', offline: '离线' })

/** An enrolled agent. What its devices do is known only while it is online and its heartbeat tells it. */
export const clientRow = group('客户端', {
  agentId: code('助手编号', { max: 64 }),
  /** The stores the asker may see, three of them by name. */
  stores: note('门店'),
  machine: note('电脑'),
  /** What its sign-ins with the centre name, where the agent tells it. */
  mac: optional(note('MAC')),
  ip: optional(note('IP')),
  online: onlineState,
  lastSeenAt: optional(time('最后心跳')),
  version: note('助手版本', { max: 40 }),
  /** The process of the signed-on user that has the devices. */
  desk: choice('桌面程序', { ready: '就绪', away: '未就绪', unknown: '不明' }),
  driver: choice('驱动', { ready: '就绪', faulty: '故障', missing: '未安装', unknown: '不明' }),
  printer: choice('打印机', {
    ready: '就绪',
    paper: '缺纸',
    faulty: '不可用',
    missing: '未见打印机',
    unknown: '不明',
  }),
  /** Each with its state, as the last heartbeat told it. */
  drivers: note('驱动明细'),
  printers: note('打印机明细'),
  enrolledAt: time('登记时间'),
  /** When the wizard was finished at it, and how, since it was bound. */
  accepted: optional(note('验收')),
  lastReadAt: optional(time('最近读卡')),
  /** Since midnight, as the agent counts. */
  reads: integer('今日读卡'),
  readFaults: integer('读卡未成功'),
  faults: integer('今日故障'),
  update: note('升级'),
  /** What the agent lost of its own records, and what somebody does about it. */
  records: optional(note('本机记录')),
  /** Every store it serves is within the asker's rights: he may unbind it. */
  manageable: flag('可管理'),
})

/** What most needs somebody, over all counters the asker sees: each narrows the list. */
export const clientTrouble = choice('情况', {
  all: '全部',
  offline: '离线',
  driver: '驱动故障',
  paper: '缺纸',
  old: '版本过旧',
})

export const clientSummary = group('客户端概况', {
  total: integer('客户端'),
  online: integer('在线'),
  offline: integer('离线'),
  driver: integer('驱动故障'),
  paper: integer('缺纸'),
  old: integer('版本过旧'),
  at: time('更新时间'),
})

export const commandKind = choice('指令', { selfTest: '自检', log: '查看日志', bundle: '诊断包', restart: '重启助手' })

/** What the list of commands names; a driver is tried on its own page. */
const shownKind = choice('指令', {
  ...{ selfTest: '自检', log: '查看日志', bundle: '诊断包', restart: '重启助手', driverTest: '试用驱动' },
})

/** A command to an agent and how it ended; expired: nobody answered in time. */
export const commandRow = group('远程操作', {
  commandId: id('指令编号'),
  kind: shownKind,
  state: choice('状态', {
    waiting: '等待客户端',
    sent: '正在执行',
    done: '已完成',
    failed: '未成功',
    expired: '没有答复',
  }),
  by: text('操作人'),
  at: time('时间'),
  doneAt: optional(time('完成时间')),
})

export const commandResult = group('远程操作结果', { ...commandRow.shape, text: note('内容', { max: 500_000 }) })

/** A counter PC that was registered for its ERP's silent login (SPEC 3: clientNo). */
export const registeredRow = group('登记的电脑', {
  id: id('编号'),
  clientNo: code('客户端编号', { max: 40 }),
  /** What people call this PC. */
  pcName: note('电脑'),
  storeName: text('门店'),
  /** Whose session its ERP opens. */
  operator: text('登记的操作员'),
  standing: choice('状态', {
    ready: '可以登录',
    stopped: '操作员已停用',
    moved: '操作员不在本店',
    closed: '门店已关闭',
  }),
  companyName: text('公司'),
})
