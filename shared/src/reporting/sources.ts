import { liquidationState } from '../entities/liquidation-state.ts'
import { diffAction, diffClass } from '../entities/reconciliation.ts'
import { orderInfoRow, settlementReportRow } from '../entities/settlement-report.ts'
import { choice, code, day, dict, flag, id, integer, metaOf, money, month, note, text, time } from '../field.ts'
import { onlyFilter, type ReportSource, shown } from './source.ts'
import { type SourceName, sourceTitles } from './titles.ts'

const book = settlementReportRow.shape
const line = orderInfoRow.shape

/** Days of all stores that the lists of the books read at once (book-list.ts). */
const rowDays = 31

const place = {
  storeId: onlyFilter(id('门店')),
  storeName: shown(text('门店名称'), 150, 'group'),
}

/** When a settlement, or its reversal, counts. */
const counted = {
  at: shown(time('结算时间'), 140),
  day: shown(day('结算日期'), 100, 'group'),
  month: shown(month('结算月份'), 90, 'group'),
  refunded: shown(book.refunded, 80, 'group', 'filter'),
}

const settlements = {
  title: sourceTitles.settlements,
  about: '一笔结算一行，撤销另起一行、金额为负，与结算报表同一口径。',
  period: '结算日期',
  rowDays,
  fields: {
    ...counted,
    ...place,
    orderNo: shown(book.orderNo, 180),
    erpBill: shown(book.erpBill, 140),
    setlId: shown(book.setlId, 190),
    mdtrtId: shown(book.mdtrtId, 190),
    maskedName: shown(book.maskedName, 80),
    personTypeName: shown(book.personTypeName, 100, 'group'),
    insuredAreaName: shown(book.insuredAreaName, 110, 'group'),
    diseaseName: shown(book.diseaseName, 120, 'group'),
    insutype: shown(book.insutype, 130, 'group', 'filter'),
    medicalType: shown(book.medicalType, 120, 'group', 'filter'),
    outFlag: shown(book.outFlag, 90, 'group', 'filter'),
    source: shown(book.source, 80, 'group', 'filter'),
    clrOptins: shown(book.clrOptins, 100, 'group', 'filter'),
    clrType: shown(book.clrType, 100, 'group', 'filter'),
    clrWay: shown(book.clrWay, 100, 'group', 'filter'),
    operatorName: shown(book.operatorName, 90, 'group', 'filter'),
    settlements: shown(integer('结算笔数'), 90, 'sum'),
    reversals: shown(integer('撤销笔数'), 90, 'sum'),
    total: shown(book.total, 110, 'sum'),
    fundTotal: shown(book.fundTotal, 110, 'sum'),
    account: shown(book.account, 110, 'sum'),
    familyAccount: shown(book.familyAccount, 110, 'sum'),
    cash: shown(book.cash, 110, 'sum'),
    fullySelfPaid: shown(book.fullySelfPaid, 110, 'sum'),
    overLimit: shown(book.overLimit, 110, 'sum'),
    firstSelfPay: shown(book.firstSelfPay, 110, 'sum'),
    inScope: shown(book.inScope, 110, 'sum'),
    deductible: shown(book.deductible, 110, 'sum'),
    poolFund: shown(book.poolFund, 110, 'sum'),
    civilServant: shown(book.civilServant, 110, 'sum'),
    enterprise: shown(book.enterprise, 110, 'sum'),
    seriousIllness: shown(book.seriousIllness, 110, 'sum'),
    largeAmount: shown(book.largeAmount, 110, 'sum'),
    medicalAid: shown(book.medicalAid, 110, 'sum'),
    otherFund: shown(book.otherFund, 110, 'sum'),
    personPart: shown(book.personPart, 110, 'sum'),
  },
} satisfies ReportSource

