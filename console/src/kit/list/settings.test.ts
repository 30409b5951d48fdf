import { expect, test } from 'vitest'
import {
  arrange,
  asSettings,
  changeColumn,
  defaultSettings,
  moveColumn,
  readTable,
  shownColumns,
  type TableSettings,
  writeTable,
} from './settings.ts'

const page = [{ key: 'a', width: 100 }, { key: 'b', hidden: true }, { key: 'c' }, { key: 'd' }]
const keys = (columns: { key: string }[]) => columns.map(({ key }) => key).join('')
const with_ = (columns: TableSettings['columns']): TableSettings => ({ ...defaultSettings, columns })

test('settings live under uiTable by tableId, and are those of who made them', () => {
  expect(readTable('orders', 'u1')).toBeUndefined()
  const settings = { columns: [{ key: 'a', width: 80 }], pageSize: 50, dense: false }
  const own = { userId: 'u1', settings, unsent: true }
  const other = { userId: 'u1', settings: null, unsent: false }
  writeTable('orders', own)
  writeTable('other', other)
  expect([readTable('orders', 'u1'), readTable('other', 'u1')]).toEqual([own, other])
  expect(readTable('orders', 'u2')).toBeUndefined()
  writeTable('orders', undefined)
  expect([readTable('orders', 'u1'), readTable('other', 'u1')]).toEqual([undefined, other])
})

test('what was stored by another version or by hand is only believed by its shape', () => {
  for (const strange of [null, 'x', 7, { columns: 'a', pageSize: 'many' }, { shown: { a: true } }])
    expect(asSettings(strange)).toEqual(defaultSettings)
  expect(asSettings({ columns: [{ key: 'a' }, null, { key: 1 }], pageSize: 20, dense: false })).toEqual({
    columns: [{ key: 'a' }],
    pageSize: 20,
    dense: false,
  })
})

test('without settings a page shows its own columns', () => {
  expect(keys(shownColumns(page, defaultSettings))).toBe('acd')
})

test('order, width, hiding and pinning are the person’s', () => {
  const settings = with_([
    { key: 'c', fixed: 'right' },
    { key: 'b', hidden: false },
    { key: 'a', width: 60 },
    { key: 'd' },
  ])
  expect(keys(shownColumns(page, settings))).toBe('badc')
  expect(shownColumns(page, settings)[1]).toEqual({ key: 'a', width: 60, hidden: undefined, fixed: undefined })
  expect(keys(shownColumns(page, with_([{ key: 'd', hidden: true }])))).toBe('ac')
})

test('a pin of the page itself can be taken away', () => {
  const pinned = [{ key: 'a', fixed: 'left' as const }, { key: 'b' }]
  expect(arrange(pinned, with_([{ key: 'a', fixed: 'none' }]))[0]!.fixed).toBeUndefined()
})

test('a column that the settings do not know stands where the page has it; one that is gone is forgotten', () => {
  expect(keys(arrange(page, with_([{ key: 'd' }, { key: 'gone' }, { key: 'a' }])))).toBe('dabc')
  expect(keys(arrange(page, with_([{ key: 'b' }, { key: 'c' }, { key: 'd' }])))).toBe('abcd')
})

test('a change keeps everything else', () => {
  const first = changeColumn(page, with_([{ key: 'c', width: 70 }]), 'a', { hidden: true })
  expect(first.columns).toEqual([{ key: 'a', hidden: true }, { key: 'b' }, { key: 'c', width: 70 }, { key: 'd' }])
  expect(keys(moveColumn(page, first, 'd', 0).columns)).toBe('dabc')
  expect(moveColumn(page, first, 'a', 3).columns.at(-1)).toEqual({ key: 'a', hidden: true })
})
