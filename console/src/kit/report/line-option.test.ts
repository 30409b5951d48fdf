import { expect, test } from 'vitest'
import { lineOption, stepTo } from './line-option.ts'

const colours = { text: '#000', line: '#ccc', ground: '#fff', font: 'Arial' }

test('an axis ends at a round number that everything fits under', () => {
  for (const most of [1, 4, 5, 7, 20, 49, 50, 100, 101, 256, 999, 31_000])
    expect([
      stepTo(most) * 4 >= most,
      Number.isInteger(stepTo(most)),
      stepTo(most) * 4 <= Math.max(4, most * 2.5),
    ]).toEqual([true, true, true])
  expect([stepTo(100), stepTo(0), stepTo(200)]).toEqual([25, 1, 50])
})

test('a gap stays a gap, and a value alone between two of them is seen', () => {
  const draw = (values: (number | undefined)[]) =>
    lineOption({ names: ['a', 'b', 'c'], lines: [{ title: 'x', values }], unit: 'ms', atLeast: 1 }, colours).series[0]
  expect(draw([1, undefined, 3])).toMatchObject({ data: [1, null, 3], connectNulls: false, showSymbol: true })
  expect(draw([1, 2, undefined])).toMatchObject({ showSymbol: false })
})
