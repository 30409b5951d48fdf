import { expect, test } from 'vitest'
import { bill, order, other, vitamin } from '../../../../test/counter/fixtures.ts'
import { lost, play, ready, refusal } from '../../../../test/counter/play.ts'
import { messageOf, sentenceOf } from '../../message.ts'
import type { CounterEvent } from '../events.ts'

// A whole reversal while its answer is awaited: who is served meanwhile, and who learns what became of it.

type Player = ReturnType<typeof play>
const confirm = { type: 'confirmReversal', reason: '顾客退货' } as const
const opened = (p: Player = play()) =>
  p.do({ type: 'openReversal', orderId: 'o8', key: 'x8' }, { type: 'reversalLoaded', order: old() })
const old = (over: Parameters<typeof order>[0] = {}) => order({ id: 'o8', status: '2', maskedName: '李*', ...over })
const under = (p?: Player) => opened(p).do(confirm)
const reads = ({ state: { message } }: Player) => (message ? sentenceOf(messageOf(message.key, message.values)) : '')
const refused = refusal('302002', { message: '【302002】医保中心：“已超过撤销期限”' })
const unread = refusal('CARD_NONE', { statusCode: 502, atDevice: true })
/** Its dialog is given up for the background: 60 s without an answer. */
const handedOver = (p?: Player) => under(p).wait(60_000).do({ type: 'reversalWaits', orderId: 'o8' })

test.each<[string, CounterEvent]>([
  ['an e-voucher', { type: 'read', medium: 'eVoucher', code: '2'.repeat(28) }],
  ['an ID card', { type: 'scanIdCard', code: '' }],
])('%s that is scanned meanwhile reads nobody, and is told why', (_, scan) => {
  const p = under().do(scan)
  expect([p.state.dialog, p.state.reading, p.says]).toMatchObject([
    { kind: 'reversal', busy: true },
    undefined,
    'cancel.wait',
  ])
  p.do({ type: 'reversalFailed', orderId: 'o8', refusal: refused })
  expect([p.state.dialog, p.says]).toEqual([undefined, 'cancel.refused'])
})

test('what he shows in place of his card is what the server asks the reader for', () => {
  const p = under()
  p.do({ type: 'reversalFailed', orderId: 'o8', refusal: unread })
  p.do({ ...confirm, medium: 'eVoucher' })
  expect(p.of('cancel').map(({ medium }) => medium)).toEqual([undefined, 'eVoucher'])
})

const settled = () =>
  ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })

test.each<[string, () => Player, CounterEvent]>([
  ['a bill of the ERP at a free counter', play, { type: 'bill', bill: bill() }],
  ['a bill of the ERP after a purchase', settled, { type: 'bill', bill: bill() }],
  ['goods after a purchase', settled, { type: 'addItem', item: vitamin() }],
  [
    'a reading of before that finds somebody else',
    () => ready().do({ type: 'read' }),
    { type: 'personRead', seq: 2, person: other() },
  ],
])(
  '%s closes no reversal that is under way: its end is told, and the card that it wants is asked for',
  (_, start, event) => {
    const p = under(start()).do(event)
    expect(p.state.dialog).toMatchObject({ kind: 'reversal', orderId: 'o8', busy: true })
    p.do({ type: 'reversalFailed', orderId: 'o8', refusal: unread })
    expect([p.state.dialog, p.says]).toMatchObject([{ kind: 'reversal', busy: false }, 'cancel.again'])
    p.do(confirm, { type: 'reversalAnswered', orderId: 'o8', order: old({ status: '3' }) })
    expect(p.state.dialog).toBeUndefined()
    expect(reads(p)).toContain('已撤销 李* · 退现金 25.60 元')
  },
)

test('after 60 s without an answer the counter serves the next one, and says of whom nothing is known yet (T22)', () => {
  const p = under()
  expect(p.of('later').map(({ ms, event }) => [ms, event])).toContainEqual([
    60_000,
    { type: 'reversalWaits', orderId: 'o8' },
  ])
  p.wait(59_000).do({ type: 'reversalWaits', orderId: 'o8' })
  expect(p.state.dialog).toMatchObject({ busy: true })
  p.wait(1000).do({ type: 'reversalWaits', orderId: 'o8' })
  expect([p.state.dialog, p.state.background]).toMatchObject([
    undefined,
    [{ orderId: 'o8', maskedName: '李*', kind: 'reversal', inFlight: true }],
  ])
  expect(reads(p)).toContain('李* 的撤销结果未知')
  p.do({ type: 'read' })
  expect(p.says).toBe('read.wait')
})

test('handed over, it is not called undone while its own answer is still to come', () => {
  const seen = { type: 'orderSeen', orderId: 'o8', order: old() } as const
  const p = handedOver().do(seen, seen, seen)
  expect([p.state.background.length, p.says]).toEqual([1, 'cancel.unknown'])
  p.do({ type: 'reversalFailed', orderId: 'o8', refusal: lost }, seen)
  expect(p.state.background).toEqual([])
  expect(reads(p)).toContain('李* 的结算没有撤销')
})

