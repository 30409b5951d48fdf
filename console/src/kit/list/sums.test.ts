import { money, text } from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { sumsOf } from './sums.ts'

const shape = {
  name: text('姓名'),
  total: money('费用总额'),
  fund: money('基金'),
  cash: money('现金'),
  gap: money('差额'),
}
const columns = Object.keys(shape).map((key) => ({ key, title: key }))
const rows = [
  { name: '䶮𠮷', total: '1234.50', fund: '0.01', cash: '0.00', gap: '0.00' },
  { name: '张三', total: '-0.50', fund: undefined, cash: '0.00', gap: '9.99' },
]

test('the amounts in view of the ticked rows are added up, to the fen and with what went back', () => {
  expect(sumsOf(shape, columns, rows)).toEqual([
    { title: 'total', text: '1,234.00' },
    { title: 'fund', text: '0.01' },
    { title: 'cash', text: '0.00' },
  ])
})

test('only what is shown counts, and one row needs no sum', () => {
  expect(sumsOf(shape, [columns[4]!], rows)).toEqual([{ title: 'gap', text: '9.99' }])
  expect(sumsOf(shape, columns, rows.slice(0, 1))).toEqual([])
  expect(sumsOf(shape, [columns[0]!], rows)).toEqual([])
})
