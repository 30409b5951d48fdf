import { expect, test } from 'vitest'
import type { Line } from '../order/types.ts'
import type { OrderRow } from '../order/view.ts'
import { piecesOfOrder } from './pieces.ts'

const at = new Date('2026-11-21T01:00:00Z')
const line = (no: number, quantity: string, more: Partial<Line> = {}): Line => ({
  ...{ no, ownCode: `10000${no}`, nationalCode: 'XA00AAA000A001010100001', name: '𠮷田胶囊', spec: '', producer: '' },
  ...{ unit: '盒', quantity, price: '12.80', amount: 0, prescription: false, traceCodes: [], mapped: true, ...more },
})
const shown = (lines: Line[], opened: string[] = []) =>
  piecesOfOrder({ id: 'o', orderNo: '2611210001', lines } as unknown as OrderRow, 1, at, new Set(opened)).map(
    ({ no, quantity, traceCode, nationalCode }) => [no, quantity, traceCode, nationalCode],
  )
const code = 'XA00AAA000A001010100001'

test('a code that stands in two lines, or twice in one, is one pack', () => {
  const lines = [line(1, '2', { traceCodes: ['A', 'A'] }), line(2, '2', { traceCodes: ['A', 'B'] })]
  expect(shown(lines)).toEqual([
    [1, '1', 'A', code],
    [1, '1', '', code],
    [2, '1', 'B', code],
    [2, '1', '', code],
  ])
})

test('a pack that was broken is told as the part of it that was sold, and no code more than there is quantity', () => {
  expect(shown([line(1, '1.5', { traceCodes: ['A', 'B', 'C'] })])).toEqual([
    [1, '1', 'A', code],
    [1, '0.5', 'B', code],
  ])
  expect(shown([line(1, '0')])).toEqual([])
})

test('the part is of the pack that was opened before, whichever was scanned first', () => {
  const one = [line(1, '1.5', { traceCodes: ['A', 'B'] })]
  expect([shown(one, ['A']), shown(one, ['B'])]).toEqual([
    [
      [1, '1', 'B', code],
      [1, '0.5', 'A', code],
    ],
    [
      [1, '1', 'A', code],
      [1, '0.5', 'B', code],
    ],
  ])
})

test('an item without a mapping is told under the code that it was settled by', () => {
  expect(shown([line(1, '1', { nationalCode: '' })])).toEqual([[1, '1', '', '100001']])
})
