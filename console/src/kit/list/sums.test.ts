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
  expect(sumsOf(shape, columns, rows).sums).toEqual([
    { title: 'total', text: '1,234.00' },
    { title: 'fund', text: '0.01' },
    { title: 'cash', text: '0.00' },
  ])
})

test('only what is shown counts, and one row needs no sum', () => {
  expect(sumsOf(shape, [columns[4]!], rows).sums).toEqual([{ title: 'gap', text: '9.99' }])
  expect(sumsOf(shape, columns, rows.slice(0, 1)).sums).toEqual([])
  expect(sumsOf(shape, [columns[0]!], rows).sums).toEqual([])
})

test("rows that the list's own sums leave out are ticked and not added up", () => {
  const given = [...rows, { name: '李四', total: '7.00', fund: '7.00', cash: '7.00', gap: '7.00' }]
  const counts = ({ name }: Record<string, unknown>) => name !== '李四'
  expect(sumsOf(shape, columns, given, counts)).toEqual({ ...sumsOf(shape, columns, rows), counted: 2 })
  // Of two one counts: it is what they come to.
  expect(sumsOf(shape, columns, given.slice(1), counts)).toMatchObject({
    sums: [{ text: '-0.50' }, {}, {}],
    counted: 1,
  })
})
