import { reprintReasons } from '../agent/reprint.ts'
import { get, pageOf, paging, post } from '../call.ts'
import { choice, day, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'

/** Why a slip is printed a second time: said once by the clerk, kept by the operation log. */
const reprintReason = optional(choice('补打原因', reprintReasons))
const layout = choice('版式', { 58: '58 毫米', 80: '80 毫米', 241: '241 毫米连续纸', a5: 'A5', a4: 'A4 官方' })
const printState = choice('打印状态', { done: '已打印', failed: '未打印', unsure: '不确定', browser: '浏览器打印' })

/** Ends of prints that are asked about in one call. */
export const untoldAtOnce = 100

export const slip = {
  make: post('/api/Slip/Make', {
    menu: ['SwipingCard', 'PrintSettlement', 'OrderManagement'],
    scope: 'store',
    title: '生成结算单',
    audit: { action: '生成结算单', record: ['orderId', 'kind', 'layout', 'reprintReason'] },
    input: {
      orderId: id('订单'),
      kind: choice('单据', { settlement: '结算单', reversal: '撤销结算单', presettlement: '预结算单' }),
      /** What its store prints on when absent. */
      layout: optional(layout),
      /** With a reason a slip that came out already, or still may, becomes a new document marked 补打. */
      reprintReason,
    },
    result: group('结算单', {
      slipId: id('单据'),
      layout,
      printNo: integer('打印序号'),
      pages: integer('页数'),
      missingCharacters: list(text('缺字')),
      /** Nothing was made: a slip of this kind is out already, or may still come; ask again with the reason. */
      needsReason: flag('补打要有原因'),
      /** The document that this one prints again. */
      reprintOf: optional(id('补打的单据')),
    }),
  }),
  get: get('/api/Slip/:slipId', {
    menu: ['SwipingCard', 'PrintSettlement', 'OrderManagement'],
    scope: 'store',
    title: '结算单',
    input: { slipId: id('单据') },
    file: 'application/pdf',
  }),
  receipt: get('/api/Slip/Receipt', {
    menu: ['SwipingCard', 'PrintSettlement', 'OrderManagement'],
    scope: 'store',
    title: '小票内容',
    input: { slipId: id('单据') },
    /** The blocks of agent/receipt.ts as JSON: the agent, which prints them, checks them. */
    result: group('小票', { blocks: note('内容', { max: 60_000 }) }),
  }),
  printed: post('/api/Slip/Printed', {
    menu: ['SwipingCard', 'PrintSettlement', 'OrderManagement'],
    scope: 'store',
    title: '打印结果',
    audit: { action: '打印', record: ['slipId', 'state', 'reprintReason'] },
    input: {
      slipId: id('单据'),
      state: printState,
      printer: optional(note('打印机', { max: 200 })),
      reprintReason,
    },
  }),
  /** Of the ends that an agent's queue knows, those that Slip/Printed was never told: the page that printed had gone. */
  untold: post('/api/Slip/Untold', {
    menu: ['SwipingCard', 'PrintSettlement', 'OrderManagement'],
    scope: 'store',
    title: '未上报的打印结果',
    input: {
      ended: list(group('打印结果', { slipId: id('单据'), state: printState }), '打印结果', { max: untoldAtOnce }),
    },
    result: group('未上报的打印结果', { slipIds: list(id('单据')) }),
  }),
}

const signRow = group('签到记录', {
  id: id('编号'),
  signNo: optional(note('签到号')),
  storeId: id('门店'),
  storeName: text('门店'),
  operatorName: text('操作员'),
  signedInAt: time('签到时间'),
  signedOutAt: optional(time('签退时间')),
  /** What the centre was told. */
  mac: note('MAC'),
  ip: note('IP'),
  settlements: integer('期间结算'),
  open: flag('在签'),
  /** How it came about or ended, in words. */
  result: note('结果'),
})

export const signIn = {
  do: post('/api/SignIn/Do', {
    menu: ['Attendance', 'SwipingCard', 'Dashboard'],
    button: 'add',
    scope: 'store',
    title: '签到',
    audit: { action: '签到' },
    result: signRow,
  }),
  signOut: post('/api/SignIn/SignOut', {
    menu: ['Attendance', 'Dashboard'],
    button: 'add',
    scope: 'store',
    title: '签退',
    audit: { action: '签退' },
    result: signRow,
  }),
  paged: get('/api/SignIn/Paged', {
    menu: 'Attendance',
    scope: 'store',
    title: '签到记录',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      operatorName: optional(note('操作员', { max: 50 })),
      storeId: optional(id('门店')),
    },
    result: pageOf(signRow),
  }),
  current: get('/api/SignIn/Current', {
    menu: ['Attendance', 'SwipingCard', 'Dashboard'],
    scope: 'store',
    title: '当前签到',
    result: group('当前签到', {
      row: optional(signRow),
      /** Without a row: when the caller's last sign-in of today ended. */
      endedAt: optional(time('结束时间')),
    }),
  }),
}

const qrKind = choice('类型', { payment: '收款码', store: '门店码', register: '登记码' })

export const qrCode = {
  save: post('/api/QrCode/Save', {
    menu: 'QrCode',
    button: 'add',
    guest: true,
    scope: 'store',
    title: '保存二维码',
    audit: { action: '保存二维码', target: ['content'], record: ['kind', 'content'] },
    input: { kind: qrKind, content: text('内容', { max: 500 }), validUntil: optional(time('有效期至')) },
    result: group('二维码', { code: id('编号') }),
  }),
  /** Whoever saves one may take it away: a wrong one leads a customer's money astray until somebody does. */
  remove: post('/api/QrCode/Remove/:code', {
    menu: 'QrCode',
    button: 'add',
    scope: 'store',
    title: '删除二维码',
    audit: { action: '删除二维码', record: ['code'] },
    input: { code: id('编号') },
  }),
  query: post('/api/QrCode/Query', {
    reads: true,
    menu: 'QrCode',
    guest: true,
    scope: 'store',
    title: '查询二维码',
    input: {
      code: optional(note('编号', { max: 60 })),
      kind: optional(qrKind),
      storeId: optional(id('门店')),
      ...paging,
    },
    result: pageOf(
      group('二维码', {
        code: id('编号'),
        storeName: text('门店'),
        kind: qrKind,
        content: text('内容'),
        validUntil: optional(time('有效期至')),
        scans: integer('扫码次数'),
        savedAt: time('保存时间'),
      }),
    ),
  }),
}
