import { expect, test } from 'vitest'
import { item, order } from '../../../test/counter/fixtures.ts'
import { play, ready } from '../../../test/counter/play.ts'
import { idle } from './idle.ts'

test('with nothing to say the line names the next step, of a purchase that has ended the next customer', () => {
  expect(idle(play().state).key).toBe('read.start')
  expect(idle(play().read().state).key).toBe('next.scan')
  expect(idle(play().read().fill().state).values.next).toBe('按 F8 预结算')
  expect(idle(ready().state), 'whose split is fresh').toMatchObject({
    key: 'next.presettle',
    values: { count: 3, total: '85.60', next: '按 F9 结算' },
  })
  // What F8 would be refused for is named before it is pressed.
  const lacks = play()
    .read()
    .do({ type: 'addItem', item: item({ prescription: true }) })
  expect(idle(lacks.state).values.next).toBe('按 F6 选择处方，或移出该药')
  const settled = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect(idle(settled.state).key).toBe('read.start')
})
