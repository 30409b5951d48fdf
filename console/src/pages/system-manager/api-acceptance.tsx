import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { startAction } from '../../acceptance/start.ts'
import { stepTones } from '../../acceptance/tones.ts'
import { defineList, hiddenColumns, late, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const StepDetail = late(() => import('../../acceptance/step-detail.tsx'))

type Row = RowOf<typeof acceptance.paged>

/** 接口验收: the newest result of each transaction of a store, with what went over the line (domain.md 8.2). */
export default defineList({
  tableId: 'api-acceptance',
  call: acceptance.paged,
  exportAs: 'acceptance.paged',
  empty: '没有符合条件的验收结果。还没有验收过的门店，按「一键验收」开始',
  filters: [{ key: 'storeId', input: StoreFilter }, 'infno', 'state', 'from', 'to'],
  columns: [
    { key: 'storeName', width: 150 },
    { key: 'infno', width: 70, sort: true },
    { key: 'name', width: 150 },
    { key: 'state', width: 100, tones: stepTones },
    { key: 'text', width: 250 },
    { key: 'ms', width: 110, sort: true },
    { key: 'at', width: 110, sort: true },
    ...hiddenColumns({ infcode: 80, msgid: 280, deviations: 200, operatorName: 90 }),
  ],
  detail: ({ row, onClose }) => <StepDetail row={row} onClose={onClose} />,
  actions: [startAction({ key: 'start', text: '一键验收', primary: true }, () => ({}))],
  batch: [
    {
      ...startAction({ key: 'runMarked', text: '运行' }, (rows: readonly Row[]) => ({
        storeId: rows[0]!.storeId,
        infnos: rows.map(({ infno }) => infno),
      })),
      disabled: (rows) =>
        rows.some(({ storeId }) => storeId !== rows[0]!.storeId) ? '一次只能运行一家门店的交易' : undefined,
    },
  ],
  rowActions: [
    startAction({ key: 'run', text: '运行' }, ({ storeId, infno }: Row) => ({
      storeId,
      infnos: [infno],
    })),
  ],
})
