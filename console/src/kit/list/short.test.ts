import { expect, test } from 'vitest'
import { hiddenColumns, moreFilters } from './short.ts'

test('fields become filters and columns in the order they are named', () => {
  expect(moreFilters('level', 'version')).toEqual([
    { key: 'level', more: true },
    { key: 'version', more: true },
  ])
  expect(hiddenColumns({ brand: 120, unit: 60 })).toEqual([
    { key: 'brand', width: 120, hidden: true },
    { key: 'unit', width: 60, hidden: true },
  ])
})
