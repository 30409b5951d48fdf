import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import type { rowKind } from '@yibao/shared/entities/figures.ts'
import type { infer as TypeOf } from 'zod/mini'
import { defineList, hiddenColumns, late, type RowOf, type Tone } from '../../kit/index.ts'
import { RowsHead } from '../../reconciliation/figures/rows-head.tsx'
import { bothColumns, sidesColumn } from '../../reconciliation/figures/triple.tsx'

type Row = RowOf<typeof figureBooks.dayDetail>
const RowDrawer = late(() => import('../../reconciliation/figures/row-drawer.tsx'))

const isOpen = ({ difference }: Row) => difference !== undefined && !difference.handledAt && !difference.locked

const tones: Record<TypeOf<typeof rowKind>, Tone> = {
  same: 'good',
  different: 'harm',
  local: 'warn',
  centre: 'warn',
  waiting: 'off',
  handled: 'good',
}

/** 江苏日对账明细: the settlements of a group in both books (1321); what differs is dealt with here (domain.md 8.7). */
export default defineList({
  tableId: 'js-day-reconciliation-detail-v2',
  call: figureBooks.dayDetail,
  header: RowsHead,
  printNeed: { menuCode: 'JsDayReconciliationV2', buttonCode: 'print' },
  empty: '没有符合条件的结算',
  views: 'view',
  initial: () => ({ view: 'all' as const }),
  columns: [
    { key: 'at', width: 92 },
    { key: 'maskedName', width: 72 },
    {
      key: 'setlId',
      width: 96,
      render: ({ setlId }) => <span title={setlId}>…{setlId.slice(-8)}</span>,
      text: ({ setlId }) => setlId,
    },
    { key: 'erpBill', width: 100 },
    { key: 'reversed', width: 50 },
    { key: 'kind', width: 86, tones },
    sidesColumn(2),
    ...bothColumns({ total: 96, pool: 88, account: 88, cash: 88 }),
    { key: 'handling', width: 110 },
    ...bothColumns({ aid: 88 }, { hidden: true }),
    ...hiddenColumns({ operatorName: 90, mdtrtId: 140 }),
  ],
  detail: (props) => <RowDrawer {...props} />,
  batch: [
    {
      key: 'repair',
      text: '按建议处理',
      need: { menuCode: 'JsDayReconciliationV2', buttonCode: 'handle' },
      disabled: (rows) => (rows.some(isOpen) ? undefined : '选中的结算没有未处理的差异'),
      run: async (rows, { dialogs }) => {
        const { runBatch } = await import('../../reconciliation/repair/run-batch.ts')
        const chosen = rows.filter(isOpen).flatMap(({ difference }) => difference ?? [])
        await runBatch(dialogs, chosen)
      },
    },
  ],
})