const lines = {
  title: sourceTitles.lines,
  about: '医保订单的每行商品，撤销的数量和金额为负，与订单信息报表同一口径。',
  period: '结算日期',
  rowDays,
  fields: {
    ...counted,
    ...place,
    orderNo: shown(line.orderNo, 180),
    erpBill: shown(line.erpBill, 140),
    setlId: shown(line.setlId, 190),
    insutype: shown(book.insutype, 130, 'group', 'filter'),
    medicalType: shown(book.medicalType, 120, 'group', 'filter'),
    operatorName: shown(book.operatorName, 90, 'group', 'filter'),
    ownCode: shown(line.ownCode, 110, 'group', 'filter'),
    nationalCode: shown(line.nationalCode, 200, 'group', 'filter'),
    name: shown(line.name, 160, 'group', 'filter'),
    spec: shown(line.spec, 120, 'group'),
    producer: shown(line.producer, 160, 'group', 'filter'),
    unit: shown(line.unit, 60, 'group'),
    itemClass: shown(line.itemClass, 60, 'group', 'filter'),
    feeClass: shown(line.feeClass, 110, 'group', 'filter'),
    prescription: shown(line.prescription, 80, 'group', 'filter'),
    pharmacistName: shown(line.pharmacistName, 90, 'group', 'filter'),
    price: shown(line.price, 90),
    priceLimit: shown(line.priceLimit, 90),
    selfPayRatio: shown(line.selfPayRatio, 90),
    lines: shown(integer('行数'), 80, 'sum'),
    quantity: shown(line.quantity, 90, 'sum'),
    amount: shown(line.amount, 110, 'sum'),
    inScope: shown(line.inScope, 110, 'sum'),
  },
} satisfies ReportSource

const differences = {
  title: sourceTitles.differences,
  about: '日对账查出的每笔差异，连同两边的金额和处理结果；重新对账后作废的不计。',
  period: '对账日期',
  fields: {
    day: shown(day('对账日期'), 100, 'group'),
    month: shown(month('对账月份'), 90, 'group'),
    ...place,
    class: shown(diffClass, 160, 'group', 'filter'),
    maskedName: shown(text('参保人'), 80),
    setlId: shown(note('结算号'), 190),
    clrOptins: shown(code('清算机构'), 100, 'group', 'filter'),
    insutype: shown(dict('险种', 'insutype'), 130, 'group', 'filter'),
    clrType: shown(dict('清算类别', 'clr_type'), 100, 'group', 'filter'),
    proposal: shown(choice('建议处理', metaOf(diffAction)?.choices ?? {}), 130, 'group'),
    handled: shown(flag('已处理'), 80, 'group', 'filter'),
    action: shown(diffAction, 130, 'group', 'filter'),
    handledBy: shown(note('处理人'), 90, 'group', 'filter'),
    handledAt: shown(time('处理时间'), 140),
    differences: shown(integer('差异笔数'), 90, 'sum'),
    open: shown(integer('未处理'), 80, 'sum'),
    localTotal: shown(money('本地总额'), 110, 'sum'),
    centreTotal: shown(money('中心总额'), 110, 'sum'),
    localFund: shown(money('本地基金'), 110, 'sum'),
    centreFund: shown(money('中心基金'), 110, 'sum'),
  },
} satisfies ReportSource

const claims = {
  title: sourceTitles.claims,
  about: '每家门店每月的清算申请，连同申报、扣款和拨付的金额；已撤销的也在内，可用申请状态筛选。',
  period: '清算月份',
  fields: {
    month: shown(month('清算月份'), 90, 'group'),
    ...place,
    clrOptins: shown(code('清算机构'), 100, 'group', 'filter'),
    clrType: shown(dict('清算类别', 'clr_type'), 100, 'group', 'filter'),
    clrWay: shown(dict('清算方式', 'clr_way'), 100, 'group', 'filter'),
    insutype: shown(dict('险种', 'insutype'), 130, 'group', 'filter'),
    state: shown(liquidationState, 120, 'group', 'filter'),
    appliedAt: shown(time('申请时间'), 140),
    appliedBy: shown(note('申请人'), 90, 'group'),
    paidAt: shown(time('拨付时间'), 140),
    paidMonth: shown(month('兑付年月'), 90, 'group', 'filter'),
    applications: shown(integer('申请数'), 80, 'sum'),
    persons: shown(integer('清算人次', { min: -999_999, max: 999_999 }), 90, 'sum'),
    total: shown(money('医疗费总额'), 110, 'sum'),
    recognised: shown(money('医保认可费用'), 110, 'sum'),
    fund: shown(money('基金申报'), 110, 'sum'),
    account: shown(money('个人账户'), 110, 'sum'),
    cash: shown(money('现金'), 110, 'sum'),
    deducted: shown(money('扣款'), 110, 'sum'),
    reserved: shown(money('预留金'), 110, 'sum'),
    paid: shown(money('实际拨付'), 110, 'sum'),
  },
} satisfies ReportSource

/** Everything a report can be made of. A new one is its fields here and its rows in the server's domains/report/defined. */
const reportSources = { settlements, lines, differences, claims } as const satisfies Record<SourceName, ReportSource>

export type FieldOf<S extends SourceName> = keyof (typeof reportSources)[S]['fields'] & string

export type { SourceName }

/** A source by its name, its fields under any name. */
export const sourceOf = (name: SourceName): ReportSource => reportSources[name]
