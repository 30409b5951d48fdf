import { expect, test } from 'vitest'
import { counter, order, other, person, split } from '../../../../test/counter/fixtures.ts'
import { lost, play, refusal } from '../../../../test/counter/play.ts'
import { draftOf } from '../draft.ts'
import type { Order } from '../model.ts'

const line = (no: number, over: Partial<Order['lines'][number]> = {}): Order['lines'][number] => ({
  no,
  ownCode: `A00${no}`,
  nationalCode: '',
  name: `药品${no}`,
  spec: '10片',
  producer: '',
  unit: '盒',
  quantity: '2.0000',
  price: '20.000000',
  amount: '40.00',
  prescription: false,
  traceCodes: [],
  ...over,
})
const old = (over: Partial<Order> = {}) => order({ id: 'old', status: '2', lines: [line(1), line(2)], ...over })
const kept = (over: Parameters<typeof split>[0] = {}) =>
  order({ id: 'new', settleKey: 'k2', split: split({ total: '40.00', account: '40.00', cash: '0.00', ...over }) })

/** The kept lines wait for the credential. */
const chosen = (of = old(), returned: Record<number, string> = { 1: '2' }, start = counter()) =>
  play(start).do(
    { type: 'openReversal', orderId: 'old', key: 'x1' },
    { type: 'reversalLoaded', order: of },
    { type: 'choosePart' },
    { type: 'partChosen', returned },
  )
const priced = (p: ReturnType<typeof play>, answer = kept()) =>
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: answer })
/** Both amounts are shown. */
const asked = () => priced(chosen().read())
const confirmed = () => asked().do({ type: 'confirmPart', reason: '顾客退货' })
const reversedAnswer = {
  type: 'reversalAnswered',
  orderId: 'old',
  order: old({ status: '3' }),
} as const

test('credential and price come before the reversal, then the kept lines are settled by themselves (ux 1.4)', () => {
  const p = chosen()
  expect([p.says, p.state.lines.map(({ item, quantity }) => [item.ownCode, quantity])]).toEqual([
    'part.read',
    [['A002', '2']],
  ])
  p.read()
  expect(p.of('preSettle').map(({ input }) => [input.replaces, input.readId])).toEqual([['old', 'r1']])
  expect(p.of('cancel')).toEqual([])
  priced(p)
  expect([p.state.dialog?.kind, p.of('cancel').length]).toEqual(['part', 0])
  p.do({ type: 'confirmPart', reason: '' })
  expect(p.of('cancel')).toEqual([])
  p.do({ type: 'confirmPart', reason: '顾客退货' }, { type: 'confirmPart', reason: '顾客退货' })
  expect(p.of('cancel').map(({ orderId, key }) => [orderId, key])).toEqual([['old', 'x1']])
  expect([p.says, p.state.phase, p.of('settle').length]).toEqual(['part.reversing', 'settling', 0])
  p.do(reversedAnswer, reversedAnswer)
  expect(p.of('print').map(({ orderId, kind }) => [orderId, kind])).toEqual([['old', 'reversal']])
  expect([p.state.phase, p.of('preSettle').length]).toEqual(['presettling', 2])
  priced(p, order({ ...kept(), settleKey: 'k3' }))
  expect(p.of('settle').map(({ orderId, key }) => [orderId, key])).toEqual([['new', 'k3']])
  p.do({ type: 'settleAnswered', orderId: 'new', order: { ...kept(), status: '2' } })
  expect([p.says, p.state.message?.values.net, p.state.part?.at]).toEqual(['part.done', '应退现金 25.60 元', 'done'])
  expect(p.of('print').map(({ orderId, kind }) => [orderId, kind])[1]).toEqual(['new', 'settlement'])
})

test('what was paid by WeChat is no cash that goes back: its way is named, and the difference is the customer’s', () => {
  const giveBack = [{ kindName: '微信支付', amount: '25.60', booked: true }]
  const p = priced(chosen(old({ giveBack })).read())
  p.do({ type: 'confirmPart', reason: '顾客退货' }, reversedAnswer)
  priced(p, order({ ...kept(), settleKey: 'k3' }))
  p.do({ type: 'settleAnswered', orderId: 'new', order: { ...kept(), status: '2' } })
  expect(p.state.message?.values).toMatchObject({ net: '应退顾客 25.60 元', back: '退微信支付 25.60' })
})

