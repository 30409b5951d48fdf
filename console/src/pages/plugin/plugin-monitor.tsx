import { plugin } from '@yibao/shared/calls/plugin.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { act, defineList, hiddenColumns, late, type RowOf } from '../../kit/index.ts'

type Row = RowOf<typeof plugin.monitorPaged>
const tones = { running: 'good', faulty: 'harm', silent: 'warn' } as const

const PluginLog = late(() => import('./plugin-monitor/log.tsx'))

/** 插件监控: what each node has loaded and what it does with it (domain.md 8.14). Super administrators only. */
export default defineList({
  tableId: 'plugin-monitor',
  call: plugin.monitorPaged,
  empty: '没有节点载入插件。插件启用并绑定区划后，约 10 秒出现在这里',
  filters: ['keyword', 'node', 'state'],
  refreshEvery: 10_000,
  columns: [
    { key: 'name', width: 140 },
    { key: 'version', width: 76 },
    { key: 'node', width: 150, sort: true },
    { key: 'state', width: 94, tones },
    { key: 'calls', width: 80, sort: true },
    { key: 'errors', width: 70, sort: true, render: ({ errors }) => (errors ? <b>{formatCount(errors)}</b> : 0) },
    { key: 'ms', width: 140, text: ({ calls, ms }) => (calls ? formatCount(ms) : '--') },
    { key: 'lastError', width: 106 },
    { key: 'since', width: 100 },
    ...hiddenColumns({ lastErrorAt: 110, seenAt: 110, plugin: 130 }),
  ],
  detail: ({ row, onClose }) => <PluginLog row={row} onClose={onClose} />,
  rowActions: [
    act({
      key: 'reload',
      text: '重新加载',
      call: plugin.monitorCommand,
      input: ({ plugin: of }: Row) => ({ plugin: of, command: 'reload' as const }),
      confirm: ({ name }: Row) => ({
        title: `重新加载「${name}」`,
        tips: '所有节点重新读取它，调用和出错从零计数。正在进行的交易不受影响。',
      }),
      done: '正在重新加载，其他节点 5 秒内完成',
    }),
    act({
      key: 'stop',
      text: '停用',
      danger: true,
      call: plugin.monitorCommand,
      input: ({ plugin: of }: Row) => ({ plugin: of, command: 'stop' as const }),
      confirm: ({ name, version }: Row) => ({
        title: `停用「${name} ${version}」`,
        tips: '在所有节点和绑定的区划停用，这些区划改回标准报文；中心与标准不同的，之后的交易会被中心拒绝。恢复请到「插件包」启用。',
      }),
      done: '已停用，其他节点 5 秒内完成',
    }),
  ],
})
