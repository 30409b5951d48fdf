import { get, pageOf, paging, post } from '../call.ts'
import {
  messageDetail,
  messageForm,
  messageLevel,
  messageReceipt,
  messageRow,
  messageType,
} from '../entities/message.ts'
import { choice, flag, group, id, integer, list, note, optional, time } from '../field.ts'

const menu = 'MsgCenter'
const found = { noun: '消息', page: menu, by: 'keyword', title: 'title', about: ['publishedAt'], key: 'id' } as const
const filters = {
  keyword: optional(note('标题', { max: 60 })),
  type: optional(messageType),
  level: optional(messageLevel),
  from: optional(time('开始时间')),
  to: optional(time('结束时间')),
}
const ids = list(id('消息'), '消息', { max: 500 })

/** Notices. The bell of every page uses `unread`, `paged`, `get` and the two `read`: they need no menu. */
export const message = {
  paged: get('/api/Message/Paged', {
    title: '消息列表',
    input: {
      ...paging,
      tab: choice('页签', { unread: '未读', read: '已读', sent: '已发布' }),
      ...filters,
    },
    result: pageOf(messageRow),
    search: [
      { ...found, always: { tab: 'unread' }, filters: { keyword: 'title' } },
      { ...found, always: { tab: 'read' }, filters: { keyword: 'title' } },
      { ...found, always: { tab: 'sent' }, filters: { keyword: 'title' } },
    ],
  }),
  unread: get('/api/Message/Unread', {
    title: '未读消息数',
    result: group('未读', { count: integer('未读'), mustRead: optional(messageDetail) }),
  }),
  get: get('/api/Message/Get/:id', { title: '消息', input: { id: id('消息') }, result: messageDetail }),
  /**
   * Of a notice one published: who it is for now, as far as one sees their accounts, whoever has not read it first.
   */
  receipts: get('/api/Message/Receipts/:id', {
    title: '消息接收情况',
    menu,
    input: {
      id: id('消息'),
      ...paging,
      keyword: optional(note('姓名/用户名/门店', { max: 60 })),
      state: optional(messageReceipt.shape.state),
    },
    result: pageOf(messageReceipt),
  }),
  read: post('/api/Message/Read', {
    title: '标为已读',
    input: { ids },
    result: group('未读', { count: integer('未读') }),
  }),
  /** What matches the filters, all of it without one. */
  readAll: post('/api/Message/ReadAll', {
    title: '全部已读',
    input: filters,
    result: group('未读', { count: integer('未读') }),
  }),
  publish: post('/api/Message/Publish', {
    title: '发布消息',
    menu,
    button: 'add',
    audit: { action: '发布消息', record: ['title', 'type', 'level', 'scope', 'areas', 'stores'] },
    input: messageForm.shape,
    result: messageDetail,
  }),
  /** Puts a notice away for the asker; `withdraw`: takes back what he published, or anybody did where he is a super administrator, for everybody. */
  delete: post('/api/Message/Delete', {
    title: '删除消息',
    audit: { action: '删除消息', record: ['ids', 'withdraw'] },
    input: { ids, withdraw: optional(flag('撤回')) },
  }),
}
