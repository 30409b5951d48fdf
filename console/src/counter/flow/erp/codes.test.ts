import { expect, test } from 'vitest'
import { bill, counter, item } from '../../../../test/counter/fixtures.ts'
import { play, ready, refusal } from '../../../../test/counter/play.ts'
import { lackingCodes } from '../amounts.ts'
import type { ErpBill } from '../model.ts'

const code = (n: number) => `8190001${String(n).padStart(13, '0')}`
const traced = item({ traceRequired: true })
const [first] = bill().lines
/** A line of the bill's product: so many packs of a lot. */
const packs = (quantity: string, over: Partial<ErpBill['lines'][number]> = {}) => ({
  ...first!,
  ...{ quantity, amount: `${Number(quantity) * 20}.00` },
  ...over,
})

type Play = ReturnType<typeof play>
const codesOf = (p: Play) => p.state.lines.map(({ traceCodes }) => traceCodes)
const takeBill = (p: Play, lines: ErpBill['lines'], revision = 1) => {
  const total = `${lines.reduce((sum, { amount }) => sum + Number(amount), 0)}.00`
  p.do({ type: 'bill', bill: bill({ lines, total, revision }) })
  return p.do({ type: 'itemsKnown', items: [traced] })
}
const scan = (p: Play, ...numbers: number[]) => {
  for (const n of numbers)
    p.do({ type: 'itemsFound', turn: p.state.turn, code: code(n), trace: true, quantity: undefined, items: [traced] })
  return p
}

test('a revised bill: each scanned code stays with one line of its product, never with all of them', () => {
  const p = scan(takeBill(play(), [packs('1', { lot: 'A1' }), packs('2', { lot: 'B1' })]), 1, 2, 3)
  expect(codesOf(p), 'a full line leaves the next code to the other one').toEqual([[code(1)], [code(2), code(3)]])
  takeBill(p, [packs('1', { lot: 'A1' }), packs('2', { lot: 'B1' })], 2)
  expect(codesOf(p)).toEqual([[code(1)], [code(2), code(3)]])
  expect(p.says).toBe('erp.changed')
  // The lines change places, and one comes between them: what a code was scanned for is known by the lot.
  takeBill(p, [packs('2', { lot: 'B1' }), packs('1', { lot: 'C1' }), packs('1', { lot: 'A1' })], 3)
  expect(codesOf(p)).toEqual([[code(2), code(3)], [], [code(1)]])
})

test('a revised bill with more packs keeps what was scanned; with fewer, nobody knows which pack went back', () => {
  const p = scan(takeBill(play(), [packs('2')]), 1, 2)
  takeBill(p, [packs('2'), packs('1')], 2)
  expect(codesOf(p)).toEqual([[code(1), code(2)], []])
  takeBill(p, [packs('1'), packs('2')], 3)
  expect(codesOf(p).flat().sort(), 'each once, whichever line').toEqual([code(1), code(2)])
  takeBill(p, [packs('1')], 4)
  expect(codesOf(p)).toEqual([[]])
})

test('codes of the bill itself are shown and counted as scanned ones, and give way to nothing that was scanned', () => {
  const p = takeBill(play(), [packs('2', { traceCodes: [code(1)] })])
  expect([codesOf(p), lackingCodes(p.state.lines[0]!)]).toEqual([[[code(1)]], 1])
  scan(p, 2)
  // The till scanned the second pack as well: it was scanned here already, and is one pack.
  takeBill(p, [packs('2', { traceCodes: [code(1), code(2)] })], 2)
  expect(codesOf(p)).toEqual([[code(1), code(2)]])
  // What the bill no longer names was the bill's; a till of before names nothing.
  takeBill(p, [packs('2', { traceCodes: [code(3)] })], 3)
  expect(codesOf(p)).toEqual([[code(3)]])
  takeBill(p, [packs('2')], 4)
  expect(codesOf(p)).toEqual([[]])
})

test('the same code that two quick scans look up is added once', () => {
  const p = scan(takeBill(play(), [packs('3')]), 1, 1)
  expect([codesOf(p), p.says]).toEqual([[[code(1)]], 'trace.twice'])
})

test('a bill whose goods could not be looked up: the server wants their codes, and the line says so and takes them', () => {
  const wanted = refusal('trace.required', {
    extend: { key: 'trace.required', ownCode: traced.ownCode, item: '阿莫西林胶囊', n: 2, line: 1 },
  })
  const p = play()
    .do({ type: 'bill', bill: bill({ lines: [packs('2')], total: '40.00', revision: 1 }) })
    .read()
  expect(p.state.lines.map(lackingCodes), 'nobody knows yet').toEqual([0])
  p.do({ type: 'presettle' })
  const { turn, edit } = p.state
  p.do({ type: 'priceFailed', turn, edit, refusal: wanted })
  expect([p.says, p.state.message?.values.item, p.state.message?.values.n]).toEqual(['item.trace', '阿莫西林胶囊', '2'])
  expect(p.state.lines.map(lackingCodes)).toEqual([2])
  p.do({ type: 'presettle' })
  expect(p.of('preSettle'), 'it is not asked once more for the same').toHaveLength(1)
  scan(p, 1, 2)
  expect([p.says, p.state.lines.map(lackingCodes)]).toEqual([undefined, [0]])
  p.do({ type: 'presettle' })
  expect(p.of('preSettle')).toHaveLength(2)
})

test('an area whose settings could not be read when the page was opened asks for codes all the same', () => {
  const unread = () => play(counter({ area: undefined })).read()
  const known = unread().do({ type: 'addItem', item: traced }, { type: 'presettle' })
  expect([known.says, known.of('preSettle')], 'the server says it of the product').toEqual(['item.trace', []])
  const p = unread().do({ type: 'addItem', item: item() }, { type: 'presettle' })
  const { turn, edit } = p.state
  const extend = { key: 'trace.required', ownCode: traced.ownCode, item: traced.name, n: 1, line: 1 }
  p.do({ type: 'priceFailed', turn, edit, refusal: refusal('trace.required', { extend }) })
  expect([p.says, p.state.message?.values.item]).toEqual(['item.trace', traced.name])
  p.do({ type: 'presettle' })
  expect(p.of('preSettle'), 'it is not asked once more for the same').toHaveLength(1)
  expect(scan(p, 1).says).toBeUndefined()
})

test('codes that are wanted since the pre-settlement: F9 comes back to the basket, whose line says what it lacks', () => {
  const p = ready().settle()
  const [line] = p.state.lines
  const extend = { key: 'trace.required', ownCode: line!.item.ownCode, item: line!.item.name, n: 1, line: 1 }
  p.do({ type: 'settleFailed', orderId: 'o1', refusal: refusal('trace.required', { extend }) })
  expect([p.says, p.state.message?.values.item, p.state.phase]).toEqual(['item.trace', line!.item.name, 'refused'])
  expect(lackingCodes(p.state.lines[0]!)).toBeGreaterThan(0)
})
