import { get, post } from '../call.ts'
import { medium, person } from '../entities/person.ts'
import { replaced } from '../entities/replaced.ts'
import { basketLine, herbs, orderDetail, orderSource, outsidePrescription, traceCode } from '../entities/settlement.ts'
import { code, dict, flag, group, id, integer, list, money, note, optional, text, time } from '../field.ts'

const counter = { menu: 'SwipingCard' } as const

const basket = {
  readId: id('读卡编号'),
  insutype: dict('险种', 'insutype'),
  medicalType: dict('医疗类别', 'med_type'),
  ...{ diseaseCode: optional(note('病种编码', { max: 30 })), diseaseName: optional(note('病种', { max: 200 })) },
  accountUsed: optional(flag('使用个人账户')),
  prescription: optional(outsidePrescription),
  ...{ pharmacistCode: optional(note('药师编码', { max: 30 })), pharmacistName: optional(note('药师', { max: 50 })) },
  erpBill: optional(text('ERP单号', { max: 60 })),
  erpTotal: optional(money('ERP总额')),
  erpRevision: optional(integer('ERP版本')),
  /** Partial return: the settlement these lines were part of. They settle only after it is reversed (ux 1.4). */
  replaces: optional(id('原订单')),
  /** Only 3 is the caller's to say: the rest is seen by the server. */
  source: optional(orderSource),
  /** Absent: as many kinds of herbs are usually used, and nobody said how many doses. */
  herbs: optional(herbs),
  lines: list(basketLine, '明细', { max: 300 }),
}

export const settlement = {
  /** 2101. With an orderId the same order is computed again; every answer carries a new settleKey. */
  preSettle: post('/api/Settlement/PreSettle', {
    ...counter,
    button: 'settle',
    scope: 'store',
    title: '预结算',
    audit: { action: '预结算', record: ['orderId', 'erpBill'] },
    input: { orderId: optional(id('订单')), ...basket },
    result: orderDetail,
  }),
  /** The clerk has read what the audit says and goes on (domain.md 8.15). Of the split that he saw, and no other. */
  confirmAudit: post('/api/Settlement/ConfirmAudit', {
    ...counter,
    button: 'settle',
    scope: 'store',
    title: '确认审核提醒',
    audit: { action: '确认审核提醒', record: ['orderId', 'reason'] },
    input: { orderId: id('订单'), settleKey: id('提交号'), reason: optional(note('原因', { max: 100 })) },
    result: orderDetail,
  }),
  /** 2102, exactly once per settleKey. The order's status says how it ended: 2, 4 (unknown) or 6. */
  settle: post('/api/Settlement/Settle', {
    ...counter,
    button: 'settle',
    scope: 'store',
    idempotent: true,
    title: '结算',
    audit: { action: '结算', record: ['orderId'] },
    input: { orderId: id('订单') },
    result: orderDetail,
  }),
  /** 2103 of a settled order. */
  cancel: post('/api/Settlement/Cancel', {
    menu: ['SwipingCard', 'OrderManagement', 'AbnormalOrderManager'],
    button: 'reverse',
    scope: 'store',
    idempotent: true,
    title: '撤销结算',
    audit: { action: '撤销结算', record: ['orderId', 'reason', 'medium', 'withoutCard'] },
    input: {
      orderId: id('订单'),
      reason: text('撤销原因', { min: 2, max: 200 }),
      /** What the person shows where the area reads it again (撤销前再次读卡); without it the kind that he paid by. */
      medium: optional(medium),
      /** Why he can show none: nothing is read for what a second person elsewhere approves of (Approval/Submit), nowhere else. */
      withoutCard: optional(text('没有出示证件的原因', { min: 4, max: 200 })),
      authorizationId: optional(id('授权')),
    },
    result: orderDetail,
  }),
  /** Voids an order of which nothing was booked: a partial return that was given up. */
  drop: post('/api/Settlement/Drop', {
    ...counter,
    button: 'settle',
    scope: 'store',
    title: '作废预结算',
    audit: { action: '作废预结算', record: ['orderId', 'reason'] },
    input: { orderId: id('订单'), reason: text('原因', { min: 2, max: 200 }) },
    result: orderDetail,
  }),
  /** Takes the key of a Settle whose answer was lost: from then on it is refused, if it ever comes. */
  renounce: post('/api/Settlement/Renounce', {
    ...counter,
    button: 'settle',
    scope: 'store',
    title: '放弃结算请求',
    audit: { action: '放弃结算请求', record: ['orderId'] },
    input: { orderId: id('订单'), settleKey: code('结算凭据', { max: 60 }) },
    result: orderDetail,
  }),
  park: post('/api/Settlement/Park', {
    ...counter,
    idempotent: 'optional',
    button: 'settle',
    scope: 'store',
    title: '挂单',
    audit: { action: '挂单' },
    input: {
      ...basket,
      ...{ orderId: optional(id('订单')), readId: optional(id('读卡编号')) },
      insutype: optional(dict('险种', 'insutype')),
    },
    result: group('挂单', {
      parkedId: id('挂单'),
      maskedName: note('姓名'),
      count: integer('种数'),
      total: money('合计'),
    }),
  }),
  unpark: post('/api/Settlement/Unpark', {
    ...counter,
    idempotent: 'optional',
    button: 'settle',
    scope: 'store',
    title: '取单',
    audit: { action: '取单', record: ['parkedId'] },
    input: { parkedId: id('挂单') },
    result: group('挂单', {
      orderId: id('订单'),
      maskedName: note('姓名'),
      mark: optional(note('同一人标记')),
      /** The credential must be read again: single-use or older than 10 minutes (ux 1.10). */
      credentialNeeded: flag('需重新读凭证'),
      person: optional(person),
      insutype: optional(dict('险种', 'insutype')),
      medicalType: dict('医疗类别', 'med_type'),
      diseaseCode: optional(note('病种编码')),
      diseaseName: optional(note('病种')),
      accountUsed: optional(flag('使用个人账户')),
      prescription: optional(outsidePrescription),
      ...{ herbs: optional(herbs), replaces: optional(replaced) },
      /** The bill it is, with the sum the ERP named. */
      erp: optional(
        group('ERP单据', {
          billNo: text('ERP单号', { max: 60 }),
          revision: integer('ERP版本'),
          total: money('ERP总额'),
        }),
      ),
      lines: list(basketLine),
    }),
  }),
  /** Which packs another order of the company has sold already: asked when one is scanned, warned of, never a stop. */
  soldCodes: post('/api/Settlement/SoldCodes', {
    ...counter,
    ...{ reads: true, scope: 'store' },
    title: '已售追溯码',
    input: {
      codes: list(traceCode, '追溯码', { max: 500 }),
      /** The settlement that these lines are kept of. */
      replaces: optional(id('原订单')),
    },
    result: list(
      group('已售追溯码', {
        code: code('追溯码'),
        orderNo: code('订单号'),
        storeName: text('门店'),
        name: text('药品'),
        at: time('时间'),
      }),
      '已售追溯码',
    ),
  }),
  parkedList: get('/api/Settlement/ParkedList', {
    ...counter,
    scope: 'store',
    title: '挂单列表',
    result: list(
      group('挂单', {
        parkedId: id('挂单'),
        maskedName: note('姓名'),
        count: integer('种数'),
        total: money('合计'),
        at: time('时间'),
        operatorName: text('操作员'),
      }),
      '挂单',
    ),
  }),
}
