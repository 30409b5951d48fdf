import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('only what differs, by its path', () => {
  expect(changesOf({ name: '店员', menus: ['a'], kept: 1 }, { name: '收银员', menus: ['a', 'b'], kept: 1 })).toEqual([
    { path: 'name', from: '店员', to: '收银员' },
    { path: 'menus', from: '["a"]', to: '["a","b"]' },
  ])
  expect(changesOf({ a: { b: 1, c: 2 } }, { a: { b: 1 } })).toEqual([{ path: 'a.c', from: '2', to: '--' }])
})

test('made and removed records show everything on one side', () => {
  expect(changesOf(undefined, { name: '新' })).toEqual([{ path: 'name', from: '--', to: '新' }])
  expect(changesOf({ name: '旧' }, null)).toEqual([{ path: 'name', from: '旧', to: '--' }])
  expect(changesOf(undefined, undefined)).toEqual([])
})
