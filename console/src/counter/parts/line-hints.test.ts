import { expect, test } from 'vitest'
import { item } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'
import { hintsOf } from './line-hints.ts'

test('everything that is to be said of a line, the most pressing first', () => {
  const p = play().do({
    type: 'addItem',
    item: item({ prescription: true, traceRequired: true, mapped: false, price: '20.00', priceCap: '18.50' }),
    quantity: '2',
  })
  const [line] = p.state.lines
  const of = (lines?: typeof p.state.lines) => hintsOf(p.state, line!, lines, 0).map(({ sign, text }) => sign + text)
  expect(of()).toEqual(['✕处方药，没有关联处方', '✕还缺 2 个追溯码', '△未对照，按全自费', '△超限价 18.50'])
  expect(of([line!]).at(-1)).toBe('②用药范围外，第二笔结算')
  const plain = play().do({ type: 'addItem', item: item() })
  expect(hintsOf(plain.state, plain.state.lines[0]!, undefined, 0)).toEqual([])
})
