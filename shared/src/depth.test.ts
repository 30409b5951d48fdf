import { expect, test } from 'vitest'
import { isTooDeep } from './depth.ts'

const nested = (levels: number, inner: unknown = 1): unknown =>
  levels === 0 ? inner : levels % 2 ? [nested(levels - 1, inner)] : { a: nested(levels - 1, inner) }

test('64 levels pass, one more does not, and no number of them is a fault', () => {
  expect([isTooDeep(nested(64)), isTooDeep(nested(65)), isTooDeep(nested(64, {}))]).toEqual([false, true, false])
  let bomb: unknown = 1
  for (let n = 0; n < 100_000; n++) bomb = [bomb]
  expect(isTooDeep({ wide: [1, 'x', null], bomb })).toBe(true)
})
