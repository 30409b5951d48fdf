import { expect, test } from 'vitest'
import { bill, item, order } from '../../../../test/counter/fixtures.ts'
import { play } from '../../../../test/counter/play.ts'
import type { CounterEvent } from '../events.ts'
import { soldIn } from './sold-codes.ts'

const code = (n: number) => `8190001${String(n).padStart(13, '0')}`
const traced = item({ traceRequired: true })
const found = (n: number): CounterEvent => ({
  ...{ type: 'itemsFound', turn: 1, code: code(n), trace: true, quantity: undefined },
  items: [traced],
})
const sold = (turn: number, n: number): CounterEvent => ({
  ...{ type: 'codesSold', turn },
  sold: [{ code: code(n), orderNo: 'D1' }],
})

test('a scanned pack is asked for in the books, beside its product; what was sold is warned of, whichever answers first', () => {
  for (const events of [
    [found(1), sold(1, 1)],
    [sold(1, 1), found(1)],
  ]) {
    const p = play().do({ type: 'scanItem', code: code(1), trace: true })
    expect(p.of('askSold')).toMatchObject([{ codes: [code(1)], turn: 1 }])
    p.do(...events)
    expect([p.says, p.state.message?.values]).toEqual([
      'trace.sold',
      { item: traced.name, code: '000001', order: 'D1' },
    ])
    expect(soldIn(p.state, p.state.lines[0]!)?.order).toBe('D1')
  }
})

test('it stops nobody; another pack takes its place, and the next customer starts clean', () => {
  const p = play().read().do(found(1), sold(1, 1))
  p.do({ type: 'presettle' })
  expect(p.of('preSettle')).toHaveLength(1)
  expect(p.of('askSold').at(-1)?.codes, 'another counter may have sold it meanwhile').toEqual([code(1)])
  p.do({ type: 'priced', turn: 1, edit: p.state.edit, order: order() })
  expect(p.says, 'said again beside the split').toBe('trace.sold')
  p.do({ type: 'removeCode', line: 'l1', code: code(1) })
  expect([p.says, p.state.priced?.fresh, p.state.lines[0]?.quantity]).toEqual(['pre.stale', false, '1'])
  p.do(found(2))
  expect([p.state.lines[0]?.traceCodes, p.state.lines[0]?.quantity]).toEqual([[code(2)], '1'])
  p.do({ type: 'clear' }, { type: 'clearConfirmed' }, sold(1, 2))
  expect([p.state.sold, p.says === 'trace.sold'], 'an answer for the last customer').toEqual([{}, false])
})

test('the codes of a bill are asked for as it comes, and are not taken away here', () => {
  const lines = [{ ...bill().lines[0]!, traceCodes: [code(1)] }]
  const p = play().do({ type: 'bill', bill: bill({ lines }) })
  expect(p.of('askSold')).toMatchObject([{ codes: [code(1)] }])
  const [line] = p.state.lines
  p.do({ type: 'removeCode', line: line!.id, code: code(1) })
  expect([p.says, p.state.lines[0]?.traceCodes]).toEqual(['erp.readOnly', [code(1)]])
})
