import { describe, expect, test } from 'vitest'
import { bill, disease, item, order, other, person, rxChoice, vitamin } from '../../../test/counter/fixtures.ts'
import { lost, play, ready } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { CounterEvent } from './events.ts'

// Between F4 and its answer: the basket goes aside as it was sent, and nothing that comes now may go with it unseen (N2).

const parking = () => ready().do({ type: 'park' })
const done = {
  type: 'parkDone',
  parkedId: 'o1',
  key: 'p',
  turn: 1,
  maskedName: '张*',
  count: 3,
  total: '85.60',
} as const
const voucher = '2'.repeat(28)
const code = '81000000000000000001'

describe('what changes the basket says that it goes aside', () => {
  const scanned = { turn: 2, code: '6901234567892', trace: false, quantity: undefined, items: [item()] }
  test.each<[what: string, ...events: CounterEvent[]]>([
    ['goods by hand', { type: 'addItem', item: item({ ownCode: 'D004' }) }],
    ['goods that were scanned', { type: 'itemsFound', ...scanned }],
    ['a trace code', { type: 'itemsFound', ...scanned, code, trace: true }],
    ['a quantity', { type: 'setQuantity', line: 'l1', quantity: '3' }],
    ['a line less', { type: 'removeLast' }],
    ['a lot', { type: 'setBatch', line: 'l1', batch: { lot: 'B1' } }],
    ['a code less', { type: 'removeCode', line: 'l1', code }],
    ['the kind', { type: 'chooseMedicalType', medicalType: '14' }],
    ['the disease', { type: 'chooseDisease', disease: disease() }],
    ['the account', { type: 'chooseAccount', used: false }],
    ['a prescription', { type: 'takeRx', readId: 'r1', rx: rxChoice(), items: [item()] }],
    ['F8, which would bring it back from aside', { type: 'presettle' }],
    ['F9', { type: 'settle' }],
  ])('%s', (_, ...events) => {
    const p = parking()
    const { lines, edit, medicalType, disease: ill, accountUsed, prescription } = p.state
    const sent = p.of('preSettle').length
    p.do(...events)
    expect(p.says).toBe('park.wait')
    expect(p.state).toMatchObject({ lines, edit, medicalType, disease: ill, accountUsed, prescription, phase: 'open' })
    expect([p.of('preSettle').length - sent, p.of('settle')]).toEqual([0, []])
    // It did not get aside: the clerk goes on with it.
    p.do({ type: 'parkFailed', key: 'p', turn: 1, input: p.of('park')[0]!.input, refusal: lost })
    expect(p.do({ type: 'addItem', item: vitamin() }).state.lines[2]?.quantity).toBe('2')
  })
})

test('goods that are scanned behind F4 are the next one’s, where their answer comes behind it', () => {
  const p = parking().do({ type: 'scanItem', code: '6901234567908', trace: false })
  const { turn } = p.of('findItem')[0]!
  const found = { type: 'itemsFound', turn, code: '6901234567908', trace: false, quantity: undefined } as const
  p.do(done, { ...found, items: [vitamin()] })
  expect(p.state.lines.map(({ item: { ownCode } }) => ownCode)).toEqual(['C003'])
})

test.each([
  ['another one', other()],
  ['the same one once more', person({ readId: 'r9' })],
])('a credential that is read behind F4 is the next one’s: %s', (_, who) => {
  const read = (p: ReturnType<typeof play>) => p.do({ type: 'read', medium: 'eVoucher', code: voucher })
  const answer = (p: ReturnType<typeof play>) => p.do({ type: 'personRead', seq: p.state.readSeq, person: who })
  // Its answer behind the basket's, and before it.
  const behind = read(parking()).do(done)
  expect([behind.of('stopReading'), behind.says, behind.state.lines]).toEqual([[], 'read.wait', []])
  expect(behind.state.log.map(({ key }) => key)).toContain('park.done')
  const before = answer(read(parking()))
  expect([before.state.person?.readId, before.state.lines.length]).toEqual(['r1', 3])
  for (const p of [answer(behind), before.do(done)])
    expect([p.state.person?.readId, p.state.lines, p.state.other, p.state.turn]).toEqual([who.readId, [], undefined, 2])
})

