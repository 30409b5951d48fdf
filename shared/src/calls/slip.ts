import { reprintReasons } from '../agent/reprint.ts'
import { get, post } from '../call.ts'
import { choice, flag, group, id, integer, list, note, optional, text } from '../field.ts'

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
