import { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { act, defineList, late, needOf, type RowOf } from '../../kit/index.ts'
import { CompanySelect } from '../../organisation/company-select.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { Summary } from './client-monitor/summary.tsx'
import { deviceTones } from './client-monitor/tones.ts'

type Row = RowOf<typeof clientMonitor.paged>

const ClientDetail = late(() => import('./client-monitor/detail.tsx'))
const Registered = late(() => import('./client-monitor/registered.tsx'))

/** 客户端监控: every counter live, what is wrong with it, and what can be done about it from here (domain.md 8.2). */
export default defineList({
  tableId: 'client-monitor',
  call: clientMonitor.paged,
  rowKey: 'agentId',
  empty: '没有符合条件的客户端。电脑在安装初始化中登记后，出现在这里',
  refreshEvery: 30_000,
  header: Summary,
  views: 'trouble',
  initial: () => ({ trouble: 'all' as const }),
  filters: [
    'keyword',
    { key: 'storeId', input: StoreFilter },
    'online',
    'version',
    { key: 'companyId', more: true, input: CompanySelect },
  ],
  columns: [
    { key: 'machine', width: 124, sort: true },
    { key: 'stores', width: 140 },
    { key: 'online', width: 80, sort: true, tones: { online: 'good', offline: 'harm' } },
    { key: 'lastSeenAt', width: 104, sort: true },
    { key: 'version', width: 90, sort: true },
    { key: 'desk', width: 90, tones: deviceTones },
    { key: 'driver', width: 90, tones: deviceTones },
    { key: 'printer', width: 100, tones: deviceTones },
    { key: 'lastReadAt', width: 104 },
    { key: 'faults', width: 80 },
    { key: 'reads', width: 80, hidden: true },
    { key: 'readFaults', width: 100, hidden: true },
    { key: 'update', width: 200, hidden: true },
    { key: 'records', width: 200, hidden: true },
    { key: 'drivers', width: 240, hidden: true },
    { key: 'printers', width: 200, hidden: true },
    { key: 'enrolledAt', width: 110, sort: true, hidden: true },
    { key: 'agentId', width: 200, hidden: true },
  ],
  detail: ({ row, onClose }) => <ClientDetail row={row} onClose={onClose} />,
  actions: [
    {
      key: 'registered',
      text: '客户端编号',
      need: needOf(clientMonitor.registered),
      run: (_, { dialogs }) => dialogs.open<void>((done) => <Registered dialogs={dialogs} onClose={() => done()} />),
    },
  ],
  rowActions: [
    act({
      key: 'unbind',
      text: '解除绑定',
      danger: true,
      call: clientMonitor.unbind,
      disabled: ({ manageable }: Row) => (manageable ? undefined : '还服务于权限外的门店，请联系超级管理员'),
      input: ({ agentId }: Row) => ({ agentId }),
      confirm: ({ machine, stores }: Row) => ({
        title: `解除「${machine}」的绑定`,
        tips: `门店：${stores}。这台电脑立即不能读卡，正在进行的读卡会被拒绝；电子凭证仍可扫码。要恢复须在这台电脑上打开「安装初始化」重新登记。`,
      }),
      done: '已解除绑定，这台电脑须重新登记',
    }),
  ],
})
