import { sale } from '@yibao/shared/calls/sale.ts'
import { lastDays } from '@yibao/shared/time.ts'
import { act, defineList, hiddenColumns, late, type Matching, type RowOf, type Tone } from '../../kit/index.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { completeLine } from './sale-info-detail/complete.ts'
import { OrderFilter } from './sale-info-detail/order-filter.tsx'

type Row = RowOf<typeof sale.paged>
const SaleRecord = late(() => import('./sale-info-detail/record.tsx'))

const tones: Record<Row['state'], Tone> = {
  waiting: 'action',
  uploaded: 'good',
  refused: 'harm',
  unknown: 'warn',
  deleted: 'off',
  needless: 'off',
}
const uploadable = ({ state }: Row) => state !== 'uploaded' && state !== 'needless'
/** Of all that are ticked nobody means what he took away from the centre: that has the button of its own row. */
const uploadableMarked = (row: Row) => uploadable(row) && row.state !== 'deleted'
const batchable = ({ state, kind }: Row) => kind === 'sale' && (state === 'waiting' || state === 'refused')
const idsOf = (rows: readonly Row[]) => ({ ids: rows.map(({ id }) => id) })
const batchFields = ['lot', 'madeOn', 'expiresOn'] as const

/** Everything that matches: a centre has refused a whole period, say. */
const uploadAll = act({
  key: 'uploadAll',
  text: '上传',
  call: sale.upload,
  input: ({ input }: Matching) => input,
  progress: '上传销售明细',
})

/** 销售明细: what the centre is told of the packs that were sold, of one order or of a store's days (domain.md 8.7). */
export default defineList({
  tableId: 'sale-info-detail',
  call: sale.paged,
  exportAs: 'sale.paged',
  empty: '没有符合条件的销售明细。结算后约 1 分钟出现；请放宽日期，或清除条件',
  initial: () => lastDays(7),
  filters: [
    'from',
    'to',
    'state',
    { key: 'keyword', title: '查找', placeholder: '订单号、追溯码' },
    'name',
    { key: 'needs', more: true },
    { key: 'lot', more: true },
    { key: 'kind', more: true },
    { key: 'storeId', more: true, input: StoreFilter },
    // Set when an order leads here.
    { key: 'orderId', title: '订单', more: true, input: OrderFilter },
  ],
  columns: [
    { key: 'name', width: 150 },
    { key: 'lot', width: 95 },
    { key: 'quantity', width: 55 },
    {
      key: 'traceCode',
      width: 95,
      render: ({ traceCode }) => (traceCode ? <span title={traceCode}>…{traceCode.slice(-8)}</span> : undefined),
    },
    { key: 'state', width: 95, tones },
    { key: 'message', width: 140 },
    { key: 'kind', width: 60, tones: { return: 'warn' } },
    { key: 'orderNo', width: 181 },
    { key: 'soldAt', width: 95, sort: true },
    ...hiddenColumns({ no: 60, ownCode: 100, nationalCode: 210, spec: 110, producer: 160, madeOn: 105 }),
    ...hiddenColumns({ expiresOn: 105, unit: 60, price: 90, amount: 90, uploadedAt: 110, batchNo: 260 }),
    ...hiddenColumns({ storeName: 180, operatorName: 90 }),
  ],
  detail: ({ row, onClose }) => <SaleRecord row={row} onClose={onClose} />,
  rowActions: [
    completeLine,
    act({
      key: 'upload',
      text: '上传',
      call: sale.upload,
      shown: uploadable,
      input: ({ id }: Row) => ({ ids: [id] }),
      progress: '上传销售明细',
    }),
    act({
      key: 'delete',
      text: '删除',
      danger: true,
      call: sale.delete,
      shown: ({ state }: Row) => state === 'uploaded' || state === 'unknown',
      input: ({ id }: Row) => ({ id }),
      form: {
        fields: ['reason'],
        title: ({ name, orderNo }: Row) => `删除中心记录 ${orderNo} ${name}`,
        intro: '医保中心不再有这条记录，订单和结算不变。改好后可以重新上传；一直不上传，这盒药在中心没有销售记录。',
        okText: '删除中心记录',
        cancelText: '不删除',
      },
      done: '中心记录已删除，可以补录后重新上传',
    }),
    act({
      key: 'notHeld',
      text: '中心没有',
      danger: true,
      call: sale.notHeld,
      shown: ({ state, needs }: Row) => state === 'unknown' && needs === 'person',
      input: ({ id }: Row) => ({ id }),
      confirm: ({ orderNo, name }: Row) => ({
        title: `医保中心没有 ${orderNo} ${name} 这条记录吗？`,
        final: true,
        tips: '请先在医保中心的系统里按上传流水号查过。确认后系统当它没有传到，会重新上传；中心其实有时，同一盒药会记两次。中心有的，请按「删除」。',
        okText: '中心没有',
        cancelText: '再查一查',
      }),
      done: '已按中心没有处理',
    }),
  ],
  actionsWidth: 90,
  batch: [
    act({
      key: 'uploadMarked',
      text: '上传',
      call: sale.upload,
      disabled: (rows: readonly Row[]) =>
        rows.some(uploadableMarked) ? undefined : '选中的明细都不用上传；已删除的请在行内按「上传」',
      input: (rows: readonly Row[]) => idsOf(rows.filter(uploadableMarked)),
      progress: '上传销售明细',
      runAll: uploadAll.run,
    }),
    act({
      key: 'batch',
      text: '填写批号',
      call: sale.saveBatch,
      disabled: (rows: readonly Row[]) => {
        if (!rows.some(batchable)) return '选中的明细都不能填写批号'
        return new Set(rows.map(({ ownCode }) => ownCode)).size > 1 ? '请选择同一种商品的明细' : undefined
      },
      input: (rows: readonly Row[]) => idsOf(rows.filter(batchable)),
      form: {
        fields: [...batchFields],
        title: (rows: readonly Row[]) => `填写批号 ${rows[0]?.name}，${rows.filter(batchable).length} 条`,
        initial: ([first]: readonly Row[]) => ({ lot: first?.lot, madeOn: first?.madeOn, expiresOn: first?.expiresOn }),
        intro: '按药盒上印的填写。保存后稍候自动上传，被拒的会重新上传。',
        okText: '保存',
        cancelText: '不保存',
      },
      done: '批号已保存，稍候自动上传',
    }),
  ],
})
