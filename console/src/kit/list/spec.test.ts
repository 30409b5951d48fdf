import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { expect, test } from 'vitest'
import { fullSpec } from './spec.ts'

const widthOf = (column: { key: 'ownCode'; width?: number; sort?: boolean; title?: string }) =>
  fullSpec({ tableId: 'heads', call: menuDiff.paged, empty: '没有', columns: [column] }).columns[0]!.width

test('a column is never narrower than its head: characters, padding, and the arrows where it sorts', () => {
  // 商品编码
  expect(widthOf({ key: 'ownCode', width: 50 })).toBe(4 * 14 + 16)
  expect(widthOf({ key: 'ownCode', width: 50, sort: true })).toBe(4 * 14 + 16 + 16)
  expect(widthOf({ key: 'ownCode', width: 50, title: 'ERP' })).toBe(50)
})

test('a column that has room, or no width of its own, stays as it is', () => {
  expect(widthOf({ key: 'ownCode', width: 200, sort: true })).toBe(200)
  expect(widthOf({ key: 'ownCode' })).toBeUndefined()
})
