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
  pattern,
  price,
  quantity,
  ratio,
  text,
  time,
  wire,
} from '../field.ts'
import { mostDays } from '../herbs.ts'
import { traceCodeForm } from '../trace-code.ts'
import { auditHit } from './audit-hit.ts'
import { outFlags } from './person.ts'

/** orderStatus of domain.md 8.0, derived from state and flags (DESIGN 7). */
export const orderStatus = choice('订单状态', {
  0: '待结算',
  1: '已预结算',
  2: '已结算',
  3: '已撤销',
  4: '结算未知',
  5: '已冲正',
  6: '异常',
  7: '已作废',
})

export const orderSource = choice('来源', { 1: 'ERP', 2: '控制台', 3: '二维码', 4: '电子处方', 5: '激活盒' })

const batchOfPacks = {
  lot: optional(code('批号', { max: 30 })),
  madeOn: optional(day('生产日期')),
  expiresOn: optional(day('有效期至')),
}

/** How a drug is to be taken, as whoever prescribed it wrote: sin_dos_dscr, used_frqu_dscr, medc_way_dscr, prd_days. */
const dosage = group('用法用量', {
  dose: optional(note('单次剂量', { max: 200 })),
  frequency: optional(note('使用频次', { max: 200 })),
  way: optional(note('用药途径', { max: 200 })),
  days: optional(integer('用药天数', { min: 1, max: mostDays })),
})

/** What the 中药饮片 of a basket are, said once for all of them (herbs.ts). */
export const herbs = group('中药饮片', {
  /** tcmdrug_used_way */
  use: choice('单复方', { 1: '复方', 2: '单方' }),
  doses: optional(integer('剂数', { min: 1, max: 999 })),
})

/** A trace code as it comes in. What a row of before holds is shown as it is: answers take any code. */
export const traceCode = pattern('追溯码', 'code', traceCodeForm, '追溯码应为 20 位数字')

/** A line as the console sends it: the server looks the item up and multiplies. */
export const basketLine = group('明细', {
  ownCode: code('商品编码'),
  quantity: quantity('数量'),
  price: price('单价'),
  /** The ERP's amount, checked against price × quantity. */
  amount: optional(money('金额')),
  traceCodes: optional(list(traceCode)),
  /** Of the packs, where the ERP's bill says it: 3505 demands it of every sale. */
  ...batchOfPacks,
  /** Where the ERP's bill says it; of a kept prescription the server knows it by itself. */
  dosage: optional(dosage),
})

/** A line of an order as it was settled. */
const orderLine = group('明细', {
  no: integer('序号'),
  ownCode: code('商品编码'),
  nationalCode: note('国家码'),
  name: text('名称'),
  spec: note('规格'),
  producer: note('厂家'),
  unit: note('单位'),
  quantity: quantity('数量'),
  price: price('单价'),
  amount: money('金额'),
  itemClass: optional(note('等级')),
  selfPayRatio: optional(ratio('自付比例')),
  inScope: optional(money('符合范围')),
  prescription: flag('处方药'),
  traceCodes: list(code('追溯码')),
  ...batchOfPacks,
  dosage: optional(dosage),
})

const hospitalPart = optional(money('医院负担'))

/** The split of one settlement: every slot but 医院负担 exists, zero ones included (ux 2.2 R5, domain.md 4.2). */
export const split = group('分割', {
  total: money('费用总额'),
  fullySelfPaid: money('全自费'),
  overLimit: money('超限价自费'),
  firstSelfPay: money('先行自付'),
  inScope: money('符合范围'),
  deductible: money('起付线'),
  poolFund: money('统筹基金'),
  poolRatio: ratio('统筹支付比例'),
  civilServant: money('公务员补助'),
  enterprise: money('企业补充'),
  seriousIllness: money('居民大病'),
  largeAmount: money('大额补助'),
  medicalAid: money('医疗救助'),
  otherFund: money('其他基金'),
  fundTotal: money('基金合计'),
  personPart: money('个人负担'),
  /** Absent where the centre said nothing of it. */
  hospitalPart,
  account: money('个人账户'),
  familyAccount: money('其中共济'),
  cash: money('应收现金'),
  balance: money('结算后余额'),
})

export const outsidePrescription = group('外配处方', {
  /** The store's own record of it (Rx/Get), which a pharmacist reviewed; absent where it was only typed. */
  id: optional(id('处方')),
  number: code('处方号', { max: 30 }),
  hospital: text('开方医院'),
  doctor: text('开方医生', { max: 50 }),
  /** What it allows of the shop's goods, for the counter's eye; the server goes by its record. */
  goods: optional(list(group('处方药品', { ownCode: code('商品编码'), limit: quantity('可售数量') }))),
})

/** A list row of orders. Persons are masked here (ux 2.5). */
export const orderRow = group('订单', {
  id: id('订单编号'),
  orderNo: code('订单号'),
  erpBill: optional(note('ERP单号')),
  storeId: id('门店'),
  storeName: text('门店名称'),
  setlId: optional(note('结算号')),
  maskedName: text('姓名'),
  insutype: optional(dict('险种', 'insutype')),
  medicalType: dict('医疗类别', 'med_type'),
  total: money('费用总额'),
  fundTotal: money('基金合计'),
  account: money('个人账户'),
  familyAccount: money('共济'),
  cash: money('现金'),
  hospitalPart,
  status: orderStatus,
  source: orderSource,
  outFlag: choice('异地标志', outFlags),
  insuredAreaName: optional(note('参保地')),
  /** Of the account, as the settlement told it. */
  balance: optional(money('结算后余额')),
  operatorName: text('操作员'),
  createdAt: time('创建时间'),
  settledAt: optional(time('结算时间')),
  printed: integer('打印次数'),
})

