import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { defineList, hiddenColumns, late } from '../../kit/index.ts'
import { bookTones, tones } from '../../liquidation/tones.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { actions } from './liquidation/actions.tsx'
import { batch } from './liquidation/batch.ts'
import { rowActions } from './liquidation/row-actions.ts'

const Detail = late(() => import('../../liquidation/detail.tsx'))

/** 清算申请: a closed month's money is applied for, decided by the centre and paid (domain.md 5.6, 8.9). */
export default defineList({
  tableId: 'liquidation',
  call: liquidation.paged,
  exportAs: 'liquidation.paged',
  printNeed: { menuCode: 'Liquidation', buttonCode: 'print' },
  empty: '这几个月还没有清算申请。月对账全部对平后，按「生成清算申请」',
  initial: () => ({ from: lastMonth(), to: lastMonth() }),
  filters: [
    'from',
    'to',
    'state',
    { key: 'storeId', title: '门店', input: StoreFilter },
    { key: 'clrType', more: true },
    { key: 'clrWay', more: true },
    { key: 'clrOptins', more: true },
  ],
  columns: [
    { key: 'month', width: 80, sort: true },
    { key: 'storeName', width: 120, sort: true },
    { key: 'state', width: 118, sort: true, tones },
    { key: 'books', width: 102, tones: bookTones },
    { key: 'persons', width: 80 },
    { key: 'total', width: 110, sort: true },
    { key: 'recognised', width: 102 },
    { key: 'fund', width: 110, sort: true },
    { key: 'appliedAt', width: 95, sort: true },
    ...hiddenColumns({ account: 110, cash: 110, clrType: 95, clrWay: 95, clrOptins: 95, insutype: 130 }),
    ...hiddenColumns({ beginDay: 105, endDay: 105, eventId: 170, appliedBy: 90, operatorName: 90, createdAt: 110 }),
    ...hiddenColumns({ deducted: 100, reserved: 100, granted: 110, paid: 110, paidMonth: 90, centreState: 90 }),
    ...hiddenColumns({ differs: 220, message: 220, editReason: 180, queriedAt: 110 }),
  ],
  actions,
  batch,
  rowActions,
  actionsWidth: 133,
  detail: ({ row, onClose }) => <Detail id={row.id} onClose={onClose} />,
})
