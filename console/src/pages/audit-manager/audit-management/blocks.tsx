import { audit } from '@yibao/shared/calls/audit.ts'
import { lastDays } from '@yibao/shared/time.ts'
import { defineList, hiddenColumns } from '../../../kit/index.ts'
import { StoreFilter } from '../../../organisation/store-filter.tsx'

/** 拦截记录: purchases that a rule stopped before money moved, and how often (domain.md 8.15). */
const Blocks = defineList({
  tableId: 'audit-blocks',
  call: audit.blockPaged,
  exportAs: 'audit.blockPaged',
  empty: '这段时间没有被拦截的购药。级别为「拦截」的规则拦下的购药出现在这里',
  initial: () => lastDays(30),
  filters: ['from', 'to', 'kind', 'rule', 'operatorName', { key: 'storeId', more: true, input: StoreFilter }],
  columns: [
    { key: 'at', width: 100, sort: true },
    { key: 'times', width: 95, sort: true },
    { key: 'ruleName', width: 150 },
    { key: 'drug', width: 140 },
    // The drug stands beside it.
    {
      key: 'message',
      width: 190,
      text: ({ drug, message }) => (message.startsWith(`${drug} `) ? message.slice(drug.length + 1) : message),
    },
    { key: 'basket', width: 150 },
    { key: 'maskedName', width: 75 },
    { key: 'operatorName', width: 90 },
    { key: 'amount', width: 95, sort: true },
    ...hiddenColumns({ storeName: 150, rule: 80, kind: 90, quantity: 70, nationalCode: 210, firstAt: 110 }),
  ],
})

export default Blocks
