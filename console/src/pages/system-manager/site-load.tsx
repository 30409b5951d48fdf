import type { InputOf } from '@yibao/shared/call.ts'
import { siteLoad } from '@yibao/shared/calls/site-load.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { type Action, defineList, hiddenColumns, late, needOf, type RowOf } from '../../kit/index.ts'
import { Head } from './site-load/head.tsx'
import { useRefreshEvery } from './site-load/refresh.ts'
import { stateTones } from './site-load/tones.ts'

type Row = RowOf<typeof siteLoad.current>

const NodeDetail = late(() => import('./site-load/detail.tsx'))

interface Order {
  key: InputOf<typeof siteLoad.command>['order']
  text: string
  shown: (row: Row) => boolean
  tips: string
  /** Asked once more of the last node that serves. */
  last?: string
  done: string
}

const living = ({ state }: Row) => state === 'serving' || state === 'draining' || state === 'drained'

const orders: readonly Order[] = [
  {
    key: 'drain',
    text: '排空',
    shown: ({ state }) => state === 'serving',
    tips: '负载均衡不再把新请求送到这个节点，它的定时任务停下；正在处理的请求做完，正在进行的结算不会中断。进程不退出，随时可以恢复。',
    last: '没有别的节点在服务：负载均衡会认为整个系统不可用，门店将不能结算；自动核实、对账等任务也停下，直到恢复。',
    done: '已要求排空，处理中的请求做完后显示「已排空」',
  },
  {
    key: 'resume',
    text: '恢复',
    shown: ({ state }) => state === 'draining' || state === 'drained' || state === 'restarting',
    tips: '这个节点重新接受请求和任务。',
    done: '已恢复，几秒后负载均衡重新使用这个节点',
  },
  {
    key: 'restart',
    text: '重启',
    shown: (row) => row.restartable && living(row),
    tips: '先排空：正在处理的请求做完，正在进行的结算不会中断，最长约 5 分钟；然后进程退出，由看护它的程序再启动。',
    last: '没有别的节点在服务：从退出到再次就绪约几秒钟，门店的操作会提示系统正在启动，请避开忙时。',
    done: '已要求重启，处理中的请求做完后退出并再启动',
  },
]

const { reason } = siteLoad.command.input.shape

const actionOf = ({ key, text, shown, tips, last, done }: Order): Action<Row> => ({
  key,
  text,
  shown,
  danger: key !== 'resume',
  need: needOf(siteLoad.command),
  run: async ({ id, name, last: isLast }, { dialogs }) => {
    const words = { okText: text, cancelText: `不${text}`, danger: key !== 'resume' }
    let given = ''
    const filled = await dialogs.form({
      ...words,
      title: `${text}节点「${name}」`,
      intro: tips,
      shape: { reason },
      submit: async (values) => {
        given = String(values.reason)
      },
    })
    if (!filled) return
    const alone = isLast ? last : undefined
    if (alone && !(await dialogs.confirm({ ...words, title: `「${name}」是最后一个服务的节点`, tips: alone }))) return
    await callServer(siteLoad.command, { id, order: key, reason: given, ...(alone && { last: true }) })
    ui().success(done)
  },
})

/** 站点负载: the nodes of this installation, how they are and what they are asked to be (domain.md 8.2). Super administrators only. */
export default defineList({
  tableId: 'site-load',
  call: siteLoad.current,
  empty: '还没有节点报到；服务启动后几秒内出现在这里，请刷新',
  refreshEvery: useRefreshEvery,
  header: Head,
  filters: ['node'],
  columns: [
    { key: 'name', width: 132, sort: true },
    { key: 'state', width: 92, tones: stateTones },
    { key: 'cpu', width: 72 },
    { key: 'rss', width: 86 },
    { key: 'lag', width: 104 },
    { key: 'rate', width: 78 },
    { key: 'active', width: 76 },
    { key: 'queue', width: 64 },
    { key: 'db', width: 90 },
    { key: 'p95', width: 112 },
    { key: 'version', width: 80 },
    ...hiddenColumns({
      role: 80,
      uptime: 110,
      p50: 112,
      heap: 80,
      dbUsed: 90,
      host: 140,
      since: 130,
      heartbeatAt: 130,
    }),
    ...hiddenColumns({ asked: 220, id: 160 }),
  ],
  detail: ({ row, onClose }) => <NodeDetail row={row} onClose={onClose} />,
  // 排空 or 恢复, and 重启: never all three.
  actionsWidth: 104,
  rowActions: orders.map(actionOf),
})
