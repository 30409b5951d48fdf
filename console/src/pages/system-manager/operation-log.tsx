import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { defineList } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { OperationDetail } from './operation-log/detail.tsx'

/** 操作日志: who did what, with what came of it; errors of pages are among them (domain.md 8.2). */
export default defineList({
  tableId: 'operation-log',
  call: operationLog.paged,
  exportAs: 'operationLog.paged',
  empty: '这段时间没有操作。请放宽时间或条件',
  initial: () => ({ from: `${addDays(formatDay(new Date()), -6)} 00:00:00` }),
  filters: [
    'from',
    'to',
    'userName',
    'module',
    'result',
    { key: 'keyword', title: '查找', placeholder: '对象、结果、请求号' },
    { key: 'storeId', more: true, input: StoreFilter },
    { key: 'action', more: true },
    { key: 'ip', more: true },
  ],
  columns: [
    { key: 'at', width: 150, sort: true },
    { key: 'userName', width: 100 },
    { key: 'storeName', width: 150 },
    { key: 'module', width: 100 },
    { key: 'action', width: 130 },
    { key: 'target', width: 160 },
    { key: 'ok', width: 80, tones: { true: 'good', false: 'harm' } },
    { key: 'message', width: 170 },
    { key: 'ms', width: 90, sort: true, hidden: true },
    { key: 'ip', width: 120, hidden: true },
    { key: 'client', width: 160, hidden: true },
    { key: 'areaCode', width: 90, hidden: true },
  ],
  detail: ({ row, onClose }) => <OperationDetail input={{ id: row.id }} onClose={onClose} />,
})
