import { post } from '../call.ts'
import { claimSums, liquidationDetail, toApply } from '../entities/liquidation.ts'
import { liquidationState } from '../entities/liquidation-state.ts'
import { code, dict, group, id, integer, list, month, optional } from '../field.ts'

const ofApplications = { menu: 'Liquidation', scope: 'store' } as const
const ids = list(id('编号'), '申请', { max: 500 })

/** The named applications, or all that match the filters of the list. */
const chosen = {
  ids: optional(ids),
  from: optional(month('开始月份')),
  to: optional(month('结束月份')),
  storeId: optional(id('门店')),
  clrType: optional(dict('清算类别', 'clr_type')),
  clrWay: optional(dict('清算方式', 'clr_way')),
  clrOptins: optional(code('清算机构', { max: 6 })),
  state: optional(liquidationState),
}

/** What is done with many applications of a month at once: a chain has one of every store, kind and organisation. */
export const liquidationBatch = {
  /** The drafts among them with their sums, to be confirmed before they leave. */
  toApply: post('/api/Liquidation/ToApply', {
    ...ofApplications,
    // Five hundred numbers stand in no address.
    reads: true,
    button: 'upload',
    title: '待申请的清算合计',
    input: chosen,
    result: toApply,
  }),
  /** Applies for each draft among them by itself; takes the number and the sums that the person confirmed. */
  applyAll: post('/api/Liquidation/ApplyAll', {
    ...ofApplications,
    button: 'upload',
    progress: true,
    title: '批量申请清算',
    audit: { action: '批量申请清算', record: ['ids', 'from', 'to', 'storeId', 'applications', 'fund', 'total'] },
    input: {
      ...chosen,
      applications: integer('申请份数', { min: 1, max: 100_000 }),
      total: claimSums.total,
      fund: claimSums.fund,
    },
    result: group('批量申请清算', { progressId: id('进度') }),
  }),
  /** Their forms as they are printed, in the order of the list; who printed them is recorded. */
  printAll: post('/api/Liquidation/PrintAll', {
    ...ofApplications,
    button: 'print',
    title: '批量打印清算申请表',
    audit: { action: '批量打印清算申请表', record: ['ids'] },
    input: { ids },
    result: list(liquidationDetail, '清算申请'),
  }),
}
