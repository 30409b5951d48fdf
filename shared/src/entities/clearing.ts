import { choice, code, flag, group, id, integer, list, money, month, note, optional, text, time } from '../field.ts'

/** How a store's month stands with its centre. */
export const clearingState = choice('清分状态', {
  0: '无需确认',
  1: '提取未完成',
  2: '待确认',
  3: '部分确认',
  4: '已确认',
  5: '确认结果未知',
  6: '回退结果未知',
})

/** A row of the centre beside our book. */
const clearingResult = choice('比对', {
  equal: '一致',
  differs: '不一致',
  centreOnly: '仅中心',
  oursOnly: '仅本地',
})

/** The same as the sides of the list. */
export const clearingView = choice('比对', {
  all: '全部',
  unequal: '有差异',
  equal: '一致',
  differs: '不一致',
  centreOnly: '仅中心',
  oursOnly: '仅本地',
})

/** What was answered to the centre about a row (cnfm_flag); one that only we have cannot be answered. */
export const clearingAnswer = choice('确认', {
  open: '待确认',
  confirmed: '已确认',
  refused: '不认',
  unknown: '结果未知',
  none: '中心没有',
})

/**
 * A settlement of a person insured elsewhere, or its reversal (negative), as the centre clears it, beside ours (domain.md 5.7).
 */
export const clearingRow = group('清分明细', {
  id: id('编号'),
  month: month('清分月份'),
  storeId: id('门店'),
  storeName: text('门店名称'),
  seqno: optional(note('顺序号')),
  setlSn: note('结算流水号'),
  mdtrtId: note('就诊号'),
  /** What the centre did not give and its confirmation has to name: such a row cannot be answered. */
  lacks: optional(note('中心未给')),
  /** Where the centre lists several that are equal in number, visit, time and total: which of them this is. */
  alike: optional(note('相同明细')),
  settledAt: time('结算时间'),
  maskedCertNo: optional(note('证件号码')),
  advance: optional(flag('全额垫付')),
  total: optional(money('中心医疗费')),
  paid: optional(money('中心支付')),
  ownTotal: optional(money('本地医疗费')),
  ownPaid: optional(money('本地支付')),
  /** Ours less the centre's. */
  totalGap: optional(money('医疗费差额')),
  paidGap: optional(money('支付差额')),
  orderId: optional(id('订单')),
  orderNo: optional(note('订单号')),
  maskedName: optional(note('参保人')),
  insuredArea: optional(code('参保地')),
  result: clearingResult,
  answer: clearingAnswer,
  note: optional(note('说明')),
  answeredAt: optional(time('确认时间')),
  answeredBy: optional(note('确认人')),
})

const counts = {
  rows: integer('中心笔数'),
  equal: integer('一致'),
  differs: integer('不一致'),
  centreOnly: integer('仅中心'),
  oursOnly: integer('仅本地'),
  open: integer('待确认'),
  confirmed: integer('已确认'),
  refused: integer('不认'),
  unknown: integer('结果未知'),
  paid: money('中心支付'),
  confirmedPaid: money('已确认金额'),
}

/** A store's month. */
export const clearingMonth = group('清分月份', {
  id: id('编号'),
  month: month('清分月份'),
  storeId: id('门店'),
  storeName: text('门店名称'),
  state: clearingState,
  ...counts,
  extractedAt: optional(time('提取时间')),
  operatorName: note('提取人'),
  /** What the centre said last, or why it was rolled back. */
  message: optional(note('说明')),
  /** A roll-back of it needs a second person. */
  needsApproval: flag('回退需要授权'),
})

/** What the filters' month and store hold together; with one store its month itself. */
export const clearingSummary = group('清分合计', {
  ...counts,
  months: integer('门店数'),
  /** Store-months that are not at their end. */
  left: integer('未完成门店数'),
  only: optional(list(clearingMonth, '本店')),
})
