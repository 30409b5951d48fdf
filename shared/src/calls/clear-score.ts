import * as z from 'zod/mini'
import { get, pageOf, paging, post } from '../call.ts'
import {
  clearingAnswer,
  clearingMonth,
  clearingRow,
  clearingState,
  clearingSummary,
  clearingView,
} from '../entities/clearing.ts'
import { code, group, id, list, money, month, optional, text } from '../field.ts'

const menu = 'ClearScoreManage'
const storeId = optional(id('门店'))
const ofMonth = { month: month('清分月份'), storeId }
const progress = group('进度', { progressId: id('进度') })
const rowIds = list(id('编号'), '清分明细', { max: 2000 })
/** Of the rows that are named, as the page shows it: what has moved since is not answered. */
const paid = optional(money('所选明细的中心支付'))
const reason = text('原因', { max: 200, min: 5 })

/**
 * /liquidation-management/clear-score-manage: a month's settlements of persons insured elsewhere are confirmed
 * (domain.md 5.7, 8.9).
 */
export const clearScore = {
  paged: get('/api/ClearScore/Paged', {
    menu,
    scope: 'store',
    title: '清分明细',
    input: {
      ...paging,
      month: optional(month('清分月份')),
      storeId,
      insuredArea: optional(code('参保地区划', { max: 6 })),
      view: optional(clearingView),
      answer: optional(clearingAnswer),
    },
    result: z.object({ ...pageOf(clearingRow).shape, summary: clearingSummary }),
  }),
  /** Stores of a month, those with work left first. */
  months: get('/api/ClearScore/Months', {
    menu,
    scope: 'store',
    title: '清分月份',
    input: { ...paging, month: optional(month('清分月份')), storeId, state: optional(clearingState) },
    result: pageOf(clearingMonth),
  }),
  /** 3260, a hundred rows a page, store by store; goes on where a run was interrupted, and compares at its end. */
  extract: post('/api/ClearScore/Extract', {
    menu,
    button: 'download',
    scope: 'store',
    progress: true,
    title: '提取清分明细',
    audit: { action: '提取清分明细', target: ['month'], record: ['month', 'storeId'] },
    input: ofMonth,
    result: progress,
  }),
  /** With our book of now; nothing is asked of the centre. */
  compare: post('/api/ClearScore/Compare', {
    menu,
    button: 'query',
    scope: 'store',
    progress: true,
    title: '重新比对',
    audit: { action: '比对清分明细', target: ['month'], record: ['month', 'storeId'] },
    input: ofMonth,
    result: progress,
  }),
  /** 3261: what is named, or every equal row of the month that is not answered yet. */
  confirm: post('/api/ClearScore/Confirm', {
    menu,
    button: 'approve',
    scope: 'store',
    progress: true,
    title: '确认清分',
    audit: { action: '确认清分', target: ['month'], record: ['month', 'storeId', 'rowIds', 'note'] },
    input: {
      ...ofMonth,
      ...{ rowIds: optional(rowIds), paid, note: optional(text('说明', { max: 200 })) },
    },
    result: progress,
  }),
  /** 3261 with cnfm_flag 0. */
  refuse: post('/api/ClearScore/Refuse', {
    menu,
    button: 'approve',
    scope: 'store',
    progress: true,
    title: '不认清分',
    audit: { action: '不认清分', target: ['month'], record: ['month', 'rowIds', 'note'] },
    input: { month: month('清分月份'), rowIds, paid, note: text('原因', { max: 200, min: 5 }) },
    result: progress,
  }),
  /** 3260 once more: makes a lost answer definite. */
  resolve: post('/api/ClearScore/Resolve', {
    menu,
    button: 'download',
    scope: 'store',
    title: '核实清分结果',
    audit: { action: '核实清分结果', record: ['id'] },
    input: { id: id('编号') },
    result: clearingMonth,
  }),
  /** 3262: the whole confirmation of a store's month; a second person's approval where the area asks for it. */
  rollback: post('/api/ClearScore/Rollback', {
    menu,
    button: 'approve',
    scope: 'store',
    title: '回退清分确认',
    audit: { action: '回退清分确认', record: ['id', 'reason'] },
    input: { id: id('编号'), reason, authorizationId: optional(id('授权')) },
    result: clearingMonth,
  }),
}
