import { get, pageOf, paging, post } from '../call.ts'
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
import { choice, code, day, dict, flag, group, id, integer, list, note, optional } from '../field.ts'
import { dayPaths } from './paths.ts'

const bench = { menu: 'DayReconciliation', scope: 'store' } as const
/** A difference is one, whichever page it is looked at. */
const repairs = { menu: ['DayReconciliation', 'JsDayReconciliationV2'], button: 'handle', scope: 'store' } as const

/** What days are asked for by. */
const asked = {
  from: optional(day('开始日期')),
  to: optional(day('结束日期')),
  storeId: optional(id('门店')),
  insutype: optional(dict('险种', 'insutype')),
  clrType: optional(dict('清算类别', 'clr_type')),
  clrOptins: optional(code('清算机构', { max: 12 })),
  /** Whose purchases are among the group's. */
  outFlag: optional(choice('异地标志', outFlags)),
  state: optional(reconState),
  /** Days that are over and not agreed, sums that differ, and differences nobody has handled: the worst first. */
  pending: optional(flag('只看待处理')),
}

export const reconciliation = {
  dayPaged: get(dayPaths.dayPaged, {
    ...bench,
    title: '日对账',
    input: { ...paging, ...asked },
    result: pageOf(reconGroup),
  }),
  /** What the groups of the list come to; without totals the period is longer than is summed for all stores. */
  dayTotals: get('/api/Reconciliation/DayTotals', {
    ...bench,
    title: '日对账合计',
    input: asked,
    result: group('日对账合计', { totals: optional(reconDaySums) }),
  }),
  /** 3201 for every group of a store's day; makes the groups from our book. */
  total: post('/api/Reconciliation/Total', {
    ...bench,
    button: 'handle',
    title: '对总账',
    audit: { action: '对总账', target: ['day'], record: ['day', 'storeId'] },
    input: { day: day('日期'), storeId: optional(id('门店')), force: optional(flag('重新对账')) },
    result: group('对总账', { groups: list(reconGroup), equal: integer('平'), unequal: integer('不平') }),
  }),
  /** The same for all stores in reach: one after the other, behind a progress. */
  totals: post('/api/Reconciliation/Totals', {
    ...bench,
    button: 'handle',
    progress: true,
    title: '批量对总账',
    audit: { action: '批量对总账', target: ['day'], record: ['day', 'force'] },
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
