import { get, pageOf, paging, post } from '../call.ts'
import { matrixRow, reconMonth, reconMonthDay } from '../entities/recon-month.ts'
import { reconState } from '../entities/reconciliation.ts'
import { choice, code, dict, flag, group, id, list, month, note, optional } from '../field.ts'
import { monthPaths } from './paths.ts'

const ofMonth = { menu: 'MonthReconciliation', scope: 'store' } as const
const ofMark = { menu: ['MonthReconciliation', 'JsMonthReconciliationV2'], button: 'handle', scope: 'store' } as const
/** The stores of 日对账查询, as its list is narrowed. */
const ofMatrix = {
  month: month('月份'),
  storeId: optional(id('门店')),
  companyId: optional(id('公司')),
  state: optional(choice('状态', { open: '有未对平', done: '全部对平' })),
}
const ofDays = { menu: ['MonthReconciliation', 'DayReconciliationQuery'], scope: 'store' } as const

/** The month before it is claimed: every day first, then the whole (domain.md 5.5, 8.7). */
export const monthBooks = {
  monthPaged: get(monthPaths.monthPaged, {
    ...ofMonth,
    title: '月对账',
    input: {
      ...paging,
      from: optional(month('开始月份')),
      to: optional(month('结束月份')),
      storeId: optional(id('门店')),
      insutype: optional(dict('险种', 'insutype')),
      clrType: optional(dict('清算类别', 'clr_type')),
      clrOptins: optional(code('清算机构', { max: 12 })),
      state: optional(reconState),
    },
    result: pageOf(reconMonth),
  }),
  /** The days of a store-month by group: what is still open in them. */
  monthDays: get(monthPaths.monthDays, {
    menu: [...ofDays.menu, 'MonthReconciliationDetail'],
    scope: 'store',
    title: '月对账明细',
    input: {
      ...paging,
      month: month('月份'),
      storeId: optional(id('门店')),
      insutype: optional(dict('险种', 'insutype')),
      clrType: optional(dict('清算类别', 'clr_type')),
      clrOptins: optional(code('清算机构', { max: 12 })),
      unfinished: optional(flag('只看未对平')),
    },
    result: pageOf(reconMonthDay),
  }),
  /** 3201 over a whole month for every group of a store, or of all stores in reach; a store with open days is not asked. */
  monthTotal: post('/api/Reconciliation/MonthTotal', {
    ...ofMonth,
    button: 'handle',
    progress: true,
    title: '月对总账',
    audit: { action: '月对总账', target: ['month'], record: ['month', 'storeId'] },
    input: { month: month('月份'), storeId: optional(id('门店')) },
    result: group('月对总账', { progressId: id('进度') }),
  }),
  /** Reconciles the open days of a month; `force`: every day, when the whole is not what its days are. */
  monthCheck: post('/api/Reconciliation/MonthCheck', {
    ...ofDays,
    button: 'handle',
    progress: true,
    title: '逐日核对',
    audit: { action: '逐日核对', target: ['month'], record: ['month', 'storeIds', 'force'] },
    input: {
      month: month('月份'),
      /** All in reach without. One is a list of one: a server of before strips a name it does not know, and takes all stores. */
      storeIds: optional(list(id('门店'), '门店', { max: 500 })),
      /** Of pages of before, which name their one store by it: stripped, it would be all of them. */
      storeId: optional(id('门店')),
      force: optional(flag('已对平的日子也重新核对')),
    },
    result: group('逐日核对', { progressId: id('进度') }),
  }),
  /** Marks a month as dealt with that is unequal as a whole while its days agree: the centre's own sum is what is unequal. */
  markMonth: post('/api/Reconciliation/MonthMark', {
    ...ofMark,
    title: '标记月对账',
    audit: { action: '标记月对账', record: ['id', 'note'] },
    input: { id: id('月对账组编号'), note: note('说明', { max: 200 }) },
  }),
  /** Takes such a mark back: the month is unequal again. */
  unmarkMonth: post('/api/Reconciliation/MonthUnmark', {
    ...ofMark,
    title: '撤回月对账标记',
    audit: { action: '撤回月对账标记', record: ['id'] },
    input: { id: id('月对账组编号') },
  }),
  /** Tells a store which of its days are open; once a day. */
  remind: post('/api/Reconciliation/Remind', {
    menu: 'DayReconciliationQuery',
    button: 'handle',
    scope: 'store',
    title: '提醒门店对账',
    audit: { action: '提醒门店对账', record: ['month', 'storeId'] },
    input: { month: month('月份'), storeId: id('门店') },
  }),
  /** The same for the named stores, or for all that match, behind a progress; who has no open day is left alone. */
  remindAll: post('/api/Reconciliation/RemindAll', {
    menu: 'DayReconciliationQuery',
    button: 'handle',
    scope: 'store',
    progress: true,
    title: '批量提醒对账',
    audit: {
      action: '批量提醒对账',
      target: ['month'],
      record: ['month', 'storeIds', 'storeId', 'companyId', 'state'],
    },
    input: { ...ofMatrix, storeIds: optional(list(id('门店'), '门店', { max: 500 })) },
    result: group('批量提醒', { progressId: id('进度') }),
  }),
  /** `monthCheck` of all stores that match. */
  checkAll: post('/api/Reconciliation/CheckAll', {
    ...ofDays,
    button: 'handle',
    progress: true,
    title: '全部逐日核对',
    audit: { action: '全部逐日核对', target: ['month'], record: ['month', 'storeId', 'companyId', 'state'] },
    input: ofMatrix,
    result: group('逐日核对', { progressId: id('进度') }),
  }),
  matrix: get(monthPaths.matrix, {
    menu: 'DayReconciliationQuery',
    scope: 'store',
    title: '日对账查询',
    input: { ...paging, ...ofMatrix, month: optional(ofMatrix.month) },
    result: pageOf(matrixRow),
  }),
}
