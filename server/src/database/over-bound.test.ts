import { expect, test } from 'vitest'
import type { Database } from './open.ts'
import { overBound } from './over-bound.ts'

const db = {} as Database
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000)
const known = (shape: string, values: Record<string, unknown>, seconds: number, of = db) =>
  overBound(of, shape, values, at(seconds)).known

test('a list is known to be long for a minute, and no other one with it', () => {
  expect(known('a', { scope: ['1', '2'] }, 0)).toBe(false)
  overBound(db, 'a', { scope: ['1', '2'] }, at(0)).remember()
  expect(known('a', { scope: ['1', '2'] }, 59)).toBe(true)
  expect(known('a', { scope: ['1'] }, 59)).toBe(false)
  expect(known('a', { scope: ['1', '2'], name: '䶮三' }, 59)).toBe(false)
  expect(known('b', { scope: ['1', '2'] }, 59)).toBe(false)
  expect(known('a', { scope: ['1', '2'] }, 59, {} as Database)).toBe(false)
  expect(known('a', { scope: ['1', '2'] }, 60)).toBe(false)
})

test('what is remembered is bounded', () => {
  for (let n = 0; n < 1001; n++) overBound(db, 'many', { n }, at(0)).remember()
  expect(known('many', { n: 1000 }, 1)).toBe(true)
  expect(known('many', { n: 0 }, 1)).toBe(false)
})
