import { expect, test } from 'vitest'
import { ofToday } from './of-today.ts'

const began = { from: '2026-11-21', to: '2026-11-27' }
const now = { from: '2026-11-22', to: '2026-11-28' }

test('left open over night, a list that asks what it began with asks it of the new day, from its first page', () => {
  const state = {
    filters: { ...began, name: '王𠮷' },
    began,
    page: 3,
    sortField: 'total',
    sortOrder: 'ascend',
  } as const
  expect(ofToday(state, now)).toEqual({ ...state, filters: { ...now, name: '王𠮷' }, began: now, page: 1 })
})

test.each([
  ['the same day', { filters: began, began, page: 1 }, began],
  ['days that a person chose', { filters: { from: '2026-11-21', to: '2026-11-21' }, began, page: 1 }, now],
  ['what a link asked without days', { filters: { keyword: 'WX-1' }, began, page: 1 }, now],
  ['a page that begins with nothing', { filters: {}, page: 1 }, undefined],
])('%s: it stays as it is', (_, state, fresh) => {
  expect(ofToday(state, fresh)).toBeUndefined()
})
