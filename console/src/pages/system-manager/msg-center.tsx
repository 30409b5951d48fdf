import { message } from '@yibao/shared/calls/message.ts'
import { callServer } from '../../api/index.ts'
import { act, defineList, type RowOf } from '../../kit/index.ts'
import { AreasSelect } from '../../organisation/area-select.tsx'
import { StoresSelect } from '../../organisation/store-select.tsx'
import { MessageDetail } from './msg-center/detail.tsx'

type Row = RowOf<typeof message.paged>
const idsOf = (rows: readonly Row[]) => ({ ids: rows.map(({ id }) => id) })
/** One's own list of what was published: nothing there can be read or moved away, only withdrawn. */
const published = ({ readers }: Row) => readers !== undefined
const withdrawable = (row: Row) => published(row) && !row.withdrawn
const received = (rows: readonly Row[]) => !rows.some(published)
const levelTones = { info: 'off', warning: 'warn', urgent: 'harm' } as const

/** 消息中心: notices unread, read and published by oneself; new ones come by themselves (domain.md 8.2). */
export default defineList({
  tableId: 'msg-center',
  call: message.paged,
  empty: '没有消息',
  views: 'tab',
  initial: () => ({ tab: 'unread' as const }),
  filters: ['keyword', 'type', 'level', 'from', 'to'],
  columns: [
    { key: 'title', width: 360, render: ({ title, read }) => (read ? title : <b>{title}</b>) },
    { key: 'type', width: 110 },
    { key: 'level', width: 90, tones: levelTones },
    { key: 'publisherName', width: 120 },
    { key: 'publishedAt', width: 130 },
    { key: 'mustRead', width: 80, tones: { true: 'warn' } },
    { key: 'readers', width: 90 },
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
  actions: [
    act({
      key: 'publish',
      text: '发布消息',
      primary: true,
      call: message.publish,
      form: {
        wide: true,
        fields: ['title', 'content', 'type', 'level', 'scope', 'areas', 'stores', 'validFrom', 'validTo', 'mustRead'],
        initial: () => ({ type: 'notice', level: 'info', scope: 'all', mustRead: false }),
        intro: '范围选「全部」时，发给你能看到的所有人。',
        inputs: { areas: AreasSelect, stores: StoresSelect },
        okText: '发布',
        cancelText: '不发布',
        check: ({ scope, areas, stores }): Record<string, string> | undefined => {
          if (scope === 'stores' && !(stores as string[] | undefined)?.length) return { stores: '请选择门店' }
          if (scope === 'areas' && !(areas as string[] | undefined)?.length) return { areas: '请选择区划' }
        },
      },
      done: '消息已发布',
    }),
    act({ key: 'readAll', text: '全部已读', call: message.readAll, done: '已全部标为已读' }),
  ],
  batch: [
    act({
      key: 'read',
      text: '标为已读',
      call: message.read,
      shown: received,
      input: idsOf,
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
