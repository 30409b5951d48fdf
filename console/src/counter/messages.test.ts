import { errors } from '@yibao/shared/errors.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { describe, expect, test } from 'vitest'
import {
  bill,
  counter,
  disease,
  insurance,
  item,
  order,
  other,
  parked,
  person,
  pills,
  rxChoice,
  rxLine,
  split,
} from '../../test/counter/fixtures.ts'
import {
  diabetic,
  firstSettled,
  lost,
  neverLeft,
  part,
  partAsked,
  partConfirmed,
  play,
  ready,
  refusal,
  two,
  twoPriced,
} from '../../test/counter/play.ts'
import { parkInput } from './flow/basket-input.ts'
import type { PrintState } from './flow/events.ts'
import type { Order, OrderRow, Refusal, RxChoice } from './flow/model.ts'
import { remapKeys, withKeysOf } from './keys.ts'
import { messageOf, sentenceOf } from './message.ts'
import { type MessageKey, messages } from './messages.ts'

const auditHit: NonNullable<Order['audit']>[number] = {
  ...{ key: 'TY01/1', line: 1, rule: 'TY01', ruleName: '重复', kind: '重复购药', level: 'remind' },
  ...{ what: '二甲双胍 3 天前已购 2 盒', meaning: '可能被医保审核扣款', next: '请与参保人确认' },
  ...{ reasonRequired: false, amount: '9.90' },
}

type Player = ReturnType<typeof play>
const reads =
  (code: string, over: Partial<Refusal> = {}) =>
  () =>
    play().do({ type: 'read', medium: 'socialCard' }, { type: 'readFailed', seq: 1, refusal: refusal(code, over) })
/** A refusal as the server sends it: its key beside its text. */
const keyed = (key: keyof typeof errors) => ({ message: errors[key].error, extend: { key } })
const prices =
  (code: string, over: Partial<Refusal> = {}) =>
  () =>
    play()
      .read()
      .fill()
      .do({ type: 'presettle' }, { type: 'priceFailed', turn: 1, edit: 5, refusal: refusal(code, over) })
const unpriced =
  (over: Parameters<typeof item>[0], state = counter()) =>
  () =>
    play(state)
      .read()
      .do({ type: 'addItem', item: item(over) }, { type: 'presettle' })
const settled = (over: Parameters<typeof order>[0] = {}) =>
  ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2', ...over }) })
const prints = (state: PrintState, text?: string) => () =>
  settled().do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state, text })
/** A question about paper beside another question; alone it is a dialog over the band, which stays. */
const doubts = (state: PrintState, text?: string) => () =>
  settled().do(
    { type: 'open', dialog: 'keys' },
    { type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state, text },
  )
const unknown = () => ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
const givenUp = (id: string) =>
  order({ id, status: '4', abnormal: { kind: 'unknown', attempts: 3, needsPerson: true } })
const moved = () => unknown().wait(30_000).do({ type: 'toBackground' })
const reversal = () =>
  settled().do(
    { type: 'openReversal', orderId: 'o1', key: 'x' },
    { type: 'reversalLoaded', order: order({ status: '2' }) },
  )
const cancelled =
  (code: string, over: Partial<Refusal> = {}) =>
  () =>
    reversal().do(
      { type: 'confirmReversal', reason: '退货' },
      { type: 'reversalFailed', orderId: 'o1', refusal: refusal(code, over) },
    )
const partLost = () => partConfirmed().do({ type: 'reversalFailed', orderId: 'old', refusal: lost })
const partReversed = (cash = '25.60', over: Parameters<typeof order>[0] = {}) => {
  const p = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
  const again = order({ id: 'new', settleKey: 'k3', split: split({ cash }) })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: again })
  return cash === '25.60'
    ? p.do({ type: 'settleAnswered', orderId: 'new', order: { ...again, status: '2', ...over } })
    : p
}
const erp = (total = '40.00') => play().do({ type: 'bill', bill: bill({ total }) })
const erpSettled = () =>
  erp()
    .read()
    .price(order({ erpBill: 'XS001' }))
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2', erpBill: 'XS001' }) })
/** A card that does not answer `times` times. */
const mute = (times: number) => {
  const p = play().do({ type: 'read' })
  for (let seq = 1; seq <= times; seq++) p.do({ type: 'readFailed', seq, refusal: refusal('CARD_MUTE') })
  return p
}
const chronic = () => play().do({ type: 'chooseMedicalType', medicalType: '14' }).read().fill()
const draft = () => ({
  version: 1 as const,
  at: 1,
  orderId: undefined,
  pending: undefined,
  readId: undefined,
  maskedName: '张*',
  insutype: '310',
  medicalType: '41',
  disease: undefined,
  prescription: undefined,
  lines: ready().state.lines,
  erp: undefined,
  background: [],
  erpResults: {},
})
const viewer = () =>
  play(counter({ may: { settle: false, reverse: false, price: false } }))
    .read()
    .fill()
