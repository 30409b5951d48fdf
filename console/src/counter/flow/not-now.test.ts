import { expect, test } from 'vitest'
import { bill, counter, item, order } from '../../../test/counter/fixtures.ts'
import { lost, partConfirmed, play, ready } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { CounterEvent } from './events.ts'

// What an event at the wrong moment must not do with money, and what a clerk without the right may not.

const code = (n: number) => `8190001${String(n).padStart(13, '0')}`

test('who may not settle reads that at F9, and who may not change a price at the price', () => {
  const may = { settle: false, reverse: false, price: false }
  const p = play(counter({ may })).read().fill().settle()
  expect([p.says, p.of('settle')]).toEqual(['right.none', []])
  p.do({ type: 'setPrice', line: 'l1', price: '0.01' })
  expect([p.says, p.state.lines[0]?.price]).toEqual(['right.price', '20.00'])
})

test('a split without a key of its own books nothing', () => {
  const p = play()
    .read()
    .fill()
    .price(order({ settleKey: undefined }))
    .settle()
  expect([p.says, p.of('settle')]).toEqual(['pre.first', []])
})

test.each([
  ['amount', 'amount.check'],
  ['erpMissing', 'settle.done'],
] as const)('a settlement that is booked with a flag (%s) says what it is about', (kind, says) => {
  const abnormal = { kind, attempts: 0, needsPerson: true }
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '6', abnormal }) })
  expect([p.state.phase, p.says]).toEqual(['settled', says])
})

test('a second loss of the same answer begins nothing anew: the way on comes when it was promised', () => {
  const p = ready().settle().do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  p.wait(29_000).do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  expect(p.of('look')).toHaveLength(1)
  p.wait(1000).do({ type: 'waited', orderId: 'o1' })
  expect(p.says).toBe('settle.unknownLong')
})

test('the minute of an earlier settlement is not this one’s', () => {
  const p = ready().settle().do({ type: 'waited', orderId: 'o0' })
  expect(p.says).toBe('settle.wait')
})

test('the kept lines that are being settled themselves are not put aside as well: they would be settled twice', () => {
  const p = partConfirmed().do({ type: 'reversalAnswered', orderId: 'old', order: order({ id: 'old', status: '3' }) })
  const again = order({ id: 'new', settleKey: 'k3' })
  p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: again })
  p.do({ type: 'settleFailed', orderId: 'new', refusal: lost }).wait(30_000).do({ type: 'toBackground' })
  expect([p.state.phase, p.of('park'), p.state.background.map(({ kept }) => kept)]).toEqual(['open', [], [undefined]])
})

test('what goes to the background with its call under way is not asked about before that call ends', () => {
  const p = ready().settle().wait(60_000).do({ type: 'toBackground' })
  expect(p.of('look')).toEqual([])
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: lost })
  expect(p.of('look')).toEqual([{ do: 'look', orderId: 'o1' }])
})

test('a bill that turns out to be settled while somebody reads the next credential stops that reading', () => {
  const p = play().read().fill().do({ type: 'presettle' }, { type: 'read', medium: 'idCard' })
  const { turn, edit, readSeq } = p.state
  p.do({ type: 'priced', turn, edit, order: order({ status: '2', erpBill: 'XS001' }) })
  expect([p.state.phase, p.state.reading, p.of('stopReading').length]).toEqual(['settled', undefined, 1])
  p.do({ type: 'readFailed', seq: readSeq, refusal: lost })
  expect(p.says).toBe('erp.settledBefore')
})

test('the band of a settlement that comes back over a reading stays: whose card it was changes nothing of it', () => {
  const p = play().do({ type: 'read', medium: 'idCard' })
  p.do({ type: 'restored', key: 'd', draft: draftOf(ready().settle().state, 1)! })
  expect([p.state.phase, p.says, p.of('stopReading').length]).toEqual(['unknown', 'settle.unknown', 1])
  p.do({ type: 'readFailed', seq: p.state.readSeq, refusal: lost })
  expect([p.state.phase, p.says]).toEqual(['unknown', 'settle.unknown'])
})

test('a settlement of which nothing is known comes back with its goods: only that is said', () => {
  const p = play().do({ type: 'restored', key: 'd', draft: draftOf(ready().settle().state, 0)! })
  expect([p.state.lines.length, p.state.message?.key]).toEqual([3, 'settle.unknown'])
  expect([p.state.message?.aside, p.state.restored]).toEqual([undefined, undefined])
})

test('of a bill a scanned product adds nothing, a scanned code is looked for, and one too many is refused', () => {
  const traced = item({ traceRequired: true })
  const p = play().do({ type: 'bill', bill: bill() }, { type: 'itemsKnown', items: [traced] })
  p.do({ type: 'scanItem', code: '6901234567892', trace: false })
  expect([p.says, p.state.flash?.line, p.state.lines[0]?.quantity, p.of('findItem')]).toEqual([
    undefined,
    'l1',
    '2',
    [],
  ])
  p.do({ type: 'scanItem', code: code(1), trace: true })
  expect(p.of('findItem').map((one) => one.code)).toEqual([code(1)])
  for (const n of [1, 2])
    p.do({ type: 'itemsFound', turn: p.state.turn, code: code(n), trace: true, quantity: undefined, items: [traced] })
  const before = p.state.lines
  p.do({ type: 'itemsFound', turn: p.state.turn, code: code(3), trace: true, quantity: undefined, items: [traced] })
  expect([p.says, p.state.lines]).toEqual(['erp.readOnly', before])
  p.do({ type: 'scanItem', code: '6901234567892', trace: false })
  expect([p.says, p.state.lines], 'its packs all have their codes').toEqual(['erp.readOnly', before])
  const stranger = item({ ownCode: 'X9', name: '别的药' })
  p.do({
    type: 'itemsFound',
    turn: p.state.turn,
    code: `9${code(4).slice(1)}`,
    trace: true,
    quantity: undefined,
    items: [stranger],
  })
  expect([p.says, p.state.lines]).toEqual(['trace.unknown', before])
})

test('once a purchase has ended its codes are nobody’s: the same box may be the next customer’s, and none is taken out', () => {
  const traced = item({ traceRequired: true })
  const found: CounterEvent = {
    ...{ type: 'itemsFound', turn: 1, code: code(1), trace: true, quantity: undefined },
    items: [traced],
  }
  const p = play().read().do(found).price().settle()
  const sold: CounterEvent = { type: 'codesSold', turn: p.state.turn, sold: [{ code: code(1), orderNo: 'D1' }] }
  p.do(sold, { type: 'removeCode', line: 'l1', code: code(1) })
  expect([p.state.message?.key, p.says, p.state.lines[0]?.traceCodes]).toEqual([
    'settle.wait',
    'basket.locked',
    [code(1)],
  ])
  p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) }, sold)
  expect(p.says).toBe('settle.done')
  p.do({ type: 'removeCode', line: 'l1', code: code(1) })
  expect([p.says, p.state.lines[0]?.traceCodes]).toEqual(['basket.ended', [code(1)]])
  p.do({ type: 'scanItem', code: code(1), trace: true })
  expect(p.of('findItem').map((one) => one.code)).toEqual([code(1)])
})
