import { expect, test } from 'vitest'
import { queryOf, totalText } from './state.ts'

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

test('a bounded count says so', () => {
  expect([totalText(37, false), totalText(10000, true)]).toEqual(['共 37 条', '共 10000+ 条'])
})
