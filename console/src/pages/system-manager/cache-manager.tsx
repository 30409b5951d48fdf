import type { ResultOf } from '@yibao/shared/call.ts'
import { cache } from '@yibao/shared/calls/cache.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Input } from 'antd'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { act, defineList, type RowOf } from '../../kit/index.ts'

type Row = RowOf<typeof cache.paged>

const say = ({ removed, others }: ResultOf<typeof cache.remove>) =>
  ui().success(
    others
      ? `本节点已删除 ${formatCount(removed)} 条，并已通知其他 ${others} 个节点删除。下次使用时重新读取`
      : `已删除 ${formatCount(removed)} 条，下次使用时重新读取`,
  )

/** 缓存管理: what the node that answers keeps in memory, honestly little; removed on every node (domain.md 8.2). Super administrators only. */
export default defineList({
  tableId: 'cache-manager',
  call: cache.paged,
  rowKey: 'key',
  empty: '现在没有缓存，使用后自动产生',
  filters: ['prefix', 'node'],
  columns: [
    { key: 'key', width: 200 },
    { key: 'kind', width: 100 },
    { key: 'title', width: 160 },
    { key: 'entries', width: 80 },
    { key: 'size', width: 100 },
    { key: 'ttl', width: 110, text: ({ ttl }) => (ttl ? `${ttl} 秒` : '到服务重启') },
    { key: 'hits', width: 90 },
    { key: 'node', width: 145 },
  ],
  actions: [
    act({
      key: 'prefix',
      text: '按前缀删除',
      call: cache.remove,
      input: () => ({ prefix: true }),
      form: {
        fields: ['key'],
        intro: '删除每个节点上键以这段文字开头的全部缓存。列表只显示答复本页的节点。',
        okText: '删除',
        cancelText: '不删除',
      },
      after: say,
    }),
    act({
      key: 'clear',
      text: '清空一类',
      call: cache.clear,
      form: {
        fields: ['kind'],
        initial: () => ({ kind: 'dictionary' }),
        intro: '清空每个节点上的这一类。下次使用时重新读取，只会慢一次。',
        okText: '清空',
        cancelText: '不清空',
      },
      after: say,
    }),
  ],
  rowActions: [
    {
      key: 'value',
      text: '查看',
      run: async ({ key }, { dialogs }) => {
        const { value } = await callServer(cache.get, { key })
        await dialogs.confirm({
          title: key,
          tips: <Input.TextArea readOnly aria-label={key} value={value} autoSize={{ maxRows: 20 }} />,
          okText: '关闭',
        })
      },
    },
    act({
      key: 'remove',
      text: '删除',
      danger: true,
      call: cache.remove,
      input: ({ key }: Row) => ({ key }),
      confirm: ({ key }: Row) => ({
        title: `删除缓存「${key}」`,
        tips: '从每个节点删除。下次使用时重新读取，只会慢一次。',
      }),
      after: say,
    }),
  ],
})
