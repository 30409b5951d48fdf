import { get, pageOf, paging, post } from '../call.ts'
import { orderFilters } from '../entities/order-filters.ts'
import { orderSums } from '../entities/order-totals.ts'
import { abnormalRow, orderDetail, orderMessage, orderRow, orderStatus } from '../entities/settlement.ts'
import { choice, code, day, flag, group, id, integer, list, optional, text } from '../field.ts'
import { orderPaths } from './paths.ts'

const orders = { menu: ['OrderManagement', 'SwipingCard', 'PrintSettlement'], scope: 'store' } as const
const abnormal = { menu: 'AbnormalOrderManager', scope: 'store' } as const

const listed = {
  /** By the day they were begun on: what was put aside or booked later counts on another day in the books. */
  from: optional(day('创建日期起')),
  to: optional(day('创建日期止')),
  /** By the centre's settlement and reversal days, as reports count. */
  settledFrom: optional(day('结算日期起')),
  settledTo: optional(day('结算日期止')),
  reversedFrom: optional(day('撤销日期起')),
  reversedTo: optional(day('撤销日期止')),
  storeId: optional(id('门店')),
  areaCode: optional(code('区划', { max: 6 })),
  companyId: optional(id('公司')),
  ...orderFilters,
  /** The person by the reading of his card, never by his number: it would be in the address. */
  readId: optional(id('读卡编号')),
  status: optional(orderStatus),
  slip: optional(flag('可打印')),
}

export const order = {
  paged: get(orderPaths.paged, {
    ...orders,
    title: '订单列表',
    input: { ...paging, ...listed },
    result: pageOf(orderRow),
    // By its number, the ERP's, or the settlement's, which is the bar code of a slip.
    search: {
      noun: '订单',
      page: 'OrderManagement',
      by: 'keyword',
      atLeast: 4,
      title: 'orderNo',
      about: ['storeName', 'createdAt', 'status'],
      key: 'id',
      filters: { keyword: 'orderNo' },
    },
  }),
  /** What the orders of the list come to; without totals more match than are summed while somebody waits. */
  totals: get('/api/Order/Totals', {
    menu: 'OrderManagement',
    scope: 'store',
    title: '订单合计',
    input: listed,
    result: group('订单合计', { totals: optional(orderSums) }),
  }),
  get: get(orderPaths.get, {
    menu: ['OrderManagement', 'SwipingCard', 'PrintSettlement', 'AbnormalOrderManager'],
    scope: 'store',
    guest: true,
    title: '订单',
    input: { id: id('订单') },
    result: orderDetail,
  }),
  /** For administrators; each look is recorded. */
  messages: get('/api/Order/Messages/:id', {
    menu: ['OrderManagement', 'AbnormalOrderManager'],
    scope: 'store',
    title: '结算报文',
    audit: { action: '查看结算报文', record: ['id'] },
    input: { id: id('订单') },
    result: list(orderMessage),
  }),
  abnormalPaged: get(orderPaths.abnormalPaged, {
    ...abnormal,
    guest: true,
    title: '异常订单',
    input: {
      ...paging,
      ...listed,
      kind: optional(
        choice('异常类型', {
          unknown: '结算结果未知',
          reversalUnknown: '撤销结果未知',
          amount: '金额关系有误',
          lateBooking: '延迟入账',
          erpMissing: '缺少ERP单',
          duplicate: '重复结算',
          reversedHere: '仅本地撤销',
        }),
      ),
      minAttempts: optional(integer('核实次数不少于', { max: 1000 })),
    },
    result: pageOf(abnormalRow),
  }),
  /** Asks the centre again now; never books, a guest's only looks up. */
  recheck: post('/api/Order/Recheck/:id', {
    menu: ['AbnormalOrderManager', 'SwipingCard'],
    scope: 'store',
    guest: true,
    title: '重查',
    audit: { action: '重查订单', record: ['id'] },
    input: { id: id('订单') },
    result: orderDetail,
  }),
  void: post('/api/Order/Void/:id', {
    menu: ['AbnormalOrderManager', 'OrderManagement'],
    button: 'handle',
    scope: 'store',
    title: '作废',
    audit: { action: '作废订单', record: ['id', 'reason'] },
    input: { id: id('订单'), reason: text('作废原因', { min: 2, max: 200 }) },
    result: orderDetail,
  }),
  /** A person has looked into what the system flagged: the order is no longer listed, its books stay as they are. */
  accept: post('/api/Order/Accept/:id', {
    ...abnormal,
    button: 'handle',
    title: '核对完成',
    audit: { action: '核对异常订单', record: ['id', 'reason'] },
    input: { id: id('订单'), reason: text('核对结果', { min: 2, max: 200 }) },
    result: orderDetail,
  }),
  /** A person says that nothing left the counter under a settlement that no automatic step is left for (DESIGN 7). */
  undo: post('/api/Order/Undo/:id', {
    menu: 'AbnormalOrderManager',
    button: 'reverse',
    scope: 'store',
    // A console that is open since before an upgrade sends no key.
    idempotent: 'optional',
    title: '冲正',
    audit: { action: '冲正订单', record: ['id', 'reason'] },
    input: { id: id('订单'), reason: text('冲正原因', { min: 2, max: 200 }), authorizationId: optional(id('授权')) },
    result: orderDetail,
  }),
  /** A person gives the numbers from the centre's portal; 5203 must show our msgid (DESIGN 7). */
  bind: post('/api/Order/Bind/:id', {
    ...abnormal,
    button: 'handle',
    title: '补录中心结算',
    audit: { action: '补录中心结算', record: ['id', 'setlId', 'mdtrtId'] },
    input: { id: id('订单'), setlId: code('结算号', { max: 30 }), mdtrtId: code('就诊号', { max: 30 }) },
    result: orderDetail,
  }),
  /** A settlement that only the centre had gets the ERP bill it was made for: the ERP hears of it under that number. */
  bindBill: post('/api/Order/BindBill/:id', {
    ...abnormal,
    button: 'handle',
    title: '绑定ERP单',
    audit: { action: '绑定ERP单', record: ['id', 'erpBill'] },
    input: { id: id('订单'), erpBill: text('ERP单号', { max: 60 }) },
    result: orderDetail,
  }),
  /** A bill that was bound to the wrong settlement is taken off it again, by an administrator. */
  unbindBill: post('/api/Order/UnbindBill/:id', {
    menu: ['AbnormalOrderManager', 'OrderManagement'],
    button: 'handle',
    scope: 'store',
    title: '解除ERP单',
    audit: { action: '解除ERP单', record: ['id', 'reason'] },
    input: { id: id('订单'), reason: text('解除原因', { min: 2, max: 200 }) },
    result: orderDetail,
  }),
}
