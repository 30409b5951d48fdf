import { expect, test } from 'vitest'
import { ofToday, searchedToday } from './of-today.ts'

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

test('whoever searches after midnight asks for today with what he did not touch, and the list follows again', () => {
  const state = { filters: began, began, page: 2 }
  const named = searchedToday({ ...began, name: '王𠮷' }, state, now)
  expect(named).toEqual({ ...now, name: '王𠮷' })
  const later = { from: '2026-11-23', to: '2026-11-29' }
  expect(ofToday({ filters: named, began: now, page: 1 }, later)?.filters).toEqual({ ...later, name: '王𠮷' })
  expect(searchedToday({ from: '2026-11-01', to: began.to }, state, now)).toEqual({ from: '2026-11-01', to: now.to })
  expect(searchedToday({ from: undefined, to: '2026-11-20' }, state, now)).toEqual({ to: '2026-11-20' })
  expect(searchedToday({ name: '王𠮷' }, { filters: {}, page: 1 }, undefined)).toEqual({ name: '王𠮷' })
})
