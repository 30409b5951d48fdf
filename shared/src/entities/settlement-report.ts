import {
  choice,
  code,
  dict,
  flag,
  group,
  id,
  integer,
  money,
  note,
  optional,
  pattern,
  price,
  ratio,
  text,
  time,
} from '../field.ts'
import { outFlags } from './person.ts'
import { orderSource, split } from './settlement.ts'

/** refd_setl_flag: a settlement, or its reversal by 2103. */
export const refunded = choice('结算类型', { 0: '结算', 1: '撤销' })

const { poolRatio: _ratio, total, fundTotal, account, familyAccount, cash, balance: _balance, ...parts } = split.shape

/**
 * A row of the complete list of settlements: a settlement on its day, or its reversal on its own with every amount
 * negative (domain.md 8.12, 5.3). The person is masked.
 */
export const settlementReportRow = group('结算', {
  key: code('行'),
  at: time('结算时间'),
  refunded,
  orderId: id('订单编号'),
  orderNo: code('订单号'),
  erpBill: optional(note('ERP单号')),
  storeId: id('门店编号'),
  storeName: text('门店名称'),
  setlId: code('结算号'),
  mdtrtId: optional(note('就诊号')),
  msgid: optional(note('报文号')),
  maskedName: text('姓名'),
  personTypeName: optional(note('人员类别')),
  insuredAreaName: optional(note('参保地')),
  diseaseName: optional(note('病种')),
  insutype: optional(dict('险种', 'insutype')),
  medicalType: dict('医疗类别', 'med_type'),
  outFlag: choice('异地标志', outFlags),
  source: orderSource,
  clrOptins: note('清算机构'),
  clrType: dict('清算类别', 'clr_type'),
  clrWay: optional(dict('清算方式', 'clr_way')),
  operatorName: text('操作员'),
  total,
  fundTotal,
  account,
  familyAccount,
  cash,
  ...parts,
})

/** Whether a sheet of sold lines has a row for each of them, or one for each item or pharmacist. */
export const orderInfoGroup = choice('显示', { line: '逐行', goods: '按商品合计', pharmacist: '按药师合计' })

/** What sold lines come to, with those of a reversal taken off. */
export const orderInfoSums = group('合计', {
  settlements: integer('结算笔数'),
  reversals: integer('撤销笔数'),
  lines: integer('明细行数'),
  amount: money('金额'),
  inScope: money('符合范围'),
})

/**
 * A line sold to an insured person, negative where its settlement was reversed; by goods, the sum of an item's lines:
 * then what belongs to one sale is absent, and what differs between the lines, too (domain.md 8.12). By pharmacists a row is
 * named by him, and has no goods.
 */
export const orderInfoRow = group('明细', {
  key: code('行'),
  /** By goods, the last time it was sold or taken back. */
  at: time('结算时间'),
  refunded: optional(refunded),
  orderNo: optional(code('订单号')),
  erpBill: optional(note('ERP单号')),
  setlId: optional(code('结算号')),
  storeName: optional(text('门店名称')),
  maskedName: optional(text('姓名')),
  ownCode: optional(code('商品编码')),
  nationalCode: note('国家码'),
  name: text('名称'),
  spec: note('规格'),
  producer: note('厂家'),
  /** As the bill told it when it was settled. */
  lot: optional(note('批号')),
  unit: note('单位'),
  quantity: optional(pattern('数量', 'quantity', /^-?\d{1,12}(\.\d{1,4})?$/, '数量应为不超过 4 位小数的数字')),
  price: optional(price('单价')),
  amount: money('金额'),
  listType: optional(dict('目录类别', 'list_type')),
  itemClass: optional(note('等级')),
  feeClass: optional(dict('收费类别', 'med_chrgitm_type')),
  selfPayRatio: optional(ratio('自付比例')),
  priceLimit: optional(price('限价')),
  inScope: optional(money('符合范围')),
  prescription: flag('处方药'),
  traceCodes: optional(note('追溯码')),
  prescriptionNo: optional(note('处方号')),
  doctor: optional(note('开方医生')),
  pharmacistName: optional(note('药师')),
  operatorName: optional(text('操作员')),
  /** Orders with a line of it, sold or taken back. */
  orders: integer('订单数'),
})
