import { choice, code, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'

export const messageType = choice('类型', {
  notice: '通知',
  /** Its period is when the insurance centre, or this service, is out of use. */
  maintenance: '停机维护',
  order: '订单',
  reconciliation: '对账',
  liquidation: '清算',
  dictionary: '字典与目录',
  upgrade: '升级',
  approval: '审批',
  report: '报表',
})

export const messageLevel = choice('级别', { info: '普通', warning: '重要', urgent: '紧急' })

const audiences = { all: '全部', areas: '区划', stores: '门店' } as const

/** Whom a notice is for; single persons are told by the system alone. */
const messageScope = choice('范围', { ...audiences, users: '指定人员' })

/** A list row of the message centre (domain.md 8.2). */
export const messageRow = group('消息', {
  id: id('编号'),
  title: text('标题'),
  type: messageType,
  level: messageLevel,
  publisherName: text('发布人'),
  publishedAt: time('发布时间'),
  /** From when it is read; a server of before does not say it. */
  validFrom: optional(time('生效时间')),
  validTo: time('有效期至'),
  mustRead: flag('必读'),
  read: flag('已读'),
  /** Of notices that one keeps (one's own; every person's of a super administrator): how many have read it. */
  readers: optional(integer('已读人数')),
  /** And how many it was for when it was published, as far as its publisher sees their accounts; not of notices of before. */
  recipients: optional(integer('接收人数')),
  withdrawn: flag('已撤回'),
})

/** A page of the console that a notice leads to: an address with no person's number in it. */
const messageLink = group('去处', { title: text('按钮'), path: code('地址', { max: 400 }) })

export const messageDetail = group('消息', {
  ...messageRow.shape,
  content: note('内容'),
  /** Where it leads in the console. */
  link: optional(messageLink),
  scope: messageScope,
  areas: list(code('区划'), '区划'),
  stores: list(id('门店'), '门店'),
})

export const messageForm = group('消息', {
  title: text('标题', { max: 60 }),
  content: text('内容', { max: 2000 }),
  type: messageType,
  level: messageLevel,
  scope: choice('范围', audiences),
  areas: optional(list(code('区划', { max: 6 }), '区划', { max: 500 })),
  stores: optional(list(id('门店'), '门店', { max: 2000 })),
  validFrom: optional(time('生效时间')),
  validTo: optional(time('有效期至')),
  mustRead: optional(flag('必读')),
})

/** Somebody a notice is for, and whether he has read it. */
export const messageReceipt = group('接收人', {
  id: id('编号'),
  name: text('姓名'),
  userName: text('用户名'),
  storeName: optional(note('门店')),
  companyName: optional(note('公司')),
  state: choice('阅读', { unread: '未读', away: '未读就删除', read: '已读' }),
  readAt: optional(time('阅读时间')),
})
