import { expect, test } from 'vitest'
import { billOf } from './erp.ts'

const frame = (over: object = {}, body: object = {}) => ({
  id: 'f1',
  type: 'bill',
  billNo: 'XS001',
  revision: 1,
  body: {
    total: '40',
    operator: '王小明',
    lines: [{ ownCode: 'A', name: '药', quantity: '2', price: '20', amount: '40.0' }],
    ...body,
  },
  ...over,
})

test('amounts come out with two decimals, whatever the ERP wrote', () => {
  expect(billOf(frame())).toMatchObject({ billNo: 'XS001', total: '40.00', lines: [{ amount: '40.00' }] })
})

test.each([
  ['another type', frame({ type: 'result' })],
  ['no lines', frame({}, { lines: [] })],
  ['a total that is no number', frame({}, { total: '四十' })],
  [
    'a negative quantity',
    frame({}, { lines: [{ ownCode: 'A', name: '药', quantity: '-2', price: '20', amount: '40' }] }),
  ],
  [
    'three decimals of an amount',
    frame({}, { lines: [{ ownCode: 'A', name: '药', quantity: '2', price: '20', amount: '40.001' }] }),
  ],
  ['nothing', null],
])('%s is no bill', (_name, given) => expect(billOf(given)).toBeUndefined())
