import { expect, test } from 'vitest'
import { type Fund, spread } from './book.ts'

const funds = (...applied: number[]): Fund[] =>
  applied.map((each, i) => ({ id: `F${i}`, type: '310100', applied: each, det: 0, dpst: 0, act: 0 }))

test('a claim that is paid whole is paid to each fund as it was applied for, and a part of it adds up', () => {
  const applied = [6413, 8396, 111_974, 8130, 42_579, 85_291]
  expect(spread(funds(...applied), 262_783)).toEqual(applied)
  const part = spread(funds(...applied), 262_633)
  expect(part.reduce((sum, one) => sum + one, 0)).toBe(262_633)
  expect(part.every((one, i) => one <= applied[i]!)).toBe(true)
  expect(spread(funds(0, 0), 5)).toEqual([0, 5])
})

test('what comes back of a month with more reversals than sales is spread just so', () => {
  expect(spread(funds(-100, 300), 200)).toEqual([-100, 300])
  expect(spread(funds(-300, 100), -200)).toEqual([-300, 100])
})