/** Why an order is on the abnormal page, and what the system is doing about it. */
export const abnormal = group('异常', {
  kind: choice('异常类型', {
    unknown: '结算结果未知',
    reversalUnknown: '撤销结果未知',
    amount: '金额关系有误',
    lateBooking: '延迟入账',
    erpMissing: '缺少ERP单',
    duplicate: '重复结算',
    reversedHere: '仅本地撤销',
  }),
  attempts: integer('核实次数'),
  nextAttemptAt: optional(time('下次核实')),
  lastError: optional(note('最近错误')),
  /** Of the message that nobody knows the end of, else of the one that settled it. */
  msgidTail: optional(note('报文尾号')),
  /** A person must decide: no automatic step is left. */
  needsPerson: flag('需人工'),
  /** The centre's settlement stands in our book, and no ERP bill belongs to it yet; beside whatever else is wrong. */
  billMissing: optional(flag('可绑定ERP单')),
  /** Of a settlement that the centre has beside the one that counts: orderNo of that one's order. */
  duplicateOf: optional(text('重复于订单')),
  /** Nobody knows whether it is one too many: the same person bought the same. */
  suspected: optional(flag('疑似')),
})

export const abnormalRow = group('异常订单', { ...orderRow.shape, abnormal })

const orderEvent = group('记录', {
  at: time('时间'),
  move: text('变化'),
  text: note('说明'),
  by: text('操作人'),
})

/** What the customer gets back by hand with a reversal, by the way it was paid. */
const giveBack = group('应退', {
  kindName: text('支付方式'),
  amount: money('金额'),
  /** Of a payment that is written down, so that its refund is as well. */
  booked: flag('已登记'),
})

/** One order, whole. */
export const orderDetail = group('订单', {
  ...orderRow.shape,
  /** A person bound its ERP bill to it: it can be taken off again. */
  billBound: optional(flag('已绑定ERP单')),
  mdtrtId: optional(note('就诊号')),
  msgidTail: optional(note('报文尾号')),
  gender: optional(dict('性别', 'gend')),
  age: optional(integer('年龄')),
  maskedCertNo: note('证件号'),
  personTypeName: note('人员类别'),
  insuredAreaName: note('参保地'),
  diseaseName: optional(note('病种')),
  prescription: optional(outsidePrescription),
  pharmacistName: optional(note('药师')),
  /** Absent where it has none, and on orders of before. */
  herbs: optional(herbs),
  lines: list(orderLine),
  split: optional(split),
  /** setldetail: what each fund paid, as the centre named it. */
  funds: optional(
    list(
      group('基金支付', {
        fund: dict('基金', 'fund_pay_type'),
        name: optional(note('名称')),
        inScope: money('符合范围'),
        limitBefore: money('结算前限额'),
        amount: money('支付金额'),
        process: optional(note('过程说明')),
      }),
    ),
  ),
  /** What he had used in the year before this, as far as the centre said it when his card was read (5206). */
  yearBefore: optional(
    group('本年度此前累计', {
      stays: optional(integer('住院次数')),
      total: optional(money('费用总额')),
      poolFund: optional(money('统筹支付')),
      largeAmount: optional(money('大额补助')),
      civilServant: optional(money('公务员补助')),
      seriousIllness: optional(money('居民大病')),
      account: optional(money('个人账户支付')),
      medicalAid: optional(money('医疗救助')),
    }),
  ),
  /** Why the person pays what he pays, as sentences (ux R5). */
  reasons: list(text('说明')),
  /** Warnings that never block (M18, M19, M43). */
  warnings: list(text('提示')),
  /** What the audit says of it (domain.md 8.15); absent: nothing. What nobody confirmed is not settled. */
  audit: optional(list(auditHit)),
  /** The same lines of the same person are under way in another order: until its end is known these are not settled. */
  twin: optional(flag('相同购药未核实')),
  /** Idempotency-Key of this split; a new pre-settlement makes a new one. */
  settleKey: optional(id('提交号')),
  abnormal: optional(abnormal),
  /** Of its ERP bill, as it was priced last. */
  erpRevision: optional(integer('ERP版本')),
  /** How often what its ERP bill came to has become something else; absent: never. Each telling has an id of its own by it. */
  erpTurn: optional(integer('ERP结果变更次数')),
  /** The ERP bill that was taken off it again. */
  formerBill: optional(note('原 ERP 单号')),
  reversedAt: optional(time('撤销时间')),
  reversalReason: optional(note('撤销原因')),
  reversalBalance: optional(money('撤销后余额')),
  /** Of one that was settled, where it is asked for by itself: what nobody wrote down counts as cash. */
  giveBack: optional(list(giveBack)),
  /** Why its settlement or reversal was refused, where nothing has happened to it since. */
  refusal: optional(note('未通过原因')),
  events: list(orderEvent),
})

/** What went over the line for an order, numbers and names of persons masked (domain.md 8.7, its safety notes). */
export const orderMessage = group('结算报文', {
  infno: code('交易'),
  name: text('名称'),
  msgid: code('报文号'),
  sentAt: time('发出时间'),
  outcome: choice('结果', {
    open: '等待应答',
    unknown: '结果未知',
    booked: '已入账',
    refused: '被拒绝',
    undone: '已冲正',
    reversed: '已撤销',
  }),
  request: wire('请求'),
  /** Absent where none came, where a query told what became of it, or where it is older than this record. */
  response: optional(wire('应答')),
})