/** The amoxicillin of a passed prescription, twice. */
const expired = (state = counter()) =>
  play(state)
    .read()
    .do({ type: 'addItem', item: item() })
    .do({ type: 'setBatch', line: 'l1', batch: { lot: 'A1', expiresOn: '1969-12-31' } })
const onRx = (over: Partial<RxChoice> = {}) =>
  play()
    .read()
    .do({ type: 'takeRx', readId: 'r1', rx: rxChoice(over), items: [item()] })
const rxWaits = () => play().read().do({ type: 'rxEntered', id: 'rx1', number: 'R1' })
const centre = { statusCode: 422, message: '【302002】医保中心：“账户冻结”' }

/** A way to every message. A key without one is a type error; `page` marks those that a dialog shows by itself. */
const ways: Record<MessageKey, (() => Player) | 'page'> = {
  'agent.absent': reads('agent.absent'),
  'agent.clock': reads('agent.clock'),
  'agent.expired': reads('agent.expired'),
  'agent.back': () =>
    ready().do({ type: 'linked', online: true, agent: false }, { type: 'linked', online: true, agent: true }),
  'centre.back': () =>
    ready().do(
      { type: 'linked', online: true, agent: true, silent: '10:22' },
      { type: 'linked', online: true, agent: true },
    ),
  'store.missing': reads('store.missing'),
  'agent.desk': reads('NO_DESK'),
  'reader.absent': reads('READER_ABSENT'),
  'card.none': reads('CARD_NONE'),
  'card.noneId': () =>
    play().do({ type: 'read', medium: 'idCard' }, { type: 'readFailed', seq: 1, refusal: refusal('CARD_NONE') }),
  'code.none': () =>
    play().do({ type: 'read', medium: 'eVoucher' }, { type: 'readFailed', seq: 1, refusal: refusal('CARD_NONE') }),
  'card.mute': () => mute(2),
  'card.removed': reads('CARD_REMOVED'),
  'card.auth': reads('CARD_AUTH', { extend: { code: '-2203' } }),
  'card.hsm': reads('CARD_HSM', { extend: { code: '-2201' } }),
  'pin.wrong': reads('PIN_WRONG', { extend: { left: 4 } }),
  'pin.wrongUncounted': reads('PIN_WRONG'),
  'pin.locked': reads('PIN_LOCKED'),
  'pin.timeout': reads('PIN_TIMEOUT'),
  'driver.crash': reads('DRIVER_CRASHED'),
  'driver.fault': reads('DRIVER_OPEN'),
  'qr.expired': reads('', { ...keyed('qr.expired'), statusCode: 422 }),
  'person.none': reads('', { ...keyed('card.none'), statusCode: 422 }),
  'person.limited': () =>
    play()
      .read()
      .do({
        type: 'benefitsKnown',
        readId: 'r1',
        benefits: { enjoyed: false, accountUsable: true, reasons: ['欠费'] },
      }),
  'person.limitedEmpty': () =>
    play()
      .read(person({ insurances: [insurance({ balance: '0.00' })] }))
      .do({
        type: 'benefitsKnown',
        readId: 'r1',
        benefits: { enjoyed: false, accountUsable: true, reasons: ['欠费'] },
      }),
  'person.closed': () =>
    play()
      .read()
      .do({
        type: 'benefitsKnown',
        readId: 'r1',
        benefits: { enjoyed: false, accountUsable: false, reasons: ['终止参保'] },
      }),
  'person.frozen': () =>
    play()
      .read()
      .do({
        type: 'benefitsKnown',
        readId: 'r1',
        benefits: { enjoyed: false, accountUsable: false, fundsOpen: true, reasons: ['个人账户已冻结'] },
      }),
  'person.manyInsu': () => play().read(person({ insurances: [insurance(), insurance({ insutype: '390' })] })),
  'person.outArea': () => play().read(person({ outFlag: '1', insuredAreaName: '南京市' })),
  'person.other': () => ready().read(other()),
  'settle.other': () => ready().read(other()).settle(),
  'card.changed': prices('card.changed'),
  'card.again': () =>
    ready()
      .settle()
      .do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('CARD_NONE', { statusCode: 502, atDevice: true }) }),
  'item.unmapped': () => play().do({ type: 'addItem', item: item({ mapped: false }) }),
  'audit.hit': () =>
    play()
      .read()
      .fill()
      .price(order({ audit: [auditHit] })),
  // Only the button's tooltip: F9 itself says what is to be confirmed.
  'audit.ask': 'page',
  'audit.blocked': prices('audit.blocked', {
    extend: { what: '超过 2 盒', meaning: '数量偏大', next: '请核对数量', audit: [] },
  }),
  'item.repeat': () => {
    const bought = {
      at: '1970-01-01 08:00:00',
      storeName: '本店',
      ownCode: 'A001',
      name: '',
      spec: '',
      quantity: '60',
      sameStore: true,
    }
    return play()
      .read()
      .do({ type: 'boughtKnown', readId: 'r1', bought: [bought] }, { type: 'addItem', item: item() })
  },
  'item.needRx': unpriced({ prescription: true }),
  'rx.review': () =>
    play(counter({ area: { ...counter().area!, rxReviewRequired: true } }))
      .read()
      .do({ type: 'addItem', item: item({ prescription: true }) })
      .do({ type: 'setPrescription', prescription: { number: 'R1', hospital: '示例医院', doctor: '陈医生' } })
      .do({ type: 'presettle' }),
  'rx.outside': () => onRx().do({ type: 'addItem', item: { ...pills(), prescription: true } }, { type: 'presettle' }),
  'rx.quantity': () => onRx().do({ type: 'addItem', item: item() }, { type: 'presettle' }),
  'rx.sell': () => play().do({ type: 'sellRx', id: 'rx1', number: 'R1', name: '张*' }),
  'rx.taken': onRx,
  'rx.takenPart': () => onRx({ lines: [rxLine(), rxLine({ name: '没有的药', ownCode: undefined })] }),
  'rx.late': () => play().read(other()).do({ type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [] }),
  'rx.awaits': () => onRx({ state: 'waiting', source: 'circulation' }),
  'rx.notTaken': () => rxWaits().do({ type: 'rxSeen', rx: rxChoice({ source: 'circulation', verdict: 'refused' }) }),
  'rx.entered': () => rxWaits(),
  'rx.passed': () => rxWaits().do({ type: 'rxChanged', id: 'rx1' }, { type: 'rxSeen', rx: rxChoice() }),
  'rx.refused': () => rxWaits().do({ type: 'rxSeen', rx: rxChoice({ state: 'refused', reason: '用量过大' }) }),
  'rx.returned': () => rxWaits().do({ type: 'rxSeen', rx: rxChoice({ state: 'returned', reason: '数量录错' }) }),
  'item.expired': () => expired(),
  'item.expiredNo': () => expired(counter({ area: { ...counter().area!, expiredForbidden: true } })),
  'item.trace': unpriced({ traceRequired: true }),
  'erp.sumDiff': () => erp('40.10').read().do({ type: 'presettle' }),
  'pre.refused': prices('302002', centre),
  'pre.stale': () => ready().do({ type: 'addItem', item: item() }),
  'pre.chosen': () => ready().do({ type: 'chooseAccount', used: false }).settle(),
  'pre.parted': () => {
    const p = play()
      .read()
      .do({ type: 'chooseDisease', disease: disease({ code: 'M01600', name: '糖尿病' }) })
    const goods = [item({ nationalCode: 'XA10' }), pills()]
    p.do(...goods.map((one) => ({ type: 'addItem', item: one }) as const)).price()
    return p.do({ type: 'coverageKnown', disease: 'M01600', drugs: ['XA10'] }).settle()
  },
  'pre.notBooked': () =>
    ready()
      .settle()
      .do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('', centre) })
      .settle(),
  'settle.wait': () => ready().settle(),
  'settle.waitLong': () => ready().settle().wait(60_000).do({ type: 'waited', orderId: 'o1' }),
  'settle.done': () => settled(),
  'settle.doneNoCash': () => settled({ cash: '0.00', split: { ...order().split!, cash: '0.00' } }),
  'settle.unknown': unknown,
  'settle.unknownLong': () => unknown().wait(30_000).do({ type: 'waited', orderId: 'o1' }),
  'settle.unknownPerson': () => unknown().do({ type: 'orderSeen', orderId: 'o1', order: givenUp('o1') }),
  'settle.resolvedYes': () => unknown().do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) }),
  'settle.resolvedNo': () =>
    unknown().do(
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) },
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) },
    ),
  'settle.resolvedRead': () => {
    const p = play().do({
      ...{ type: 'restored', key: 'd' },
      draft: { ...draft(), pending: { orderId: 'o1', maskedName: '张*', cash: '25.60' } },
    })
    return p.do(
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) },
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) },
    )
  },
  'net.before': () => ready().do({ type: 'linked', online: false, agent: true }),
  'sign.missing': prices('', keyed('sign.missing')),
  'sign.closed': prices('', keyed('sign.closed')),
  'centre.down': prices('', { ...keyed('centre.down'), statusCode: 502 }),
  'clock.off': prices('auth.clock', { statusCode: 400, extend: { minutes: 3 } }),
  'print.paper': prints('paper'),
  'print.cover': prints('cover'),
  'print.offline': prints('offline'),
  'print.paused': prints('paused'),
  'print.done': () =>
    prints('paper')().do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'done' }),
  'print.disk': prints('disk'),
  'print.desk': prints('desk'),
  'print.waits': prints('waits', '设备正在使用'),
  'print.later': prints('later'),
  'print.glyph': prints('glyph'),
  'print.unsure': doubts('unsure'),
  'print.elsewhere': doubts('elsewhere', '这张小票已在别处打印，本机没有再打'),
  'print.dropped': prints('dropped'),
  'park.done': () =>
    ready().do({ type: 'parkDone', parkedId: 'o1', key: 'p', turn: 1, maskedName: '张*', count: 3, total: '85.60' }),
  leave: 'page',
  'erp.notHeard': () =>
    reversal().do(
      { type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3', erpBill: 'XS001' }) },
      { type: 'erpLate', billNo: 'XS001', attempts: 1 },
    ),
  'erp.notTold': () => erpSettled().do({ type: 'erpLate', billNo: 'XS001', attempts: 1 }),
  'cancel.ask': 'page',
  'cancel.done': () => reversal().do({ type: 'reversalAnswered', orderId: 'o1', order: order({ status: '3' }) }),
  'cancel.refused': cancelled('302002', centre),
  'cancel.unsigned': cancelled('', keyed('sign.closed')),
  'amount.check': () =>
    settled({
      status: '6',
      warnings: ['金额关系有误，相差 0.02'],
      abnormal: { kind: 'amount', attempts: 0, needsPerson: true },
    }),
  'session.expired': prices('401', { statusCode: 401 }),
  'read.start': 'page',
  'next.scan': 'page',
  'next.presettle': 'page',
  'read.wait': () => play().do({ type: 'read' }),
  'read.done': () => play().read(),
  'read.cancelled': () => play().do({ type: 'read' }, { type: 'cancelRead' }),
  'read.refused': reads('302002', centre),
  'read.auto': () => mute(1),
  'read.twice': () => mute(2).do({ type: 'read' }, { type: 'readFailed', seq: 3, refusal: refusal('CARD_MUTE') }),
  'read.typedId': 'page',
  'read.typedIdNo': () => play(counter({ area: undefined })).do({ type: 'scanIdCard', code: '' }),
  'read.torn': () => play().do({ type: 'tornCode' }),
  'read.typedIdWrong': () => play().do({ type: 'mistypedId' }),
  'read.first': () => play().do({ type: 'presettle' }),
  'read.busy': () => play().do({ type: 'read' }, { type: 'presettle' }),
  'read.again': prices('', { ...keyed('card.gone'), statusCode: 410 }),
  'read.differs': () => play(counter({ expects: '王*' })).read(),
  'item.none': () =>
    play().do({ type: 'itemsFound', turn: 1, code: '6900000000000', trace: false, quantity: undefined, items: [] }),
  'item.late': () =>
    play().do({ type: 'itemsFound', turn: 9, code: '6900000000000', trace: false, quantity: undefined, items: [] }),
  'order.late': () =>
    play().do({ type: 'openReversal', orderId: 'o8', key: 'x8', scanned: { turn: 9, code: 'DD20261121000001' } }),
  'item.unchosen': () => {
    const p = play()
    const found = (code: string, ...items: ReturnType<typeof item>[]) =>
      p.do({ type: 'itemsFound', turn: p.state.turn, code, trace: false, quantity: undefined, items })
    found('6900000000000', item(), item({ ownCode: 'Z' }))
    return found('6900000000001', item({ ownCode: 'Y' }))
  },
  'item.choose': () =>
    play().do({
      type: 'itemsFound',
      turn: 1,
      code: '6900000000000',
      trace: false,
      quantity: undefined,
      items: [item(), item({ ownCode: 'Z' })],
    }),
  'item.removed': () => ready().do({ type: 'removeLast' }),
  'item.badNumber': () => ready().do({ type: 'setQuantity', line: 'l1', quantity: '2,5' }),
  'item.typedCode': () => play().do({ type: 'typedCode' }),
  'trace.over': () => {
    const p = play().read()
    for (const n of [1, 2])
      p.do({
        type: 'itemsFound',
        turn: p.state.turn,
        code: String(n).repeat(20),
        trace: true,
        quantity: undefined,
        items: [item()],
      })
    return p.do({ type: 'setQuantity', line: 'l1', quantity: '1' }, { type: 'presettle' })
  },
  'trace.twice': () => {
    const code = '8'.repeat(20)
    return play().do(
      { type: 'itemsFound', turn: 1, code, trace: true, quantity: undefined, items: [item()] },
      { type: 'scanItem', code, trace: true },
    )
  },
  'trace.sold': () => {
    const p = play().do({ type: 'addItem', item: item() })
    p.do({ type: 'itemsFound', turn: 1, code: '8'.repeat(20), trace: true, quantity: undefined, items: [item()] })
    return p.do({ type: 'codesSold', turn: p.state.turn, sold: [{ code: '8'.repeat(20), orderNo: 'D1' }] })
  },
  'trace.unknown': () =>
    play().do({ type: 'itemsFound', turn: 1, code: '8'.repeat(20), trace: true, quantity: undefined, items: [] }),
  'erp.readOnly': () => erp().do({ type: 'addItem', item: item() }),
  'basket.locked': () => ready().settle().do({ type: 'addItem', item: item() }),
  'basket.ended': () => settled().do({ type: 'removeLast' }),
  'basket.empty': () => play().read().do({ type: 'presettle' }),
  'disease.missing': () => chronic().do({ type: 'presettle' }),
  'disease.none': () => chronic().do({ type: 'diseasesKnown', readId: 'r1', diseases: [] }, { type: 'presettle' }),
  'disease.unknown': () =>
    play()
      .do({ type: 'chooseMedicalType', medicalType: '9901' })
      .read()
      .fill()
      .do({ type: 'diseasesKnown', readId: 'r1', diseases: [], twoUnknown: true }, { type: 'presettle' }),
  'disease.ending': () => chronic().do({ type: 'chooseDisease', disease: disease({ endsIn: 12 }) }),
  'pre.wait': () => play().read().fill().do({ type: 'presettle' }),
  'pre.done': ready,
  'pre.twin': () =>
    play()
      .read()
      .fill()
      .do({ type: 'presettle' })
      .price(order({ twin: true })),
  'coverage.apart': () =>
    diabetic().do({ type: 'addItem', item: item({ nationalCode: 'XA10' }) }, { type: 'addItem', item: pills() }),
  'coverage.whole': () => diabetic().do({ type: 'addItem', item: pills() }),
  'second.priced': () => twoPriced(),
  'second.refused': () => {
    const p = two().do({ type: 'presettle' })
    const { turn, edit } = p.state
    return p.do(
      { type: 'priceFailed', turn, edit, refusal: refusal('', centre), second: true },
      { type: 'priced', turn, edit, order: order() },
    )
  },
  'second.own': () => firstSettled(),
  'second.first': () => firstSettled().settle(),
  'second.ownCheck': () =>
    twoPriced()
      .settle()
      .do({
        type: 'settleAnswered',
        orderId: 'o1',
        order: order({ status: '6', abnormal: { kind: 'amount', attempts: 0, needsPerson: true } }),
      }),
  'second.behind': () => twoPriced().settle().wait(60_000).do({ type: 'toBackground' }),
  'second.done': () => {
    const p = firstSettled()
      .price(order({ id: 'o2', settleKey: 'k3' }))
      .settle()
    return p.do({ type: 'settleAnswered', orderId: 'o2', order: order({ id: 'o2', status: '2' }) })
  },
  'pre.first': () => play().read().fill().settle(),
  'pre.failed': prices('', { message: '没有这个险种的资料' }),
  'settle.refused': () =>
    ready()
      .settle()
      .do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('302002', centre) }),
  'settle.failed': () =>
    ready()
      .settle()
      .do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('') }),
  'settle.moved': moved,
  'settle.backYes': () => moved().do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) }),
  'settle.backNo': () => moved().do({ type: 'orderSeen', orderId: 'o1', order: order({ status: '5' }) }),
  'settle.backAside': () =>
    moved().do(
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) },
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '1' }) },
    ),
  'money.busy': () => ready().settle().do({ type: 'read' }),
  'net.cut': () => play().do({ type: 'itemsFailed', refusal: lost }),
  'net.after': () => settled().do({ type: 'itemsFailed', refusal: lost }),
  'net.on': () =>
    play()
      .read()
      .fill()
      .do({ type: 'linked', online: false, agent: true }, { type: 'linked', online: true, agent: true }),
  'net.back': () =>
    ready().do({ type: 'linked', online: false, agent: true }, { type: 'linked', online: true, agent: true }),
  'print.none': () => play().do({ type: 'print' }),
  'print.failed': prints('failed'),
  'print.browser': prints('browser'),
  'park.nothing': () => play().read().do({ type: 'park' }),
  'park.none': () => play().do({ type: 'park' }, { type: 'parkedListed', rows: [] }),
  'park.back': () =>
    play().do({
      type: 'unparked',
      key: 'u',
      parked: {
        orderId: 'o1',
        maskedName: '张*',
        credentialNeeded: false,
        person: person(),
        medicalType: '41',
        lines: [],
      },
    }),
  'park.backRead': () =>
    play().do({
      type: 'unparked',
      key: 'u',
      parked: { orderId: 'o1', maskedName: '张*', credentialNeeded: true, medicalType: '41', lines: [] },
    }),
  'park.failed': () =>
    ready().do({ type: 'parkFailed', key: 'p', turn: 1, input: parkInput(ready().state), refusal: neverLeft }),
  'park.unsure': () =>
    ready().do({ type: 'parkFailed', key: 'p', turn: 1, input: parkInput(ready().state), refusal: lost }),
  'park.unheard': () => {
    const p = play().read().fill()
    const input = parkInput(p.state)
    return p.price().do({ type: 'parkFailed', key: 'p', turn: 1, input, refusal: lost }, { type: 'settle' })
  },
  'park.aside': () =>
    ready().do({ type: 'parkFailed', key: 'p', turn: 9, input: parkInput(ready().state), refusal: lost }),
  'park.booked': () => ready().settle().do({ type: 'park' }),
  'park.wait': () => ready().do({ type: 'park' }, { type: 'presettle' }),
  'park.returning': () =>
    play().do({ type: 'unpark', parkedId: 'b1', key: 'k1' }, { type: 'unpark', parkedId: 'b1', key: 'k2' }),
  'park.open': () => ready().do({ type: 'unpark', parkedId: 'p1', key: 'u' }),
  'draft.aside': () => {
    const p = play().read().do({ type: 'restored', key: 'd', draft: draft() })
    return p.do({ type: 'parkDone', parkedId: 'o1', turn: 0, key: 'd', maskedName: '张*', count: 3, total: '85.60' })
  },
  'draft.back': () => play().do({ type: 'restored', key: 'd', draft: draft() }),
  'draft.perhaps': () => {
    const settled = { ...order({ status: '2', settledAt: formatTime(new Date(1_000_000)) }), printed: 0 } as OrderRow
    const p = play().do({ type: 'restored', key: 'd', draft: draft() })
    return p.do({ type: 'settledLately', rows: [settled], since: 1 })
  },
  'cancel.asked': () => reversal().do({ type: 'reversalAsked' }),
  'cancel.wait': () => reversal().do({ type: 'confirmReversal', reason: '退货' }),
  'cancel.again': cancelled('', keyed('card.other')),
  'cancel.unknown': cancelled('network', { statusCode: 0 }),
  'cancel.failed': cancelled('order.settled'),
  'cancel.notSettled': () =>
    settled().do(
      { type: 'openReversal', orderId: 'o1', key: 'x' },
      { type: 'reversalLoaded', order: order({ status: '3' }) },
    ),
  'part.erp': () => part({ erpBill: 'XS001' }),
  'part.single': () => part({ lines: [] }),
  'part.occupied': () => part({}, play().read().fill().state),
  'part.read': () => part(),
  'part.differs': () => part().read(other()),
  'part.ask': partAsked,
  'part.waiting': () => partAsked().do({ type: 'closeDialog' }),
  'part.first': () => partAsked().do({ type: 'closeDialog' }).settle(),
  'part.noPark': () => partAsked().do({ type: 'park' }),
  'part.given': () => partAsked().do({ type: 'clearConfirmed' }),
  'part.reversing': partConfirmed,
  'part.waitLong': () => partConfirmed().wait(60_000).do({ type: 'waited', orderId: 'old' }),
  'part.unknown': partLost,
  'part.unknownLong': () => partLost().wait(30_000).do({ type: 'waited', orderId: 'old' }),
  'part.unknownPerson': () => partLost().do({ type: 'orderSeen', orderId: 'old', order: givenUp('old') }),
  'part.refused': () =>
    partConfirmed().do({ type: 'reversalFailed', orderId: 'old', refusal: refusal('302002', centre) }),
  'part.notReversed': () =>
    partLost().do(
      { type: 'orderSeen', orderId: 'old', order: order({ id: 'old', status: '4' }) },
      { type: 'orderSeen', orderId: 'old', order: order({ id: 'old', status: '2' }) },
    ),
  'part.reversedOnly': () => {
    const p = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
    return p.do({ type: 'priceFailed', turn: p.state.turn, edit: p.state.edit, refusal: refusal('302002', centre) })
  },
  'part.stale': () => {
    const p = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
    return p
      .do({ type: 'priceFailed', turn: p.state.turn, edit: p.state.edit, refusal: refusal('302002', centre) })
      .settle()
  },
  'part.changed': () => partReversed('1.00'),
  'part.done': () => partReversed(),
  'part.doneLater': () => {
    const replaces = { orderId: 'old', maskedName: '张*', fundTotal: '0.00', account: '0.00', familyAccount: '0.00' }
    const p = play().do({ type: 'unparked', key: 'u', parked: parked({ replaces: { ...replaces, cash: '50.00' } }) })
    return p
      .price()
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  },
  'part.doneCheck': () =>
    partReversed('25.60', { status: '6', abnormal: { kind: 'amount', attempts: 0, needsPerson: false } }),
  'part.backYes': () =>
    partLost()
      .wait(30_000)
      .do({ type: 'toBackground' }, { type: 'orderSeen', orderId: 'old', order: order({ id: 'old', status: '3' }) }),
  'cancel.stillOn': () =>
    play(cancelled('network', { statusCode: 0 })().state).do(
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '4' }) },
      { type: 'orderSeen', orderId: 'o1', order: order({ status: '2' }) },
    ),
  'erp.changed': () => erp().do({ type: 'bill', bill: bill({ revision: 2 }) }),
  'erp.came': () => erp(),
  'erp.stale': () => erp().do({ type: 'bill', bill: bill({ total: '60.00', frameId: 'f2' }) }),
  'erp.waiting': () => ready().do({ type: 'bill', bill: bill() }),
  'erp.told': () =>
    erpSettled().do({ type: 'erpLate', billNo: 'XS001', attempts: 1 }, { type: 'erpAcked', billNo: 'XS001' }),
  'erp.settledBefore': () =>
    erp()
      .read()
      .price(order({ status: '2', erpBill: 'XS001', settleKey: undefined })),
  'erp.failed': () => erpSettled().do({ type: 'erpFailed', billNo: 'XS001', text: 'sendFrameMessage未实现' }),
  'clear.ask': 'page',
  'clear.locked': () => ready().settle().do({ type: 'clear' }),
  'right.none': () => viewer().do({ type: 'presettle' }),
  'right.price': () =>
    play(counter({ may: { settle: true, reverse: true, price: false } })).do(
      { type: 'addItem', item: item() },
      { type: 'setPrice', line: 'l1', price: '1' },
    ),
  'other.failed': () => play().do({ type: 'failed', refusal: refusal('') }),
  'sign.done': () => play().do({ type: 'signedIn' }),
  'key.numLock': () => play().do({ type: 'numLockOff' }),
  'report.sent': () => ready().do({ type: 'reported', fresh: true }),
  'report.before': () => ready().do({ type: 'reported', fresh: false }),
  'reload.held': () => ready().do({ type: 'held' }),
}

