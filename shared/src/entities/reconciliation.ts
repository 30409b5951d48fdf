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
  note,
  optional,
  quantity,
  text,
  time,
} from '../field.ts'

export const reconState = choice('对账状态', {
  0: '未对账',
  1: '对账中',
  2: '平',
  3: '不平',
  4: '已处理',
  5: '对账未完成',
})

/** The classes of ux 3 / domain.md 5.4. */
export const diffClass = choice('差异类别', {
  centreOnlyKnown: '中心已记账，本地未完成',
  centreOnlyUnknown: '中心有、本地没有',
  localOnly: '本地有、中心没有',
  amounts: '金额不一致',
  oneSideReversed: '一边已撤销',
  crossDay: '跨日，实际一致',
  duplicate: '疑似重复结算',
  group: '合计一致，分组不一致',
  totals: '明细一致，合计不平',
})

/** The repairs of ux 3. */
export const diffAction = choice('处理方式', {
  backfill: '补录本地订单',
  undo: '冲正这笔',
  reverse: '撤销这笔',
  markReversed: '标记为已冲正',
  takeCentre: '以中心金额更新本地',
  confirmReversal: '再次确认撤销',
  moveDay: '移到中心记账日',
  correctGroup: '按中心更正险种',
  mark: '标记处理',
})

/**
 * Whether a repair moves money at the centre: it needs a second person where the area asks for one, and nothing takes it
 * back (ux 3).
 */
export const movesMoney = (action: string): boolean => ['undo', 'reverse', 'confirmReversal'].includes(action)

/** Our book's sums over a group. */
export const ownSums = {
  count: integer('本地笔数', { min: -1_000_000 }),
  total: money('本地总额'),
  fund: money('本地基金'),
  account: money('本地账户'),
  cash: money('本地现金'),
}
const sums = group('本地', ownSums)

/** The same as the centre was told them, where our book has moved since. */
const comparedSums = group('对账时本地', {
  count: integer('对账时笔数', { min: -1_000_000 }),
  total: money('对账时总额'),
  fund: money('对账时基金'),
  account: money('对账时账户'),
  cash: money('对账时现金'),
})

/** What a group of the books is told apart by (domain.md 5.2). */
export const groupKey = {
  storeId: id('门店'),
  storeName: text('门店名称'),
  clrOptins: code('清算机构'),
  insutype: dict('险种', 'insutype'),
  clrType: dict('清算类别', 'clr_type'),
}

/** A group of one store-day (domain.md 5.1): the unit of 3201. `local` is our book as it is now. */
export const reconGroup = group('对账组', {
  id: id('对账组编号'),
  day: day('日期'),
  ...groupKey,
  local: sums,
  compared: optional(comparedSums),
  centreResult: optional(note('中心结果')),
  centreText: optional(note('中心说明')),
  differences: integer('差异笔数'),
  open: integer('未处理'),
  state: reconState,
  operatorName: optional(note('操作员')),
  at: optional(time('对账时间')),
  resultExpires: optional(time('结果文件失效')),
  detailed: optional(flag('已对明细')),
})

/**
 * What the groups of some days come to, each whole whoever else is asked for. The amounts are our book's as it is now,
 * reversals taken off and a family's account in it, while a group's are as its area's 3201 counts: so they have names of
 * their own. `agreed` is how much of them the centre agreed to: 3201 tells a verdict and no figures of its own.
 */
export const reconDaySums = group('合计', {
  days: integer('门店天数'),
  openDays: integer('未对平天数'),
  differences: integer('差异笔数'),
  open: integer('未处理差异'),
  settlements: integer('结算笔数'),
  reversals: integer('撤销笔数'),
  total: money('本地净额'),
  fund: money('基金净额'),
  account: money('账户净额'),
  cash: money('现金净额'),
  agreed: money('其中已对平'),
})

const side = group('一方', {
  setlId: note('结算号'),
  mdtrtId: note('就诊号'),
  total: optional(money('总额')),
  fund: optional(money('基金')),
  account: optional(money('账户')),
  /** Where the centre tells them of its rows (1321). */
  pool: optional(money('统筹')),
  cash: optional(money('现金')),
  reversed: flag('退费'),
})

/** One difference with both sides, its likely cause and one proposed repair (ux 3). */
export const difference = group('差异', {
  id: id('差异编号'),
  groupId: id('对账组'),
  day: day('日期'),
  storeName: text('门店名称'),
  class: diffClass,
  maskedName: text('参保人'),
  at: optional(time('结算时间')),
  msgidTail: note('报文尾号'),
  orderId: optional(id('订单')),
  local: optional(side),
  centre: optional(side),
  /** Evidence sentences; empty means 原因未知. */
  evidence: list(text('依据')),
  proposal: optional(diffAction),
  actions: list(diffAction),
  /** local repairs can be undone for 24 h, money repairs never. */
  risk: choice('风险', { local: '仅本地', money: '涉及资金' }),
  /** A recovery job works on it. */
  locked: flag('核实中'),
  handledBy: optional(note('处理人')),
  handledAction: optional(diffAction),
  handledNote: optional(note('说明')),
  handledAt: optional(time('处理时间')),
  undoable: flag('可撤回'),
})

/** What a centre tells of a settlement that our book lacks: whose, how much and what for (5203, 5204). */
export const centreSettlement = group('中心明细', {
  setlId: note('结算号'),
  mdtrtId: note('就诊号'),
  maskedName: text('参保人'),
  at: optional(time('结算时间')),
  insutype: dict('险种', 'insutype'),
  medicalType: dict('医疗类别', 'med_type'),
  total: money('总额'),
  fund: money('基金'),
  account: money('账户'),
  cash: money('现金'),
  refunded: flag('已退费'),
  /** Absent where the centre did not answer 5204. */
  lines: optional(
    list(
      group('药品', {
        itemName: note('药品'),
        spec: optional(note('规格')),
        quantity: quantity('数量'),
        amount: money('金额'),
      }),
    ),
  ),
})