test.each([
  ['lost', lost],
  ['refused', refusal('302002', { statusCode: 422, message: '【302002】医保中心：“已超过撤销期限”' })],
])(
  'a look saw the reversal, and what is kept is being settled: the reversal’s own answer, %s, is late and says nothing',
  (_, why) => {
    const p = confirmed().do({ type: 'orderSeen', orderId: 'old', order: old({ status: '3' }) })
    priced(p, order({ ...kept(), settleKey: 'k3' }))
    expect([p.state.phase, p.state.part?.at, p.of('settle').length]).toEqual(['settling', 'reversed', 1])
    const before = p.state
    expect(p.do({ type: 'reversalFailed', orderId: 'old', refusal: why }).state).toEqual(before)
  },
)

test('other amounts after the reversal are shown first: F9 books them', () => {
  const p = confirmed().do(reversedAnswer)
  priced(p, kept({ account: '10.00', cash: '30.00' }))
  expect([p.says, p.of('settle').length]).toEqual(['part.changed', 0])
  p.wait(1000).settle()
  expect(p.of('settle')).toHaveLength(1)
  p.do({ type: 'settleAnswered', orderId: 'new', order: { ...kept({ cash: '30.00' }), status: '2' } })
  expect(p.state.message?.values.net).toBe('应收现金 4.40 元')
})

test.each([{ cash: '0.01' }, { account: '39.99' }, { fundTotal: '0.01' }])(
  '%o instead of what was confirmed: nothing is booked by itself',
  (amounts) => {
    const p = confirmed().do(reversedAnswer)
    priced(p, kept(amounts))
    expect([p.says, p.of('settle')]).toEqual(['part.changed', []])
  },
)

test('amounts that are not of this basket any more, or a line that is cut: nothing is reversed', () => {
  const yes = { type: 'confirmPart', reason: '顾客退货' } as const
  const edited = asked()
  edited.do({ type: 'setQuantity', line: edited.state.lines[0]!.id, quantity: '1' }, yes)
  expect([edited.of('cancel'), edited.state.dialog]).toEqual([[], undefined])
  expect(edited.says).toBe('pre.stale')
  const cut = asked().do({ type: 'linked', online: false, agent: true }, yes)
  expect([cut.says, cut.of('cancel')]).toEqual(['net.before', []])
})

test('nothing is booked, parked or taken over before the reversal; giving up voids the new one', () => {
  const p = asked().do({ type: 'closeDialog' })
  expect(p.says).toBe('part.waiting')
  p.wait(1000).settle()
  expect([p.says, p.of('settle').length]).toEqual(['part.first', 0])
  p.do({ type: 'park' })
  expect([p.says, p.of('park').length]).toEqual(['part.noPark', 0])
  p.do({ type: 'clearConfirmed' })
  expect([p.says, p.of('drop').map(({ orderId }) => orderId), p.of('cancel').length]).toEqual([
    'part.given',
    ['new'],
    0,
  ])
  expect(p.state.lines).toEqual([])
})

test('given up before anybody was read there is nothing to ask about: it is chosen anew at its order', () => {
  const p = chosen().do({ type: 'clear' })
  expect([p.says, p.state.dialog, p.state.lines]).toEqual(['part.given', undefined, []])
})

test('an edit after the amounts were shown asks for them again', () => {
  const p = asked().do({ type: 'closeDialog' })
  p.do({ type: 'setQuantity', line: p.state.lines[0]!.id, quantity: '1' }, { type: 'presettle' })
  priced(p)
  expect(p.state.dialog?.kind).toBe('part')
})

test("another person's credential changes nothing", () => {
  const p = chosen().read(other())
  expect([p.says, p.state.person, p.of('preSettle').length]).toEqual(['part.differs', undefined, 0])
  p.read(person())
  expect(p.of('preSettle')).toHaveLength(1)
})

test('a refused reversal: the old one stays valid, the new one is voided, the counter is free', () => {
  const p = confirmed().do({
    type: 'reversalFailed',
    orderId: 'old',
    refusal: refusal('302002', { statusCode: 422, message: '【302002】医保中心：“已超过撤销期限”' }),
  })
  expect([p.says, p.state.message?.values]).toEqual([
    ...['part.refused', { text: '已超过撤销期限', next: '超过当月的结算请联系管理员走清算调整' }],
  ])
  expect(p.of('advise'), 'the hint library knows better').toMatchObject([{ infno: '2103', text: '已超过撤销期限' }])
  expect([p.of('drop').map(({ orderId }) => orderId), p.of('settle').length]).toEqual([['new'], 0])
  expect([p.state.phase, p.state.lines, p.state.recent[0]?.mark]).toEqual(['open', [], 'done'])
})

