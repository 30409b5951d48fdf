import { choice, code, flag, group, note, optional, time } from '../field.ts'

/** Whether an agent was heard of within the last 3 minutes. */
export const onlineState = choice('状态', { online: '在线', offline: '离线' })

/** An enrolled agent. What its devices do is known only while it is online and its heartbeat tells it. */
export const clientRow = group('客户端', {
  agentId: code('助手编号', { max: 64 }),
  /** The stores the asker may see, three of them by name. */
  stores: note('门店'),
  machine: note('电脑'),
  online: onlineState,
  lastSeenAt: optional(time('最后心跳')),
  version: note('助手版本', { max: 40 }),
  /** The process of the signed-on user that has the devices. */
  desk: choice('桌面程序', { ready: '就绪', away: '未就绪', unknown: '不明' }),
  driver: choice('驱动', { ready: '就绪', faulty: '故障', missing: '未安装', unknown: '不明' }),
  printer: choice('打印机', { ready: '就绪', faulty: '不可用', missing: '未见打印机', unknown: '不明' }),
  /** Each with its state, as the last heartbeat told it. */
  drivers: note('驱动明细'),
  printers: note('打印机明细'),
  enrolledAt: time('登记时间'),
  /** Every store it serves is within the asker's rights: he may unbind it. */
  manageable: flag('可管理'),
})
