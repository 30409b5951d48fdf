import { expect, test } from 'vitest'
import { ordersOf } from './orders.ts'

const viewOf = (address: string | undefined) =>
  Object.fromEntries([...new URL(`http://c${address}`).searchParams].map(([key, value]) => [key.slice(2), value]))

test('a day leads to the orders settled, or reversed, on it, narrowed as the report was', () => {
  const { settlements, reversals } = ordersOf(
    { key: '2026-11-03' },
    { from: '2026-11-01', to: '2026-11-21', insutype: '310', groupBy: 'day' },
  )
  expect(viewOf(settlements)).toEqual({ settledFrom: '2026-11-03', settledTo: '2026-11-03', insutype: '310' })
  expect(viewOf(reversals)).toEqual({ reversedFrom: '2026-11-03', reversedTo: '2026-11-03', insutype: '310' })
})

test('a month is cut by the period, and February by itself', () => {
  const month = (key: string, from: string, to: string) =>
    viewOf(ordersOf({ key }, { from, to, groupBy: 'month' }).settlements)
  expect(month('2026-11', '2026-11-05', '2026-11-21')).toEqual({ settledFrom: '2026-11-05', settledTo: '2026-11-21' })
  expect(month('2028-02', '2028-01-01', '2028-03-31')).toEqual({ settledFrom: '2028-02-01', settledTo: '2028-02-29' })
  expect(month('2026-12', '2026-01-01', '2026-12-31')).toEqual({ settledFrom: '2026-12-01', settledTo: '2026-12-31' })
})

test('an area is no condition of the list: what it cannot be narrowed to leads nowhere', () => {
  const question = { from: '2026-11-01', to: '2026-11-21', areaCode: '320100' }
  expect(ordersOf({ key: '2026-11-03' }, { ...question, groupBy: 'day' })).toEqual({})
  expect(ordersOf({ key: '2026-11-03' }, { ...question, storeId: 's-1' })).toHaveProperty('settlements')
  expect(ordersOf({ key: 's-1' }, { ...question, groupBy: 'store' })).toHaveProperty('settlements')
})

test('what has no code leads nowhere: the list without that condition would show all the others, too', () => {
  const question = { from: '2026-11-01', to: '2026-11-21' }
  for (const groupBy of ['insutype', 'medicalType', 'outFlag'] as const)
    expect(ordersOf({ key: '' }, { ...question, groupBy })).toEqual({})
})

test('a store or a code is a condition of the list', () => {
  const question = { from: '2026-11-01', to: '2026-11-21' }
  expect(viewOf(ordersOf({ key: 's-1' }, { ...question, groupBy: 'store' }).settlements)).toMatchObject({
    storeId: 's-1',
  })
  expect(viewOf(ordersOf({ key: '390' }, { ...question, groupBy: 'insutype' }).settlements)).toEqual({
    ...{ settledFrom: '2026-11-01', settledTo: '2026-11-21', insutype: '390' },
  })
})