test.each([
  ['the centre refuses', refused],
  ['the card is not read', unread],
])('handed over, and %s: the next look says so, by his name, behind what the next one has to pay', (_, why) => {
  const p = handedOver()
  const q = play(p.state).read().fill().price().settle()
  q.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  q.do({ type: 'reversalFailed', orderId: 'o8', refusal: why }, { type: 'orderSeen', orderId: 'o8', order: old() })
  expect([q.state.message?.key, q.says, q.state.message?.aside?.values.name]).toEqual([
    'settle.done',
    'cancel.stillOn',
    '李*',
  ])
})

test('handed over, and booked: the money to give back is named with whose it is', () => {
  const p = handedOver().do({ type: 'reversalAnswered', orderId: 'o8', order: old({ status: '3' }) })
  // Once when it was handed over, for its answer may get lost.
  expect(p.of('look').map(({ orderId }) => orderId)).toEqual(['o8', 'o8'])
  p.do({ type: 'orderSeen', orderId: 'o8', order: old({ status: '3' }) })
  expect(reads(p)).toContain('已撤销 李* · 退现金 25.60 元')
  expect(p.of('print')).toHaveLength(1)
})

test('the end of another one’s reversal leaves this one’s dialog open', () => {
  const p = under()
  const q = opened(play({ ...handedOver().state })).do({ type: 'closeDialog' })
  q.do(
    { type: 'openReversal', orderId: 'o9', key: 'x9' },
    { type: 'reversalLoaded', order: order({ id: 'o9', status: '2' }) },
  )
  q.do({ type: 'orderSeen', orderId: 'o8', order: old({ status: '3' }) })
  expect(q.state.dialog).toMatchObject({ kind: 'reversal', orderId: 'o9' })
  p.do({ type: 'reversalFailed', orderId: 'o8', refusal: lost })
  expect(p.state.background).toMatchObject([{ maskedName: '李*', cash: '25.60' }])
})

test('one that is watched already and is reversed once more ends as any other: its dialog does not stay', () => {
  const answers = [
    { type: 'reversalFailed', orderId: 'o8', refusal: refused },
    { type: 'reversalAnswered', orderId: 'o8', order: old({ status: '3' }) },
    { type: 'reversalWaits', orderId: 'o8' },
  ] as const
  for (const answer of answers) {
    const watched = handedOver().do({ type: 'reversalFailed', orderId: 'o8', refusal: lost })
    const p = under(play(watched.state)).wait(60_000).do(answer)
    expect([p.state.dialog, p.state.background.length], answer.type).toEqual([undefined, 1])
  }
})

test('handed over, it is not reversed a second time while its own answer is still to come', () => {
  const p = opened(play(handedOver().state))
  expect([p.state.dialog, p.says, p.of('loadReversal')]).toEqual([undefined, 'cancel.wait', []])
})

test.each<[string, CounterEvent]>([
  ['nothing', { type: 'reversalFailed', orderId: 'o8', refusal: lost }],
  ['a refusal', { type: 'reversalFailed', orderId: 'o8', refusal: refused }],
  ['that it is reversed', { type: 'reversalAnswered', orderId: 'o8', order: old({ status: '3' }) }],
])(
  'a look has told its end: %s, answered behind it, says no cash a second time and takes no other one’s',
  (_, late) => {
    const p = handedOver().do({ type: 'orderSeen', orderId: 'o8', order: old({ status: '3' }) })
    const q = play(p.state).read().fill().price().settle()
    q.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
    const before = q.state
    expect(before.message?.key).toBe('settle.done')
    q.do(late)
    expect([q.state, q.of('print').filter(({ orderId }) => orderId === 'o8')]).toEqual([before, []])
  },
)

test('a scan that closes it while a second person is asked: his word reverses nothing, and the clerk is told', () => {
  const p = opened().do(
    { type: 'read', medium: 'eVoucher', code: '2'.repeat(28) },
    { ...confirm, authorizationId: 'a' },
  )
  expect(p.of('cancel')).toEqual([])
  expect(reads(p)).toContain('没有撤销')
})

test('a settlement or reversal that was on its way when the page died is awaited by looks alone', () => {
  const [waiting] = handedOver().state.background
  const draft = {
    ...{ version: 1 as const, at: 1, orderId: undefined, pending: undefined, readId: undefined, maskedName: undefined },
    ...{ insutype: undefined, medicalType: undefined, disease: undefined, prescription: undefined, lines: [] },
    ...{ erp: undefined, background: [waiting!], erpResults: {} },
  }
  const seen = { type: 'orderSeen', orderId: 'o8', order: old() } as const
  const p = play().do({ type: 'restored', key: 'd', draft }, seen, seen)
  expect(p.state.background).toEqual([])
})