test('another customer takes no basket over that is on its way aside: once it is there the counter is his', () => {
  const p = ready().read(other()).do({ type: 'button', id: 'parkFor' }, { type: 'button', id: 'replacePerson' })
  expect([p.state.person?.readId, p.state.other?.person.readId, p.says]).toEqual(['r1', 'r2', 'park.wait'])
  p.do(done)
  expect([p.state.person?.readId, p.state.lines]).toEqual(['r2', []])
})

test('a basket of nobody goes aside, and who is read meanwhile has none of it', () => {
  const p = play().do({ type: 'addItem', item: item() }, { type: 'park' }).read(other())
  expect(p.do({ ...done, maskedName: '' }).state).toMatchObject({ lines: [], person: { readId: 'r2' } })
})

test('a slip that is opened behind F4 stays open, a drawer of the basket does not', () => {
  const slip = parking().do(
    { type: 'openReversal', orderId: 'o8', key: 'x8' },
    { type: 'reversalLoaded', order: order({ id: 'o8', status: '2' }) },
  )
  const { dialog } = slip.state
  expect([dialog?.kind, slip.do(done).state.dialog]).toEqual(['reversal', dialog])
  expect(parking().do({ type: 'openLine', line: 'l1' }, done).state.dialog).toBeUndefined()
})

test('who does not wait clears the counter: the basket gets aside all the same', () => {
  const p = parking().do({ type: 'clear' }, { type: 'clearConfirmed' })
  p.do({ type: 'parkFailed', key: 'p', turn: 1, input: p.of('park')[0]!.input, refusal: lost })
  expect(p.state.aside).toMatchObject([{ key: 'p' }])
})

test.each<[what: string, park: 'done' | 'failed']>([
  ['aside is a bill of its own', 'done'],
  ['back at the counter is its change', 'failed'],
])('a bill that the ERP changed behind F4 is not lost with its basket: of one that is %s', (_, park) => {
  const p = play().do({ type: 'bill', bill: bill() }).read().do({ type: 'park' })
  const { turn, edit } = p.state
  const [first] = p.state.lines
  const lines = [{ ...bill().lines[0]!, quantity: '3', amount: '60.00' }]
  p.do({ type: 'bill', bill: bill({ frameId: 'f2', revision: 2, total: '60.00', lines }) })
  expect([p.state.lines, p.state.edit, p.state.erp?.revision]).toEqual([[first], edit, 1])
  const { input } = p.of('park')[0]!
  p.do(
    park === 'done'
      ? { type: 'parkDone', parkedId: 'o1', key: 'p', turn, maskedName: '张*', count: 2, total: '40.00' }
      : { type: 'parkFailed', key: 'p', turn, input, refusal: lost },
  )
  expect([p.state.erp?.revision, p.state.lines.map(({ quantity }) => quantity)]).toEqual([2, ['3']])
  expect(p.state.person?.readId).toBe(park === 'done' ? undefined : 'r1')
})

test('a basket that leaves the counter before its F4 had an answer is the next page’s to send, until the server has it', () => {
  const p = parking()
  const { input } = p.of('park')[0]!
  p.do({ type: 'parkSent', turn: 1, key: 'p', input }, { type: 'clearConfirmed' })
  expect([p.state.lines, draftOf(p.state, 0)?.aside]).toEqual([[], [{ key: 'p', input }]])
  p.do({ type: 'parkFailed', key: 'p', turn: 1, input, refusal: lost })
  expect(p.of('later').at(-1)?.event).toEqual({ type: 'parkAgain', key: 'p' })
  expect(p.do(done).state.aside).toEqual([])
  const stays = parking().do({ type: 'parkSent', turn: 1, key: 'p', input }, done)
  expect([stays.state.aside, stays.state.unheard, stays.says]).toEqual([[], undefined, 'park.done'])
})
