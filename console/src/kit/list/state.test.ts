import { expect, test } from 'vitest'
import { lastingFilters, pageInstead, queryOf, totalText } from './state.ts'

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
  expect([totalText(37, false), totalText(10000, true)]).toEqual(['共 37 条', '共 10,000+ 条'])
})

test('a page behind the last gives way to the last; an empty list has its first', () => {
  const rows = (total: number, ...items: unknown[]) => ({ items, total })
  expect(pageInstead({ page: 3 }, rows(20), 10)).toBe(2)
  expect(pageInstead({ page: 3 }, rows(0), 10)).toBe(1)
  expect(pageInstead({ page: 3 }, rows(21, {}), 10)).toBeUndefined()
  expect(pageInstead({ page: 1 }, rows(0), 10)).toBeUndefined()
})

test('who was read from a card is no part of a question that is kept: tomorrow it would find nobody', () => {
  expect(lastingFilters({ readId: 'r1', status: '2', name: '' })).toEqual({ status: '2' })
})
