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
import { liquidationState } from './liquidation-state.ts'

/** How an application stands to our books as they are now. */
const liquidationBooks = choice('与账核对', {
  same: '一致',
  edited: '有修改',
  centre: '与中心不一致',
  moved: '账目有变动',
})

const persons = integer('清算人次', { min: -999_999, max: 999_999 })

/** What an application claims: settlements less reversals, yuan. */
export const claimSums = {
  persons,
  total: money('医疗费总额'),
  recognised: money('医保认可费用'),
  fund: money('基金申报'),
  /** acct_pay as the centre counts it: some leave out what a family member's account paid. */
  account: money('个人账户支出'),
  cash: money('现金'),
}

/** Their names, as a form has them. */
export const claimNames = Object.keys(claimSums) as (keyof typeof claimSums)[]

const key = {
  month: month('清算月份'),
  storeId: id('门店'),
  storeName: text('门店名称'),
  clrOptins: code('清算机构'),
  clrType: optional(dict('清算类别', 'clr_type')),
  clrWay: optional(dict('清算方式', 'clr_way')),
  insutype: optional(dict('险种', 'insutype')),
}

const decided = {
  deducted: money('扣款'),
  reserved: money('预留金'),
  granted: money('拨付金额'),
  paid: money('实际拨付'),
  paidMonth: optional(month('兑付年月')),
}

/** An application for a month's money (domain.md 8.9). */
export const liquidationRow = group('清算申请', {
  id: id('编号'),
  ...key,
  ...claimSums,
  state: liquidationState,
  books: liquidationBooks,
  /** What is claimed less what our books hold now, where the two differ. */
  differs: optional(note('与账的差额')),
  beginDay: day('开始日期'),
  endDay: day('结束日期'),
  eventId: optional(note('申请事件号')),
  appliedAt: optional(time('申请时间')),
  appliedBy: optional(note('申请人')),
  operatorName: note('生成人'),
  createdAt: time('生成时间'),
  ...decided,
  centreState: optional(note('中心状态')),
  message: optional(note('中心说明')),
  queriedAt: optional(time('查询时间')),
  editReason: optional(note('修改原因')),
  /** Its groups were equal: what the books agreed on is not to be changed. */
  agreed: flag('月对账已平'),
  /** The centre makes the sums by itself. */
  unsummed: flag('中心汇总'),
  /** The centre can be asked for it without its number: a lost answer is made definite by itself. */
  findable: optional(flag('可按月份查询')),
})

const claimed = { ...claimSums, persons: integer('清算人次'), applications: integer('申请份数') }

/** Drafts that are to be applied for at once, summed, and by kind. */
export const toApply = group('待申请的清算合计', {
  ...claimed,
  stores: integer('门店数'),
  kinds: list(group('清算类别', { clrType: liquidationRow.shape.clrType, ...claimed }), '清算类别'),
  /** Of how many the centre makes the sums by itself. */
  unsummed: integer('中心汇总份数'),
})

/** A fund of an application, as its centre answered last. */
export const liquidationFundRow = group('基金清算', {
  id: id('编号'),
  liquidationId: id('清算申请'),
  clearingId: code('费用清算号'),
  fund: dict('基金类型', 'fund_pay_type'),
  month: key.month,
  storeName: key.storeName,
  clrOptins: key.clrOptins,
  clrType: key.clrType,
  applied: money('申报'),
  deducted: money('扣款'),
  reserved: money('预留'),
  paid: money('拨付'),
  paidMonth: optional(month('兑付年月')),
  state: liquidationState,
  queriedAt: optional(time('查询时间')),
})

/** An application whole, beside our books and what the centre holds. */
export const liquidationDetail = group('清算申请', {
  ...liquidationRow.shape,
  fixmedinsCode: code('机构编码'),
  fixmedinsName: text('机构名称'),
  settled: integer('结算笔数'),
  reversed: integer('撤销笔数'),
  book: group('生成时的账', claimSums),
  now: group('现在的账', claimSums),
  centreTotal: optional(money('中心医疗费总额')),
  centreFund: optional(money('中心基金申报')),
  funds: list(
    group('基金', {
      fund: dict('基金类型', 'fund_pay_type'),
      clearingId: code('费用清算号'),
      applied: money('申报'),
      deducted: money('扣款'),
      reserved: money('预留'),
      paid: money('拨付'),
    }),
    '基金',
  ),
})

/** A settlement of an application, or its reversal, as it was when the application was made. */
export const liquidationItemRow = group('清算明细', {
  key: note('编号'),
  at: time('结算时间'),
  refunded: choice('类型', { 0: '结算', 1: '撤销' }),
  setlId: note('结算号'),
  orderNo: note('订单号'),
  maskedName: note('参保人'),
  insutype: dict('险种', 'insutype'),
  total: money('医疗费总额'),
  recognised: money('医保认可费用'),
  fund: money('基金支付'),
  account: money('个人账户支出'),
  cash: money('现金'),
})
