import { expect, test } from 'vitest'
import { queryOf, readTable, totalText, visibleColumns, writeTable } from './state.ts'

test('the query carries set filters, page and sort only', () => {
  const state = { filters: { from: '2026-11-01', name: '', status: undefined }, page: 2 }
  expect(queryOf(state, 10)).toEqual({ from: '2026-11-01', page: 2, pageSize: 10 })
  expect(queryOf({ ...state, sortField: 'total', sortOrder: 'ascend' }, 20, { storeId: 's' })).toEqual({
    from: '2026-11-01',
    storeId: 's',
    page: 2,
    pageSize: 20,
    sortField: 'total',
    sortOrder: 'ascend',
  })
})

test('table settings live under uiTable by tableId, 10 rows by default', () => {
  expect(readTable('orders')).toEqual({ shown: {}, pageSize: 10, dense: true })
  writeTable('orders', { shown: { erpBill: true }, pageSize: 50, dense: false })
  writeTable('other', { shown: {}, pageSize: 20, dense: true })
  expect(readTable('orders')).toEqual({ shown: { erpBill: true }, pageSize: 50, dense: false })
})

test('columns: hidden ones appear when chosen, shown ones go when unticked', () => {
  const columns = [{ key: 'a' }, { key: 'b', hidden: true }, { key: 'c' }]
  expect(visibleColumns(columns, { shown: {} }).map((one) => one.key)).toEqual(['a', 'c'])
  expect(visibleColumns(columns, { shown: { b: true, c: false } }).map((one) => one.key)).toEqual(['a', 'b'])
})

test('a bounded count says so', () => {
  expect([totalText(37, false), totalText(10000, true)]).toEqual(['共 37 条', '共 10000+ 条'])
})
