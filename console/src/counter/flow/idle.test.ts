import { expect, test } from 'vitest'
import { order } from '../../../test/counter/fixtures.ts'
import { play, ready } from '../../../test/counter/play.ts'
import { idle } from './idle.ts'

test('with nothing to say the line names the next step, of a purchase that has ended the next customer', () => {
  expect(idle(play().state).key).toBe('read.start')
  expect(idle(play().read().state).key).toBe('next.scan')
  expect(idle(ready().state)).toMatchObject({ key: 'next.presettle', values: { count: 3, total: '85.60' } })
  const settled = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect(idle(settled.state).key).toBe('read.start')
})