const keys = Object.keys(messages) as MessageKey[]

describe('every message is reached, and says what, why and what next', () => {
  test.each(keys)('%s', (key) => {
    const way = ways[key]
    if (way === 'page') return
    const player = way()
    expect(player.says).toBe(key)
    const parts = messageOf(key, player.state.message!.values)
    // No empty place: an unfilled value would leave two signs side by side or a hanging unit.
    expect(sentenceOf(parts)).not.toMatch(/[{}]|undefined|null|NaN|“”|（）/)
  })
})

test.each(['sign.missing', 'sign.closed'] as const)(
  'a reversal that %s keeps back has not happened: that is said',
  (key) => {
    expect(cancelled('', keyed(key))().says).toBe('cancel.unsigned')
  },
)

test('M01-M44 are all there, each with what happened and a next step', () => {
  const rows = keys.map((key) => messageOf(key, { slip: '小票正在打印', next: '按 F8' }))
  const numbers = new Set(rows.map(({ number }) => number).filter(Boolean))
  expect([...numbers].sort()).toEqual(Array.from({ length: 44 }, (_, i) => `M${String(i + 1).padStart(2, '0')}`))
  for (const { number, what, next, buttons } of rows.filter((row) => row.number)) {
    expect(what, number).not.toBe('')
    expect(next !== '' || buttons.length > 0, `${number} has no next step (N6)`).toBe(true)
  }
})

