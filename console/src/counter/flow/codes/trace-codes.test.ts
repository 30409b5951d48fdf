import { expect, test } from 'vitest'
import { bill, item } from '../../../../test/counter/fixtures.ts'
import { play } from '../../../../test/counter/play.ts'

// Whose a trace code is: no catalogue names the goods of a code that nobody has sold before (ux 2.4).

const amoxicillin = item({ traceRequired: true })
const ibuprofen = item({
  ...{ ownCode: 'B002', barCode: '6901234567915', nationalCode: 'XM01AEB171A001010101234', name: '布洛芬缓释胶囊' },
  traceRequired: true,
})
const herb = item({ ownCode: 'H001', barCode: '', nationalCode: 'T001700764', name: '枸杞子' })
const code = (drug: string, n: number) => `${drug}${String(n).padStart(13, '0')}`

type Play = ReturnType<typeof play>
const scan = (p: Play, text: string, items: (typeof herb)[] = []) =>
  p.do({ type: 'itemsFound', turn: p.state.turn, code: text, trace: true, quantity: undefined, items })
const bar = (p: Play, one: typeof herb) =>
  p.do({ type: 'itemsFound', turn: p.state.turn, code: one.barCode, trace: false, quantity: undefined, items: [one] })
const held = (p: Play) =>
  p.state.lines.map(({ item: { ownCode }, quantity, traceCodes }) => [ownCode, quantity, ...traceCodes])

test('the first code of a drug goes to the goods whose bar code was scanned before it, the next ones by the drug', () => {
  const p = play()
  bar(p, amoxicillin)
  bar(p, ibuprofen)
  bar(p, amoxicillin)
  scan(p, code('8190001', 1))
  scan(p, code('8190001', 2))
  scan(p, code('8190001', 3))
  expect([held(p), p.says]).toEqual([
    [
      ['A001', '3', code('8190001', 1), code('8190001', 2), code('8190001', 3)],
      ['B002', '1'],
    ],
    undefined,
  ])
  // Of what still lacks a code one line is left: it is that one's.
  scan(p, code('8290002', 1))
  expect(held(p)[1]).toEqual(['B002', '1', code('8290002', 1)])
  // All have theirs: a code of a drug that nobody knows is nobody's.
  scan(p, code('8390003', 1))
  expect([held(p).length, p.says]).toEqual([2, 'trace.unknown'])
})

test('goods that carry no code take none, and of two that lack one nobody guesses', () => {
  const p = play().do({ type: 'addItem', item: herb })
  scan(p, code('8190001', 1))
  expect([held(p), p.says]).toEqual([[['H001', '1']], 'trace.unknown'])
  p.do({ type: 'addItem', item: amoxicillin }, { type: 'addItem', item: ibuprofen }, { type: 'addItem', item: herb })
  scan(p, code('8190001', 1))
  expect([held(p).flat(), p.says]).toEqual([['H001', '2', 'A001', '1', 'B002', '1'], 'trace.unknown'])
})

test('what was sold before names the goods: they are added with their code, and never beside a line that has them', () => {
  const p = play()
  scan(p, code('8190001', 1), [amoxicillin])
  expect(held(p)).toEqual([['A001', '1', code('8190001', 1)]])
  // The shop sells the drug under two codes of its own: of what is in the basket, the one that lacks a code.
  const dear = { ...amoxicillin, ownCode: 'A009' }
  bar(p, dear)
  scan(p, code('8190001', 2), [amoxicillin, dear])
  expect(held(p)[1]).toEqual(['A009', '1', code('8190001', 2)])
  const q = scan(play(), code('8190001', 1), [amoxicillin, dear])
  expect([held(q), q.says, q.state.choices?.items.length], 'the clerk says which').toEqual([[], 'item.choose', 2])
})

test('of an ERP’s bill the bar code says whose pack is scanned next', () => {
  const [line] = bill().lines
  const lines = [line!, { ...line!, ownCode: 'B002' }]
  const p = play().do({ type: 'bill', bill: bill({ lines, total: '40.00' }) })
  p.do({ type: 'itemsKnown', items: [{ ...amoxicillin, ownCode: line!.ownCode }, ibuprofen] })
  scan(p, code('8290002', 1))
  expect(p.says).toBe('trace.unknown')
  p.do({ type: 'scanItem', code: ibuprofen.barCode, trace: false })
  expect(p.says).toBeUndefined()
  scan(p, code('8290002', 1))
  expect(held(p).map(([, , ...codes]) => codes)).toEqual([[], [code('8290002', 1)]])
})

test('a quantity below its codes is not priced until the code of the pack that stays is taken out', () => {
  const p = play().read().do({ type: 'addItem', item: amoxicillin, quantity: '2' })
  scan(p, code('8190001', 1))
  scan(p, code('8190001', 2))
  p.do({ type: 'setQuantity', line: 'l1', quantity: '1' }, { type: 'presettle' })
  expect([p.says, p.of('preSettle')]).toEqual(['trace.over', []])
  p.do({ type: 'removeCode', line: 'l1', code: code('8190001', 2) })
  expect(p.says, 'what it lacked is given').toBeUndefined()
  p.do({ type: 'presettle' })
  expect(p.of('preSettle')).toHaveLength(1)
})

test('goods of a scan that have not been chosen are not gone without a word when the next box is scanned', () => {
  const p = play()
  const found = (text: string, ...items: (typeof herb)[]) =>
    p.do({ type: 'itemsFound', turn: p.state.turn, code: text, trace: false, quantity: undefined, items })
  found('6900000000000', amoxicillin, herb)
  found(ibuprofen.barCode, ibuprofen)
  expect([held(p), p.says, p.state.message?.values]).toEqual([
    [['B002', '1']],
    'item.unchosen',
    { code: '6900000000000', also: '' },
  ])
  // Of two that are both missing both are said.
  found('6900000000000', amoxicillin, herb)
  found('6911111111111')
  expect([p.says, p.state.message?.values.also]).toEqual(['item.unchosen', '；没有找到“6911111111111”'])
  // Chosen from the list it is in the basket, and nothing is missing.
  found('6900000000000', amoxicillin, herb)
  p.do({ type: 'addItem', item: amoxicillin })
  expect([held(p).length, p.says]).toEqual([2, undefined])
})

test('goods chosen for a trace code have it', () => {
  const p = play()
  const box = code('8190009', 1)
  p.do({
    type: 'itemsFound',
    turn: p.state.turn,
    code: box,
    trace: true,
    quantity: undefined,
    items: [herb, ibuprofen],
  })
  expect(p.state.choices?.trace).toBe(box)
  p.do({ type: 'addItem', item: ibuprofen, trace: box })
  expect(p.state.lines.map(({ item, traceCodes }) => [item.ownCode, traceCodes])).toEqual([['B002', [box]]])
})

test.each([false, true])(
  'what is scanned once an ERP’s bill has been settled is the next customer’s (by its trace code: %s)',
  (trace) => {
    const p = play().do({ type: 'bill', bill: bill() }).read().price().settle()
    p.do({ type: 'settleAnswered', orderId: 'o1', order: { ...p.state.priced!.order, status: '2' } })
    const scanned = trace ? code('8190009', 1) : ibuprofen.barCode
    p.do({ type: 'scanItem', code: scanned, trace })
    const turn = p.of('findItem')[0]!.turn
    p.do({
      ...{ type: 'itemsFound', turn, code: scanned },
      trace,
      quantity: undefined,
      items: [ibuprofen],
    })
    expect([held(p), p.state.erp]).toEqual([[['B002', '1', ...(trace ? [scanned] : [])]], undefined])
  },
)
