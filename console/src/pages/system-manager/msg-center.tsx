import { message } from '@yibao/shared/calls/message.ts'
import { callServer } from '../../api/index.ts'
import { act, defineList, late, needOf, type RowOf } from '../../kit/index.ts'
import { MessageDetail } from './msg-center/detail.tsx'
import { publishMessage } from './msg-center/publish.ts'

type Row = RowOf<typeof message.paged>
const Receipts = late(() => import('./msg-center/receipts.tsx'))
const idsOf = (rows: readonly Row[]) => ({ ids: rows.map(({ id }) => id) })
/** Of the list of what was published, by oneself or (a super administrator's) by anybody: it is not read or moved away, only withdrawn. */
const published = ({ readers }: Row) => readers !== undefined
const withdrawable = (row: Row) => published(row) && !row.withdrawn
const received = (rows: readonly Row[]) => !rows.some(published)
const levelTones = { info: 'off', warning: 'warn', urgent: 'harm' } as const

/** 消息中心: notices unread, read and published; new ones come by themselves (domain.md 8.2). */
export default defineList({
  tableId: 'msg-center',
  call: message.paged,
  empty: '没有消息',
  views: 'tab',
  initial: () => ({ tab: 'unread' as const }),
  filters: ['keyword', 'type', 'level', 'from', 'to'],
  columns: [
    { key: 'title', width: 260, render: ({ title, read }) => (read ? title : <b>{title}</b>) },
    { key: 'type', width: 100 },
    { key: 'level', width: 80, tones: levelTones },
    { key: 'publisherName', width: 100 },
    { key: 'publishedAt', width: 115 },
    { key: 'mustRead', width: 70, tones: { true: 'warn' } },
    { key: 'readers', width: 90 },
    { key: 'recipients', width: 90 },
    { key: 'validFrom', width: 130, hidden: true },
    { key: 'validTo', width: 130, hidden: true },
    { key: 'withdrawn', width: 80, hidden: true, tones: { true: 'off' } },
  ],
  detail: ({ row, onClose, tools }) => (
    <MessageDetail
      input={{ id: row.id }}
      onClose={() => {
        onClose()
        if (row.read) return
        callServer(message.read, { ids: [row.id] }, { silent: true }).then(tools.refetch, () => undefined)
      }}
    />
  ),
  actions: [publishMessage, act({ key: 'readAll', text: '全部已读', call: message.readAll, done: '已全部标为已读' })],
  batch: [
    act({
      key: 'read',
      text: '标为已读',
      call: message.read,
      shown: received,
      input: idsOf,
      runAll: async ({ input: { tab: _, ...filters } }) => {
        await callServer(message.readAll, filters)
      },
    }),
    act({
      key: 'delete',
      text: '删除',
      danger: true,
      call: message.delete,
      shown: received,
      input: idsOf,
      confirm: (rows: readonly Row[]) => ({
        title: `删除 ${rows.length} 条消息`,
        tips: '只从自己的列表中移走，别人仍能看到。',
      }),
    }),
    act({
      key: 'withdraw',
      text: '撤回',
      danger: true,
      call: message.delete,
      shown: (rows: readonly Row[]) => rows.some(withdrawable),
      input: (rows: readonly Row[]) => ({ ...idsOf(rows.filter(withdrawable)), withdraw: true }),
      confirm: (rows: readonly Row[]) => ({
        title: `撤回 ${rows.filter(withdrawable).length} 条消息`,
        tips: '所有人都不再看到。',
      }),
      done: '消息已撤回',
    }),
  ],
  rowActions: [
    {
      key: 'receipts',
      text: '接收情况',
      need: needOf(message.receipts),
      shown: published,
      run: (notice, { dialogs }) => dialogs.open<void>((done) => <Receipts notice={notice} onClose={() => done()} />),
    },
    act({
      key: 'withdraw',
      text: '撤回',
      danger: true,
      call: message.delete,
      shown: withdrawable,
      input: ({ id }: Row) => ({ ids: [id], withdraw: true }),
      confirm: ({ title }: Row) => ({ title: `撤回「${title}」`, tips: '所有人都不再看到这条消息。' }),
      done: '消息已撤回',
    }),
  ],
})