test.each(keys)('%s follows the rules for words (ux 8)', (key) => {
  const text = sentenceOf(messageOf(key))
  expect(text).not.toMatch(/[!！]|您|患者|HIS|稍后再试/)
  expect(messageOf(key).what).not.toMatch(/失败$/)
  for (const clause of text.split(/[，。；：｜]/)) expect(clause.length, clause).toBeLessThanOrEqual(30)
})

test('a message shows the store’s keys: in our words and in the next step, not in what others wrote', () => {
  const own = withKeysOf(remapKeys({ read: 'F7', presettle: 'F12' }))
  expect(messageOf('pre.refused', { text: 'F8 拒付', explain: '', next: '按 F8 重新预结算' }, own)).toMatchObject({
    what: '医保中心未通过预结算：“F8 拒付”',
    next: '按 F12 重新预结算',
  })
  const all = keys.map((key) => sentenceOf(messageOf(key, {}, own))).join()
  expect(all).toContain('插紧 USB 线后按 F7')
  expect(all).not.toMatch(/\bF[28]\b/)
})

test('values are put in their places', () => {
  expect(
    messageOf('settle.done', { cash: '25.60', account: '60.00', balance: '0.00', slip: '小票正在打印' }),
  ).toMatchObject({
    number: 'M26',
    place: 'band',
    what: '结算成功 · 收现金 25.60 元',
    meaning: '个人账户 60.00，结算后余额 0.00',
    next: '小票正在打印',
  })
})
