import { expect, test } from 'vitest'
import { item } from '../../../test/counter/fixtures.ts'
import { play } from '../../../test/counter/play.ts'

test('what was bought lately is said with its unit (M19, ux 8)', () => {
  const p = play()
    .read()
    .do({ type: 'addItem', item: item({ unit: '盒' }) })
  const bought = { at: '1970-01-01 08:00:00', storeName: '', ownCode: 'A001', name: '', spec: '', sameStore: true }
  p.do({ type: 'boughtKnown', readId: 'r1', bought: [{ ...bought, quantity: '2.5000' }] })
  expect([p.says, p.state.message?.values]).toEqual([
    'item.repeat',
    { item: '阿莫西林胶囊', when: '今天', quantity: '2.5 盒' },
  ])
})