const mute = { ...lost, message: '卡没有应答', code: 'CARD_MUTE', atDevice: true }
const notShown = {
  'a card that does not answer': mute,
  'a reader that fails on the server’s word': refusal('', { extend: { key: 'device.failed' }, statusCode: 422 }),
  'somebody else’s card': refusal('', { extend: { key: 'card.other' } }),
}

test.each(Object.entries(notShown))(
  '%s before the reversal: both amounts stay, and so do the reason and the second person’s word',
  (_, why) => {
    const p = asked().do({ type: 'confirmPart', reason: '顾客退货', authorizationId: 'a1' })
    p.do({ type: 'reversalFailed', orderId: 'old', refusal: why })
    expect([p.says, p.state.phase, p.state.pending, p.of('drop')]).toEqual(['cancel.again', 'open', undefined, []])
    expect([p.state.dialog, p.state.part]).toMatchObject([
      { kind: 'part' },
      { at: 'asking', given: { reason: '顾客退货', authorizationId: 'a1' } },
    ])
    // His card is not there: he shows something else.
    p.do({ type: 'confirmPart', reason: '顾客退货', authorizationId: 'a1', medium: 'idCard' })
    const sent = p
      .of('cancel')
      .map(({ orderId, key, authorizationId, medium }) => [orderId, key, authorizationId, medium])
    expect(sent).toEqual([
      ['old', 'x1', 'a1', undefined],
      ['old', 'x1', 'a1', 'idCard'],
    ])
    p.do(reversedAnswer)
    priced(p)
    expect(p.of('settle')).toHaveLength(1)
  },
)

test('a second person’s word that ran out meanwhile is asked for again, and is in no draft', () => {
  const p = asked().do({ type: 'confirmPart', reason: '顾客退货', authorizationId: 'a1' })
  expect(JSON.stringify(draftOf(p.state, 1))).not.toContain('a1')
  const used = refusal('', { message: '授权已使用或已过期', tips: '请重新授权', extend: { key: 'authorize.used' } })
  p.do({ type: 'reversalFailed', orderId: 'old', refusal: used })
  expect([p.says, p.state.message?.values.next, p.of('drop')]).toEqual(['cancel.failed', '请重新授权', []])
  expect([p.state.dialog, p.state.part]).toMatchObject([
    { kind: 'part' },
    { at: 'asking', given: { reason: '顾客退货', authorizationId: undefined } },
  ])
})

test('an unknown reversal locks the sequence until a definite answer', () => {
  const lostAnswer = { type: 'reversalFailed', orderId: 'old', refusal: lost } as const
  const p = confirmed().do(lostAnswer)
  expect([p.says, p.state.phase, p.of('look').length]).toEqual(['part.unknown', 'unknown', 1])
  p.do({ type: 'presettle' }, { type: 'settle' }, { type: 'park' }, { type: 'clear' })
  expect([p.of('preSettle').length, p.of('settle').length, p.of('park').length]).toEqual([1, 0, 0])
  p.do({ type: 'orderSeen', orderId: 'old', order: old({ status: '4' }) })
  const yes = play(p.state).do({ type: 'orderSeen', orderId: 'old', order: old({ status: '3' }) })
  expect([yes.state.phase, yes.of('preSettle').length, yes.of('print').length]).toEqual(['presettling', 1, 1])
  const no = play(p.state).do({ type: 'orderSeen', orderId: 'old', order: old({ status: '2' }) })
  expect([no.says, no.of('drop').length, no.of('settle').length]).toEqual(['part.notReversed', 1, 0])
})

test('转后台 while the reversal is unknown parks the kept lines, and its end frees or voids them', () => {
  const p = confirmed().do({ type: 'reversalFailed', orderId: 'old', refusal: lost }).wait(30_000)
  p.do({ type: 'waited', orderId: 'old' })
  expect(p.says).toBe('part.unknownLong')
  p.do({ type: 'toBackground' })
  expect(p.of('park').map(({ input }) => [input.orderId, input.replaces])).toEqual([['new', 'old']])
  p.do({ type: 'orderSeen', orderId: 'old', order: old({ status: '4' }) })
  expect(play(p.state).do({ type: 'orderSeen', orderId: 'old', order: old({ status: '3' }) }).says).toBe('part.backYes')
  const no = play(p.state).do({ type: 'orderSeen', orderId: 'old', order: old({ status: '2' }) })
  expect([no.says, no.of('drop').map(({ orderId }) => orderId)]).toEqual(['cancel.stillOn', ['new']])
})

