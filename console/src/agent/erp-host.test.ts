import { expect, test } from 'vitest'
import { frameOfErp } from './erp-host.ts'

const bill = {
  id: 'f1',
  type: 'bill',
  billNo: 'B1',
  revision: 1,
  body: {
    lines: [{ ownCode: '1', name: '药', quantity: '1', price: '1', amount: '1.00' }],
    total: '1.00',
    operator: '01',
  },
}

test('what the ERP may say, as text or as an object', () => {
  expect(frameOfErp(bill)).toEqual(bill)
  expect(frameOfErp(JSON.stringify(bill))).toEqual(bill)
})

test.each([
  ['a result, which only we tell', { ...bill, type: 'result', body: { state: 'settled' } }],
  ['an unknown type', { ...bill, type: 'open' }],
  ['a bill without lines', { ...bill, body: { ...bill.body, lines: [] } }],
  ['no JSON', '{'],
  ['nothing', undefined],
])('%s is no frame', (_, given) => expect(frameOfErp(given)).toBeUndefined())
