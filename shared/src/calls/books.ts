import * as z from 'zod/mini'
import { get, pageOf, paging, post } from '../call.ts'
import { orderFilters } from '../entities/order-filters.ts'
import { orderSums } from '../entities/order-totals.ts'
import { outFlags } from '../entities/person.ts'
import {
  centreSettlement,
  diffAction,
  diffClass,
  difference,
  reconDaySums,
  reconGroup,
  reconState,
} from '../entities/reconciliation.ts'
import { abnormalRow, orderDetail, orderMessage, orderRow, orderStatus } from '../entities/settlement.ts'
import { choice, code, day, dict, flag, group, id, integer, list, note, optional, text } from '../field.ts'

const orders = { menu: ['OrderManagement', 'SwipingCard', 'PrintSettlement'], scope: 'store' } as const
const abnormal = { menu: 'AbnormalOrderManager', scope: 'store' } as const

const listed = {
  from: optional(day('开始日期')),
  to: optional(day('结束日期')),
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
  paged: get('/api/Order/Paged', {
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
  get: get('/api/Order/Get/:id', {
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
  abnormalPaged: get('/api/Order/AbnormalPaged', {
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
  /** Asks the centre again now; never books, a guest's only looks up (issue 9). */
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

const bench = { menu: 'DayReconciliation', scope: 'store' } as const
/** A difference is one, whichever page it is looked at. */
const repairs = { menu: ['DayReconciliation', 'JsDayReconciliationV2'], button: 'handle', scope: 'store' } as const

export const reconciliation = {
  dayPaged: get('/api/Reconciliation/DayPaged', {
    ...bench,
    title: '日对账',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      storeId: optional(id('门店')),
      insutype: optional(dict('险种', 'insutype')),
      clrType: optional(dict('清算类别', 'clr_type')),
      clrOptins: optional(code('清算机构', { max: 12 })),
      /** Whose purchases are among the group's. */
      outFlag: optional(choice('异地标志', outFlags)),
      state: optional(reconState),
    },
    // Without sums the period is longer than is summed for all stores.
    result: z.object({ ...pageOf(reconGroup).shape, sums: optional(reconDaySums) }),
  }),
  /** 3201 for every group of a store's day; makes the groups from our book. */
  total: post('/api/Reconciliation/Total', {
    ...bench,
    button: 'handle',
    title: '对总账',
    audit: { action: '对总账', record: ['day', 'storeId'] },
    input: { day: day('日期'), storeId: optional(id('门店')), force: optional(flag('重新对账')) },
    result: group('对总账', { groups: list(reconGroup), equal: integer('平'), unequal: integer('不平') }),
  }),
  /** The same for all stores in reach: one after the other, behind a progress. */
  totals: post('/api/Reconciliation/Totals', {
    ...bench,
    button: 'handle',
    progress: true,
    title: '批量对总账',
    audit: { action: '批量对总账', record: ['day', 'force'] },
    input: { day: day('日期'), force: optional(flag('重新对账')) },
    result: group('批量对总账', { progressId: id('进度') }),
  }),
  /** 9101, 3202, 9102 for the groups that share this group's clearing organisation and type. */
  detail: post('/api/Reconciliation/Detail', {
    ...bench,
    button: 'handle',
    title: '对明细',
    audit: { action: '对明细', record: ['groupId'] },
    input: { groupId: id('对账组') },
    result: group('对明细', {
      groups: list(reconGroup),
      differences: integer('差异笔数'),
      automatic: integer('可自动处理'),
    }),
  }),
  diffPaged: get('/api/Reconciliation/DiffPaged', {
    menu: ['DayReconciliation', 'DayReconciliationDetail'],
    scope: 'store',
    title: '差异明细',
    input: { ...paging, groupId: id('对账组'), class: optional(diffClass), handled: optional(flag('已处理')) },
    result: pageOf(difference),
  }),
  handle: post('/api/Reconciliation/Handle', {
    ...repairs,
    title: '处理差异',
    audit: { action: '处理差异', record: ['diffId', 'action'] },
    input: {
      diffId: id('差异'),
      action: diffAction,
      note: optional(note('说明', { max: 200 })),
      authorizationId: optional(id('授权')),
    },
    result: difference,
  }),
  /** 5201, 5204 and 5203 of a settlement that only the centre has; books nothing and sends nothing that could (ux 3). */
  askCentre: post('/api/Reconciliation/AskCentre', {
    ...repairs,
    title: '查询中心明细',
    audit: { action: '查询中心明细', record: ['diffId'] },
    input: { diffId: id('差异') },
    result: centreSettlement,
  }),
  undo: post('/api/Reconciliation/Undo', {
    ...repairs,
    title: '撤回处理',
    audit: { action: '撤回差异处理', record: ['diffId'] },
    input: { diffId: id('差异') },
    result: difference,
  }),
  /** One class, and money repairs of one store only (ux 3). */
  batch: post('/api/Reconciliation/Batch', {
    ...repairs,
    progress: true,
    title: '批量处理',
    audit: { action: '批量处理差异', record: ['diffIds', 'action'] },
    input: {
      diffIds: list(id('差异'), '差异', { max: 500 }),
      action: diffAction,
      authorizationId: optional(id('授权')),
    },
    result: group('批量', { progressId: id('进度') }),
  }),
  /** Ends a running batch after the row it is at; what is left stays open. */
  stopBatch: post('/api/Reconciliation/StopBatch', {
    menu: repairs.menu,
    button: repairs.button,
    title: '停止批量处理',
    input: { progressId: id('进度') },
  }),
  resultFile: get('/api/Reconciliation/ResultFile/:groupId', {
    ...bench,
    title: '结果文件',
    input: { groupId: id('对账组') },
    file: 'application/zip',
  }),
}
