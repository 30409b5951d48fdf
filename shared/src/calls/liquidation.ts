import { get, pageOf, paging, post } from '../call.ts'
import {
  claimSums,
  liquidationDetail,
  liquidationFundRow,
  liquidationItemRow,
  liquidationRow,
} from '../entities/liquidation.ts'
import { liquidationState } from '../entities/liquidation-state.ts'
import { choice, code, dict, group, id, month, optional, someOf, text } from '../field.ts'

const menu = 'Liquidation'
const ofId = { id: id('编号') }
const months = { from: optional(month('开始月份')), to: optional(month('结束月份')) }
const storeId = optional(id('门店'))
const clrType = optional(dict('清算类别', 'clr_type'))
const clrOptins = optional(code('清算机构', { max: 6 }))
const state = optional(liquidationState)
const reason = text('原因', { max: 200, min: 5 })
const progress = group('进度', { progressId: id('进度') })

/** /liquidation-management/liquidation: a month's money is applied for (domain.md 5.6, 8.9). */
export const liquidation = {
  paged: get('/api/Liquidation/Paged', {
    menu: [menu, 'LiquidationReport'],
    scope: 'store',
    title: '清算申请',
    input: { ...paging, ...months, storeId, clrType, clrWay: optional(dict('清算方式', 'clr_way')), clrOptins, state },
    result: pageOf(liquidationRow),
  }),
  /** Drafts of a month, store by store, out of groups that are 平 or 已处理; a draft whose books moved is made anew. */
  generate: post('/api/Liquidation/Generate', {
    menu,
    button: 'add',
    scope: 'store',
    progress: true,
    title: '生成清算申请',
    audit: { action: '生成清算申请', target: ['month'], record: ['month', 'storeId'] },
    input: { month: month('月份'), storeId },
    result: progress,
  }),
  detail: get('/api/Liquidation/Detail', {
    menu: [menu, 'FundLiquidation', 'LiquidationReport'],
    scope: 'store',
    title: '清算申请详情',
    input: ofId,
    result: liquidationDetail,
  }),
  /** Its settlements, the oldest first. */
  settlements: get('/api/Liquidation/Settlements', {
    menu: [menu, 'LiquidationReport'],
    scope: 'store',
    title: '清算明细',
    input: { ...paging, ...ofId },
    result: pageOf(liquidationItemRow),
  }),
  /** Before it is applied for; what the books agreed on only where differences were dealt with by hand. */
  edit: post('/api/Liquidation/Edit', {
    menu,
    button: 'edit',
    scope: 'store',
    title: '修改申报金额',
    audit: {
      action: '修改清算申报金额',
      record: ['id', 'persons', 'total', 'recognised', 'fund', 'account', 'cash', 'reason'],
    },
    input: { ...ofId, ...someOf(claimSums), reason },
    result: liquidationRow,
  }),
  /** Takes the sums that the person confirmed: others are refused. */
  apply: post('/api/Liquidation/Apply', {
    menu,
    button: 'upload',
    scope: 'store',
    title: '申请清算',
    audit: { action: '申请清算', record: ['id', 'fund', 'total'] },
    input: { ...ofId, total: claimSums.total, fund: claimSums.fund },
    result: liquidationRow,
  }),
  revoke: post('/api/Liquidation/Revoke', {
    menu,
    button: 'remove',
    scope: 'store',
    title: '撤销清算申请',
    audit: { action: '撤销清算申请', record: ['id', 'reason'] },
    input: { ...ofId, reason },
    result: liquidationRow,
  }),
  /** How the centre has decided; makes a lost answer definite where the centre can be asked for it. */
  queryState: post('/api/Liquidation/QueryState', {
    menu,
    button: 'query',
    scope: 'store',
    title: '查询清算进度',
    audit: { action: '查询清算进度', record: ['id'] },
    input: ofId,
    result: liquidationRow,
  }),
  /**
   * What a person found out at the centre about an application whose answer was lost: its number, which is checked with
   * the centre, or, without one, that the centre has none. Of a revocation whose answer was lost, and of an application that
   * was sent back and that the centre does not revoke: `revoked`.
   */
  resolve: post('/api/Liquidation/Resolve', {
    menu,
    button: 'upload',
    scope: 'store',
    title: '核实申请结果',
    audit: { action: '核实清算申请结果', record: ['id', 'eventId', 'revoked', 'reason'] },
    input: {
      ...{ ...ofId, eventId: optional(code('申请事件号', { max: 30 })), reason },
      revoked: optional(choice('中心的结果', { 1: '已撤销', 0: '仍有效' })),
    },
    result: liquidationRow,
  }),
  remove: post('/api/Liquidation/Delete', {
    menu,
    button: 'remove',
    scope: 'store',
    title: '删除清算草稿',
    audit: { action: '删除清算草稿', record: ['id'] },
    input: ofId,
  }),
  /** The application form as it is printed; who printed it is recorded. */
  print: post('/api/Liquidation/Print', {
    menu,
    button: 'print',
    scope: 'store',
    title: '打印清算申请表',
    audit: { action: '打印清算申请表', record: ['id'] },
    input: ofId,
    result: liquidationDetail,
  }),
  /** By fund, as the centres answered last. */
  fundPaged: get('/api/Liquidation/FundPaged', {
    menu: 'FundLiquidation',
    scope: 'store',
    title: '基金清算',
    input: {
      ...paging,
      ...months,
      storeId,
      fund: optional(dict('基金类型', 'fund_pay_type')),
      state,
      liquidationId: optional(id('清算申请')),
    },
    result: pageOf(liquidationFundRow),
  }),
  /** Asks the centres about every application of some months that is not finished. */
  pull: post('/api/Liquidation/Pull', {
    menu: 'FundLiquidation',
    button: 'download',
    scope: 'store',
    progress: true,
    title: '从中心取清算进度',
    audit: { action: '从中心取清算进度', target: ['from', 'to'], record: ['from', 'to', 'storeId'] },
    input: { ...months, storeId },
    result: progress,
  }),
}
