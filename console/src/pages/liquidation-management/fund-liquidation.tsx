import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { defineList, hiddenColumns, late } from '../../kit/index.ts'
import { ApplicationFilter } from '../../liquidation/application-filter.tsx'
import { pull } from '../../liquidation/pull.ts'
import { tones } from '../../liquidation/tones.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const Detail = late(() => import('../../liquidation/detail.tsx'))

/** 基金清算: what each fund of the applications was granted and paid, as their centres answered last (domain.md 8.9). */
export default defineList({
  tableId: 'fund-liquidation',
  call: liquidation.fundPaged,
  exportAs: 'liquidation.fundPaged',
  empty: '还没有各基金的清算。申请清算后，按「从中心取」取得',
  initial: () => ({ from: lastMonth(), to: lastMonth() }),
  filters: [
    'from',
    'to',
    'fund',
    { key: 'storeId', title: '门店', input: StoreFilter },
    { key: 'state', more: true },
    { key: 'liquidationId', more: true, input: ApplicationFilter },
  ],
  columns: [
    { key: 'month', width: 80, sort: true },
    { key: 'storeName', width: 150, sort: true },
    { key: 'fund', width: 190, sort: true },
    { key: 'applied', width: 115, sort: true },
    { key: 'deducted', width: 105 },
    { key: 'reserved', width: 105 },
    { key: 'paid', width: 115, sort: true },
    { key: 'paidMonth', width: 90 },
    { key: 'state', width: 125, tones },
    ...hiddenColumns({ clearingId: 150, clrOptins: 95, clrType: 95, queriedAt: 110 }),
  ],
  actions: [{ ...pull('从中心取', '，取得各基金的申报、扣款、预留和拨付'), primary: true }],
  detail: ({ row, onClose }) => <Detail id={row.liquidationId} onClose={onClose} />,
})
