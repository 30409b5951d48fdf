import { get, pageOf, paging, post } from '../call.ts'
import { orderStatus } from '../entities/settlement.ts'
import { choice, code, day, dict, flag, group, id, integer, list, money, note, optional, text, time } from '../field.ts'

const visits = { menu: 'OutpatientManager', scope: 'store' } as const

/** How far a visit came that did not end. */
export const outpatientStep = choice('停在哪一步', {
  presettled: '已预结算，没有结算',
  unknown: '结算结果未知',
  reversalUnknown: '撤销结果未知',
  lateBooking: '冲正后又入账',
  registered: '挂号没有撤销',
})

const visitRow = group('门诊记录', {
  id: id('订单编号'),
  orderNo: code('订单号'),
  storeName: text('门店名称'),
  maskedName: text('姓名'),
  medicalType: dict('医疗类别', 'med_type'),
  insutype: optional(dict('险种', 'insutype')),
  total: money('费用总额'),
  mdtrtId: optional(note('就诊号')),
  step: outpatientStep,
  infno: optional(note('最近交易')),
  msgidTail: optional(note('报文尾号')),
  error: optional(note('最近错误')),
  status: orderStatus,
  /** A registration of it (2201) in which nothing is sold stands at the centre still. */
  visitLeft: flag('可撤销挂号'),
  operatorName: text('操作员'),
  createdAt: time('开始时间'),
  updatedAt: time('最近变化'),
})

/** What the two books say of one settlement of a person at this store. */
const verdict = choice('两边核对', {
  equal: '一致',
  centreOnly: '中心有，本地没有',
  localOnly: '本地有，中心没有查到',
  amounts: '金额不一致',
  reversedThere: '中心已退费，本地未撤销',
  reversedHere: '本地已撤销，中心未退费',
  unfinished: '本地结果未知',
})

const side = {
  total: optional(money('费用总额')),
  fund: optional(money('基金合计')),
  account: optional(money('个人账户')),
}

export const centreVisit = group('中心就诊记录', {
  key: id('编号'),
  verdict,
  at: time('结算时间'),
  medicalType: dict('医疗类别', 'med_type'),
  setlId: optional(note('结算号')),
  mdtrtId: optional(note('就诊号')),
  centre: optional(group('医保中心', side)),
  local: optional(group('本地', side)),
  orderId: optional(id('订单编号')),
  orderNo: optional(note('订单号')),
  status: optional(orderStatus),
  /** What to do next, for people. */
  advice: optional(note('怎么办')),
  /** What the two calls below would do with it now. */
  canBackfill: flag('可补录'),
  canReverse: flag('可冲正'),
})

/** Whose visits: by the reading of a card, or the person of an order; never by a number. */
const whose = { readId: optional(id('读卡编号')), orderId: optional(id('订单编号')) }
const settlement = { ...whose, setlId: code('结算号', { max: 30 }), mdtrtId: code('就诊号', { max: 30 }) }
const record = ['setlId', 'mdtrtId', 'reason'] as const

/** /abnormal-manager/outpatient-manager (domain.md 8.10): visits that did not end, and what the centre has of a person. */
export const outpatient = {
  paged: get('/api/Outpatient/Paged', {
    ...visits,
    title: '门诊异常',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      storeId: optional(id('门店')),
      name: optional(note('姓名', { max: 50 })),
      keyword: optional(note('订单号/就诊号', { max: 60 })),
      step: optional(outpatientStep),
    },
    result: pageOf(visitRow),
  }),
  /** 5201, 5204 and 5203 of one person at this store, each settlement beside ours. At most 31 days. */
  queryCentre: post('/api/Outpatient/QueryCentre', {
    ...visits,
    title: '查询医保中心',
    audit: { action: '查询中心就诊记录', target: ['from', 'to'], record: ['orderId', 'from', 'to'] },
    input: { ...whose, from: day('开始日期'), to: day('结束日期') },
    result: group('核对结果', {
      person: text('姓名'),
      storeName: text('门店名称'),
      visits: list(centreVisit, '就诊记录'),
      /** Visits at other places, and of those not asked for because there were too many. */
      elsewhere: integer('其他机构的就诊'),
      left: integer('没有查的就诊'),
      approval: flag('冲正需要授权'),
    }),
  }),
  /** 2205 and 2202 of the registrations of an order in which nothing is sold any more, now and not when the job comes to it. */
  cancelVisit: post('/api/Outpatient/CancelVisit', {
    ...visits,
    button: 'handle',
    title: '撤销挂号',
    audit: { action: '撤销挂号', record: ['id', 'byHand'] },
    /** byHand: it was cancelled on the centre's own site, and is only noted here. */
    input: { id: id('订单编号'), byHand: optional(flag('已在中心撤销')) },
    result: group('撤销挂号', { text: text('结果') }),
  }),
  /** Takes a settlement that only the centre has into our book, after asking the centre for it again. */
  backfill: post('/api/Outpatient/Backfill', {
    ...visits,
    button: 'handle',
    title: '补录中心结算',
    audit: { action: '补录中心结算', target: ['setlId'], record: [...record] },
    input: { ...settlement, reason: text('补录原因', { min: 2, max: 200 }) },
    result: group('补录', { orderId: id('订单编号'), text: text('结果') }),
  }),
  /** 2601 of a settlement that only the centre has; a second person's approval where the area asks for it. */
  reverse: post('/api/Outpatient/Reverse', {
    ...visits,
    button: 'reverse',
    title: '冲正中心结算',
    audit: { action: '冲正中心结算', target: ['setlId'], record: [...record] },
    input: { ...settlement, reason: text('冲正原因', { min: 2, max: 200 }), authorizationId: optional(id('授权')) },
    result: group('冲正', { text: text('结果') }),
  }),
}
