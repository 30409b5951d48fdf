import { expect, test } from 'vitest'
import { keysOfOne } from './request.ts'

test('what one dialog sends again after a lost answer is the same request; other values, and another dialog’s, are not', () => {
  const keyOf = keysOfOne()
  const key = keyOf({ orderId: '1', amount: '20.60' })
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const other = keyOf({ orderId: '1', amount: '5.00' })
  expect(keyOf({ orderId: '1', amount: '20.60' })).toBe(key)
  expect(new Set([key, other, keysOfOne()({ orderId: '1', amount: '20.60' })]).size).toBe(3)
})
