import { expect, test } from 'vitest'
import { fitWidths } from './fit.ts'

test('columns fill the room, the last one clear of the bar', () => {
  expect(fitWidths([100, 300], 140, { width: 815, bar: 15 })).toEqual([200, 615])
  // Without a width: what is left, in equal parts.
  expect(fitWidths([100, undefined, undefined], 140, { width: 1001, bar: 0 })).toEqual([100, 450, 451])
  // Nothing is lost to rounding.
  const widths = fitWidths([70, 90, 130], 140, { width: 1001, bar: 15 })
  expect(widths.reduce((sum, one) => sum + one, 0)).toBe(1001)
})

test('a table wider than its room keeps its widths', () => {
  expect(fitWidths([300, undefined, 200], 140, { width: 500, bar: 15 })).toEqual([300, 140, 215])
  // Not measured yet.
  expect(fitWidths([100, 200], 140, { width: 0, bar: 0 })).toEqual([100, 200])
})
