import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { act, defineList, hiddenColumns, type RowOf } from '../../kit/index.ts'
import { orderTones } from '../../order-states/look.ts'
import { OrderDetail } from '../../orders/detail.tsx'
import { recheckOf, voidOf } from '../../orders/row-actions.ts'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { askByCard, askCentre } from '../../outpatient/ask-centre.tsx'

type Row = RowOf<typeof outpatient.paged>

/** 门诊异常管理: visits that did not end, and what the centre has of a person beside ours (domain.md 8.10). */
export default defineList({
  tableId: 'outpatient-manager',
  call: outpatient.paged,
  empty: '最近七天没有停在半路的就诊。顾客说扣了钱而这里没有，按「读卡查询」向医保中心核对',
  refreshEvery: 60_000,
  filters: [
    'step',
    'from',
    'to',
    { key: 'keyword', title: '查找', placeholder: '订单号、就诊号' },
    { key: 'name', more: true },
    { key: 'storeId', more: true, input: StoreFilter },
  ],
  columns: [
    { key: 'orderNo', width: 181 },
    { key: 'createdAt', width: 95, sort: true },
    { key: 'maskedName', width: 78 },
    { key: 'medicalType', width: 110 },
    {
      key: 'step',
      width: 140,
      tones: { presettled: 'off', unknown: 'warn', reversalUnknown: 'warn', lateBooking: 'harm', registered: 'warn' },
    },
    { key: 'total', width: 86, sort: true },
    { key: 'infno', width: 80 },
    { key: 'error', width: 138 },
    ...hiddenColumns({ storeName: 140, insutype: 120, mdtrtId: 200, msgidTail: 100, operatorName: 90 }),
    { key: 'updatedAt', width: 95, sort: true, hidden: true },
    { key: 'status', width: 92, tones: orderTones, hidden: true },
  ],
  detail: ({ row, onClose }) => <OrderDetail input={{ id: row.id }} onClose={onClose} />,
  actions: [askByCard],
  rowActions: [
    act({
      key: 'cancelVisit',
      text: '撤销挂号',
      call: outpatient.cancelVisit,
      shown: ({ visitLeft }: Row) => visitLeft,
      input: ({ id }: Row) => ({ id }),
      confirm: ({ orderNo, maskedName }: Row) => ({
        title: `撤销${maskedName ? `「${maskedName}」` : ''}订单 ${orderNo} 的挂号？`,
        tips: '向医保中心撤销这次就诊的挂号，撤销后不能恢复；没有扣款，不用退款。要继续这次购药，请不要撤销。',
        okText: '撤销挂号',
        cancelText: '不撤销',
      }),
      done: '挂号已撤销',
    }),
    askCentre,
    recheckOf<Row>(
      ({ step }) => step === 'unknown' || step === 'reversalUnknown',
      ({ step }) => step === 'reversalUnknown',
    ),
    voidOf<Row>(({ step }) => step === 'presettled', '只做过预结算，没有扣款'),
    act({
      key: 'cancelledThere',
      text: '已在中心撤销',
      call: outpatient.cancelVisit,
      shown: ({ visitLeft }: Row) => visitLeft,
      input: ({ id }: Row) => ({ id, byHand: true }),
      confirm: ({ orderNo, maskedName }: Row) => ({
        title: '已在医保中心的网站撤销了这次挂号？',
        tips: `${maskedName ? `${maskedName}，` : ''}订单 ${orderNo}。确认后系统不再处理它。`,
      }),
      done: '已记录',
    }),
  ],
})