test('reversed, but the new one is refused: it says what goes back and what to do, and the basket is there', () => {
  const p = confirmed().do(reversedAnswer)
  p.do({
    type: 'priceFailed',
    turn: p.state.turn,
    edit: p.state.edit,
    refusal: refusal('302002', { statusCode: 422, message: '账户冻结' }),
  })
  expect([p.says, p.state.lines.length, p.state.message?.values.back]).toEqual(['part.reversedOnly', 1, '退现金 25.60'])
  priced(p.do({ type: 'presettle' })).wait(1000)
  expect([p.says, p.of('settle').length], 'F8 by hand books nothing').toEqual(['pre.done', 0])
  p.settle()
  expect(p.of('settle')).toHaveLength(1)
  p.do({ type: 'settleFailed', orderId: 'new', refusal: refusal('302002', { statusCode: 422 }) })
  expect([p.says, p.state.lines.length]).toEqual(['part.reversedOnly', 1])
  p.do({ type: 'park' })
  expect(p.of('park').map(({ input }) => input.replaces)).toEqual(['old'])
})

test('of the kept lines nothing is known: that is said, not what is done once they are refused', () => {
  const p = priced(confirmed().do(reversedAnswer))
  p.do({ type: 'settleFailed', orderId: 'new', refusal: lost })
  expect([p.state.phase, p.state.message?.key]).toEqual(['unknown', 'settle.unknown'])
})

test('after a crash in the reversal its end is asked, and the kept lines wait for the credential', () => {
  const draft = draftOf(confirmed().state, 1)!
  expect(JSON.stringify(draft)).not.toContain('张䶮')
  const p = play().do({ type: 'restored', key: 'd', draft })
  expect([p.state.phase, p.says, p.of('look')]).toEqual(['unknown', 'part.unknown', [{ do: 'look', orderId: 'old' }]])
  p.do({ type: 'orderSeen', orderId: 'old', order: old({ status: '3' }) })
  expect([p.says, p.state.expects, p.state.lines.length]).toEqual(['part.reversedOnly', '张*', 1])
  expect(p.state.message?.values.text, 'said once: of no pre-settlement, not of itself').not.toContain('原单已撤销')
  p.read()
  expect(p.of('preSettle').map(({ input }) => [input.replaces, input.orderId])).toEqual([['old', 'new']])
})

test('after a crash between the reversal and the new price F8 only prices: F9 alone books what was confirmed before', () => {
  const p = confirmed().do({ type: 'reversalAnswered', orderId: 'old', order: old({ status: '3' }) })
  expect(p.state.part).toMatchObject({ at: 'reversed', shown: {} })
  const draft = JSON.parse(JSON.stringify(draftOf(p.state, 1)))
  const q = play().do({ type: 'restored', key: 'd', draft }).read()
  priced(q, order({ ...kept(), settleKey: 'k3' }))
  expect([q.of('settle'), q.state.phase]).toEqual([[], 'open'])
  q.wait(1000).settle()
  expect(q.of('settle').map(({ key }) => key)).toEqual(['k3'])
})

test('ERP orders, single pieces and whole returns take another way', () => {
  expect(chosen(old({ erpBill: 'XS1' })).says).toBe('part.erp')
  expect(chosen(old({ lines: [line(1, { quantity: '1' })] })).says).toBe('part.single')
  expect(chosen(old(), { 1: '2', 2: '2' }).state.lines).toEqual([])
  expect(chosen(old(), {}).state.lines).toEqual([])
  expect(chosen(old(), { 1: '1' }).state.lines.map(({ quantity }) => quantity)).toEqual(['1', '2'])
  const busy = play().read().fill()
  expect(chosen(old(), { 1: '2' }, busy.state).says).toBe('part.occupied')
})

test.each(['reverse', 'settle'] as const)(
  'without the right to %s nothing is begun that could not be ended',
  (right) => {
    const may = { settle: true, reverse: true, price: true, [right]: false }
    const p = chosen(old(), { 1: '2' }, counter({ may }))
    expect([p.says, p.state.lines, p.state.dialog, p.state.part]).toEqual(['right.none', [], undefined, undefined])
  },
)

test('from the order page: the goods are asked for at once', () => {
  const p = play().do({ type: 'openReversal', orderId: 'old', key: 'x1', part: true })
  p.do({ type: 'reversalLoaded', order: old() })
  expect(p.state.dialog).toMatchObject({ kind: 'reversal', part: true })
})
