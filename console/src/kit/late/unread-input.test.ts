import { expect, test } from 'vitest'
import { unreadNumber } from './unread-input.tsx'

test('a number that is typed before its input is there counts within its bounds only, as in the input', () => {
  const told: unknown[] = []
  const { take } = unreadNumber.show({ min: 50, max: 800, onChange: (value) => told.push(value) }, () => {}).props
  expect(['1', '12', '120', '1200', '', 'x'].map(take)).toEqual([true, true, true, true, true, false])
  expect(told).toEqual([120, null])
})
