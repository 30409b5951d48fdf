import * as z from 'zod/mini'
import { get, pageOf, paging, post } from '../call.ts'
import { figureDay, figureHead, figureMonth, figureRow, rowView } from '../entities/figures.ts'
import { outFlags } from '../entities/person.ts'
import { reconState } from '../entities/reconciliation.ts'
import { choice, code, day, dict, flag, group, id, list, month, optional, type Schema } from '../field.ts'
import { figurePaths } from './paths.ts'

const ofDay = { menu: 'JsDayReconciliationV2', scope: 'store' } as const
const ofMonth = { menu: 'JsMonthReconciliationV2', scope: 'store' } as const

/** `available`: some store in reach is of a centre that tells its figures (`figures` of 医保配置). */
const figuresOf = <S extends Schema>(row: S) => z.object({ ...pageOf(row).shape, available: flag('已开通') })

const groupFilters = {
  storeId: optional(id('门店')),
  insutype: optional(dict('险种', 'insutype')),
  clrType: optional(dict('清算类别', 'clr_type')),
  clrOptins: optional(code('清算机构', { max: 12 })),
}
const working = (title: string) => group(title, { progressId: id('进度') })

/** 江苏日对账、江苏月对账 (domain.md 8.7): the centre's own figures (1320, 1321) beside ours. */
export const figureBooks = {
  dayPaged: get(figurePaths.dayPaged, {
    ...ofDay,
    title: '江苏日对账',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      ...groupFilters,
      /** Whose purchases are among the group's. */
      outFlag: optional(choice('异地标志', outFlags)),
      state: optional(reconState),
    },
    result: figuresOf(figureDay),
  }),
  /** 1320 for every group of some days, store by store; the verdict is the group's, as 3201's is. */
  pullTotal: post('/api/Reconciliation/JsV2PullTotal', {
    ...ofDay,
    button: 'handle',
    progress: true,
    title: '对总账',
    audit: { action: '江苏对总账', target: ['from', 'to'], record: ['from', 'to', 'storeId', 'force'] },
    input: {
      from: day('开始日期'),
      to: day('结束日期'),
      storeId: optional(id('门店')),
      force: optional(flag('重新对账')),
    },
    result: working('对总账'),
  }),
  /** Of some days of stores: 1320, and 1321 of what is unequal, behind one progress. */
  pullMarked: post('/api/Reconciliation/JsV2PullMarked', {
    ...ofDay,
    button: 'handle',
    progress: true,
    title: '批量对账',
    audit: { action: '江苏批量对账', record: ['days'] },
    input: { days: list(group('门店的一天', { storeId: id('门店'), day: day('日期') }), '选中的组', { max: 500 }) },
    result: working('批量对账'),
  }),
  dayDetail: get('/api/Reconciliation/JsV2DayDetail', {
    menu: [ofDay.menu, 'JsDayReconciliationDetailV2'],
    scope: 'store',
    title: '江苏日对账明细',
    input: { ...paging, groupId: optional(id('对账组')), view: optional(rowView) },
    /** Without a group nothing: a page that was opened by itself. */
    result: z.object({ ...pageOf(figureRow).shape, head: optional(figureHead) }),
  }),
  /** 1321 of all insurances that share this group's clearing organisation and type, after their 1320. */
  pullDetail: post('/api/Reconciliation/JsV2PullDetail', {
    ...ofDay,
    button: 'handle',
    progress: true,
    title: '拉取中心明细',
    audit: { action: '拉取中心明细', record: ['groupId'] },
    input: { groupId: id('对账组') },
    result: working('拉取中心明细'),
  }),
  monthPaged: get(figurePaths.monthPaged, {
    ...ofMonth,
    title: '江苏月对账',
    input: {
      ...paging,
      from: optional(month('开始月份')),
      to: optional(month('结束月份')),
      ...groupFilters,
      state: optional(reconState),
    },
    result: figuresOf(figureMonth),
  }),
  /** 1320 over a whole month; a store with open days is not asked. */
  pullMonth: post('/api/Reconciliation/JsV2PullMonth', {
    ...ofMonth,
    button: 'handle',
    progress: true,
    title: '月对总账',
    audit: { action: '江苏月对总账', target: ['month'], record: ['month', 'storeId'] },
    input: { month: month('月份'), storeId: optional(id('门店')) },
    result: working('月对总账'),
  }),
  /** The open days of a month by 1320, and what is unequal by 1321. */
  checkMonth: post('/api/Reconciliation/JsV2CheckMonth', {
    ...ofMonth,
    button: 'handle',
    progress: true,
    title: '逐日核对',
    audit: { action: '江苏逐日核对', target: ['month'], record: ['month', 'storeIds', 'force'] },
    input: {
      month: month('月份'),
      /** All in reach without. One is a list of one: a server of before strips a name it does not know, and takes all stores. */
      storeIds: optional(list(id('门店'), '门店', { max: 500 })),
      /** Of pages of before, which name their one store by it: stripped, it would be all of them. */
      storeId: optional(id('门店')),
      force: optional(flag('已对平的日子也重新核对')),
    },
    result: working('逐日核对'),
  }),
  monthDetail: get(figurePaths.monthDetail, {
    menu: [ofMonth.menu, 'JsMonthReconciliationDetailV2'],
    scope: 'store',
    title: '江苏月对账明细',
    input: { ...paging, month: month('月份'), ...groupFilters, unfinished: optional(flag('只看未对平')) },
    result: figuresOf(figureDay),
  }),
}
