import { formatTime } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { counter, order } from '../../../test/counter/fixtures.ts'
import { play, ready } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { Draft } from './kept-draft.ts'
import type { OrderRow } from './model.ts'

// The player’s clock stands at the 1000th second of 1970.
const ago = (minutes: number) => formatTime(new Date(1_000_000 - minutes * 60_000))
const row = (part: Partial<OrderRow> = {}) =>
  ({ ...order({ status: '2' }), id: 'o9', printed: 0, settledAt: ago(1), ...part }) as OrderRow

test('what was settled at a PC that is gone is said at the next one, stands in 最近, and prints at a word only', () => {
  const p = play().do({ type: 'settledLately', rows: [row(), row({ id: 'o8', settledAt: ago(20) })] })
  expect(p.says).toBe('settle.backYes')
  expect(p.state.message?.values).toMatchObject({ name: '张*', cash: '25.60' })
  expect(p.state.recent.map(({ orderId, mark }) => [orderId, mark])).toEqual([
    ['o9', 'done'],
    ['o8', 'done'],
  ])
  expect(p.effects).toEqual([])
})

test.each([
  ['printed', row({ printed: 1 })],
  ['not settled', row({ status: '1' })],
  ['reversed', row({ status: '3' })],
  ['of a customer who has gone', row({ settledAt: ago(31) })],
])('%s: nothing is said', (_, one) => {
  expect(play().do({ type: 'settledLately', rows: [one] }).state.message).toBeUndefined()
})

test('what this window has itself, or prints by itself, is no news; a customer at the counter keeps his line', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'settledLately', rows: [row({ id: 'o1' })] })
  expect(p.says).toBe('settle.done')
  const other = ready()
  const before = other.says
  other.do({ type: 'settledLately', rows: [row()] })
  expect(other.says).toBe(before)
  expect(other.state.log[0]?.key).toBe('settle.backYes')
})

test('a slip that this window still owes, or has handed over, is its own whatever the server knows of it yet', () => {
  const left = play().do({ type: 'restored', key: 'd', draft: draftOf(counter({ owed: ['o9'] }), 1_000_000)! })
  left.do({ type: 'settledLately', rows: [row()] })
  expect([left.says, left.state.recent]).toEqual([undefined, []])
  const booked = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  booked.do({ type: 'printed', orderId: 'o1', slipId: 's1', state: 'done' }, { type: 'clear' })
  booked.do({ type: 'settledLately', rows: [row({ id: 'o1' })] })
  expect(booked.says).toBeUndefined()
})

test('a page that dies again before the slip came leaves it behind once more, and what it asked about in the background', () => {
  const p = play().do({ type: 'restored', key: 'd', draft: draftOf(counter({ owed: ['o9'] }), 1_000_000)! })
  expect(draftOf(p.state, 1_000_000)?.owed).toEqual(['o9'])
  const moved = ready().settle().wait(60_000).do({ type: 'toBackground' })
  expect(draftOf(moved.state, 1)).toMatchObject({ lines: [], background: [{ orderId: 'o1' }] })
})

test('a basket that was taken back is still only that person’s after a crash', () => {
  const p = play(counter({ expects: '张*' })).fill()
  expect(draftOf(p.state, 1)?.maskedName).toBe('张*')
})

// The PC lost its power: what its disk has of the basket is from before F9.
const begun = (over: Partial<Draft> = {}) => ({ ...draftOf(ready().state, 900_000)!, ...over })
const total = order().total

test('a basket that was left behind and is settled by now is no basket: it is said, and nothing is there to settle again', () => {
  const p = play().do({ type: 'restored', key: 'd', draft: begun({ orderId: 'o9' }) })
  p.do({ type: 'settledLately', rows: [row({ id: 'o9', settledAt: ago(1) })], since: 900_000 })
  expect(p.says).toBe('settle.backYes')
  expect([p.state.lines, p.state.orderId, p.state.phase]).toEqual([[], undefined, 'open'])
  expect(p.state.recent).toMatchObject([{ orderId: 'o9', mark: 'done' }])
})

test('also when the power was away for longer than a slip waits, and when the slip came out meanwhile', () => {
  const since = 1_000_000 - 45 * 60_000
  const p = play().do({ type: 'restored', key: 'd', draft: begun({ orderId: 'o9', at: since }) })
  p.do({ type: 'settledLately', rows: [row({ id: 'o9', settledAt: ago(44), printed: 1 })], since })
  expect([p.says, p.state.lines]).toEqual(['settle.backYes', []])
  expect(p.state.message?.values.slip).toBe('小票已打印')
})

test('one of the same amount may be it: that is said in place of 没有结算, and the basket stays', () => {
  const like = row({ id: 'o9', total })
  const p = play().do({ type: 'restored', key: 'd', draft: begun({ orderId: undefined }) })
  expect(p.says).toBe('draft.back')
  p.do({ type: 'settledLately', rows: [like], since: 900_000 })
  expect(p.says).toBe('draft.perhaps')
  expect(p.state.message?.values).toEqual({ name: '张*', total, time: like.settledAt!.slice(11, 16) })
  expect(p.state.lines).toHaveLength(3)
  expect(p.state.recent).toMatchObject([{ orderId: 'o9' }])
})

test.each([
  ['of another person', row({ id: 'o9', total, maskedName: '王*' })],
  ['of another amount', row({ id: 'o9', total: '1.00' })],
  ['of before the basket', row({ id: 'o9', total, settledAt: ago(40) })],
  ['taken back', row({ id: 'o9', total, status: '5' })],
])('one %s is not it', (_, one) => {
  const p = play().do({ type: 'restored', key: 'd', draft: begun({ orderId: undefined }) })
  p.do({ type: 'settledLately', rows: [one], since: 900_000 })
  expect(p.says).toBe('draft.back')
  expect(p.state.lines).toHaveLength(3)
})

test('one that is priced or on its way by now keeps its own word', () => {
  const p = play().do({ type: 'restored', key: 'd', draft: begun({ orderId: undefined }) })
  p.read().price().settle()
  const { says, state } = p
  p.do({ type: 'settledLately', rows: [row({ id: 'o9', total, printed: 1 })], since: 900_000 })
  expect([p.says, p.state.lines, p.state.phase]).toEqual([says, state.lines, state.phase])
})

test('a basket that had to go aside is not the one at the counter: of that nothing is said', () => {
  const p = ready()
  p.do({ type: 'restored', key: 'd', draft: begun({ orderId: 'o9' }) })
  const before = p.says
  p.do({ type: 'settledLately', rows: [row({ id: 'o9', total, printed: 1 })], since: 900_000 })
  expect([p.says, p.state.lines.length]).toEqual([before, 3])
})

test('a bill of an ERP is its own guard: what became of it is told when it is priced', () => {
  const erp = { billNo: 'XS001', revision: 1, frameId: 'f1', sent: '', total: undefined } as unknown as Draft['erp']
  const p = play().do({ type: 'restored', key: 'd', draft: begun({ orderId: 'o9', erp }) })
  p.do({ type: 'settledLately', rows: [row({ id: 'o9' })], since: 900_000 })
  expect(p.state.lines).toHaveLength(3)
})
