import { order } from '@yibao/shared/calls/order.ts'
import { expect, test } from 'vitest'
import { rowShapeOf } from '../fields.ts'
import { wholeAmounts } from './whole-amounts.ts'

const shape = rowShapeOf(order.paged.result)
const columns = [
  { key: 'maskedName', title: '姓名', width: 120 },
  { key: 'storeName', title: '门店', width: 168 },
  { key: 'total', title: '费用总额', width: 88 },
  { key: 'settledAt', title: '结算时间', width: 110 },
]
const widths = (total: string) => wholeAmounts(columns, [{ total: '1.00' }, { total }], shape).map(({ width }) => width)

test('columns whose figures fit stay as they are', () => {
  expect(wholeAmounts(columns, [{ total: '99999.99' }], shape)).toBe(columns)
  expect(wholeAmounts(columns, [], shape)).toBe(columns)
})

test('a longer amount takes its room from the words, the wider ones give more; a time gives none', () => {
  // Nine figures, two commas and a point, and the padding: 100 px.
  expect(widths('9999999.99')).toEqual([117, 159, 100, 110])
})

test('of two sides that stand one below the other the longer one counts', () => {
  const sides = columns.map((column) => ({ ...column, text: () => '99999.99 / 9999.99' }))
  expect(wholeAmounts(sides, [{}], shape)).toBe(sides)
})

test('sums below them are heavier and take more room', () => {
  const [, , total] = wholeAmounts(columns, [], shape, { total: '9999999.99' })
  expect(total?.width).toBe(109)
})

test('words keep a readable rest; what is wanted beyond it makes the table wider', () => {
  expect(widths(`${'9'.repeat(40)}.99`).slice(0, 2)).toEqual([96, 96])
})
