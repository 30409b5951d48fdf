import { acceptance } from '@yibao/shared/calls/acceptance.ts'
import { againAction, startAction } from '../../acceptance/start.ts'
import { runTones } from '../../acceptance/tones.ts'
import { act, defineList, hiddenColumns, late, type RowOf } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'

const RunDetail = late(() => import('../../acceptance/run-detail.tsx'))

type Row = RowOf<typeof acceptance.history>

/** 自动接口验收: the whole scenario of a store in one go (SPEC 7, domain.md 8.2). */
export default defineList({
  tableId: 'auto-api-acceptance',
  call: acceptance.history,
  exportAs: 'acceptance.history',
  empty: '还没有验收过。新门店接入医保后，按「一键验收」把全部交易跑一遍',
  filters: ['from', 'to', 'state', { key: 'storeId', input: StoreFilter }],
  columns: [
    { key: 'startedAt', width: 112, sort: true },
    { key: 'storeName', width: 150 },
    { key: 'state', width: 100, tones: runTones },
    { key: 'passed', width: 70 },
    { key: 'failed', width: 80 },
    { key: 'steps', width: 70 },
    { key: 'maskedName', width: 110 },
    { key: 'operatorName', width: 100 },
    { key: 'note', width: 130 },
    ...hiddenColumns({ endedAt: 150 }),
  ],
  detail: ({ row, onClose }) => <RunDetail input={{ id: row.id }} onClose={onClose} />,
  actions: [startAction({ key: 'start', text: '一键验收', primary: true }, () => ({}))],
  rowActions: [
    startAction({ key: 'again', text: '再验收' }, ({ storeId }: Row) => ({ storeId })),
    againAction,
    act({
      key: 'stop',
      text: '停止',
      call: acceptance.stop,
      shown: ({ state }: Row) => state === 'running',
      input: ({ id }: Row) => ({ id }),
      done: '正在停止，已结算的会先撤销',
    }),
  ],
})
