import {
  choice,
  code,
  day,
  dict,
  flag,
  group,
  id,
  integer,
  list,
  money,
  month,
  note,
  optional,
  text,
  time,
} from '../field.ts'
import { monthClaim, monthMark } from './recon-month.ts'
import { difference, reconState } from './reconciliation.ts'

// 江苏对账 (domain.md 8.7): what our books say, what the centre says of the same, and what lies between.

/** What is compared, with what people call it. */
export const figureTitles = {
  count: '笔数',
  total: '医疗总费用',
  pool: '统筹支付',
  aid: '其他基金',
  account: '个人账户',
  cash: '现金',
} as const

export type FigureName = keyof typeof figureTitles

const amountsOf = (whose: string) => ({
  total: money(`${whose}${figureTitles.total}`),
  pool: money(`${whose}${figureTitles.pool}`),
  /** 大额、公务员、救助 and whatever other fund paid. */
  aid: money(`${whose}${figureTitles.aid}`),
  account: money(`${whose}${figureTitles.account}`),
  cash: money(`${whose}${figureTitles.cash}`),
})

const sumsOf = (whose: string) =>
  group(whose, { count: integer(`${whose}${figureTitles.count}`, { min: -1_000_000 }), ...amountsOf(whose) })

const sides = {
  local: sumsOf('本地'),
  /** Absent until 1320 was asked. */
  centre: optional(sumsOf('中心')),
  /** Local − centre. */
  gap: optional(sumsOf('差额')),
  /** When the centre's figures were pulled. */
  figuresAt: optional(time('中心数据时间')),
}

const groupKey = {
  storeId: id('门店'),
  storeName: text('门店名称'),
  insutype: dict('险种', 'insutype'),
  clrType: dict('清算类别', 'clr_type'),
  clrOptins: code('清算机构'),
}

const result = {
  state: reconState,
  centreText: optional(note('结果说明')),
  operatorName: optional(note('操作员')),
  at: optional(time('对账时间')),
}

/** A group of one store-day, both sides. */
export const figureDay = group('江苏日对账组', {
  id: id('对账组编号'),
  day: day('日期'),
  ...groupKey,
  ...sides,
  ...result,
  differences: integer('差异笔数'),
  open: integer('未处理'),
  /** Its settlements were pulled row by row. */
  detailed: optional(flag('已拉取明细')),
})

/** A group of one store-month, both sides. */
export const figureMonth = group('江苏月对账组', {
  id: id('月对账组编号'),
  month: month('月份'),
  ...groupKey,
  ...sides,
  ...result,
  days: integer('有业务天数'),
  openDays: integer('未对平天数'),
  claim: monthClaim,
  ...monthMark,
})

/**
 * How a settlement stands in both books; `waiting`: the centre's rows were not pulled yet; `handled`: it was dealt with
 * and is in neither any more.
 */
export const rowKind = choice('比对', {
  same: '一致',
  different: '不一致',
  local: '仅本地',
  centre: '仅中心',
  waiting: '未核对',
  handled: '已处理',
})

/** The tabs of a group's settlements. */
export const rowView = choice('比对', {
  all: '全部',
  same: '一致',
  different: '不一致',
  local: '仅本地',
  centre: '仅中心',
})

const rowSide = (whose: string) => group(whose, { ...amountsOf(whose), reversed: flag(`${whose}退费`) })

/** One settlement, or one reversal, of a group in both books. */
export const figureRow = group('江苏对账明细', {
  id: id('编号'),
  kind: rowKind,
  setlId: note('结算号'),
  mdtrtId: note('就诊号'),
  at: optional(time('结算时间')),
  maskedName: note('参保人'),
  erpBill: optional(note('ERP单号')),
  operatorName: optional(note('收银员')),
  orderId: optional(id('订单')),
  reversed: flag('退费'),
  local: optional(rowSide('本地')),
  centre: optional(rowSide('中心')),
  gap: optional(group('差额', amountsOf('差额'))),
  /** What is to be decided or was decided of it. */
  difference: optional(difference),
  handling: optional(note('处理')),
})

/** A group above its settlements. */
export const figureHead = group('对账组', {
  ...figureDay.shape,
  /** When its settlements were pulled. */
  pulledAt: optional(time('明细时间')),
  counts: list(group('笔数', { kind: rowKind, count: integer('笔数') }), '各类笔数'),
})
