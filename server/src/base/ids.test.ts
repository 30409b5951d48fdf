import { expect, test } from 'vitest'
import { momentOf, newId } from './ids.ts'

const at = new Date('2026-11-20T10:00:00+08:00')

test('an id is a uuidv7 of its moment', () => {
  expect(newId(at)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(momentOf(newId(at))).toEqual(at)
})

test('ids of one millisecond sort as they were made, and none of a later one before them', () => {
  const later = newId(new Date(at.getTime() + 1))
  const ids = Array.from({ length: 10_000 }, () => newId(at))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.at(-1)! < later).toBe(true)
})
