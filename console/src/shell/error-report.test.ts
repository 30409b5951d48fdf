import { expect, test } from 'vitest'
import { report } from './error-report.ts'

test('numbers of persons and tokens never leave, at most 20 a minute', () => {
  const error = new Error('card 320501199001011238 Bearer abc.def')
  error.stack = 'x token=secret 28012345678901234567890123456'
  const first = report(error, '/x', 0)!
  expect(JSON.stringify(first)).not.toMatch(/3205011990|abc\.def|secret|2801234/)
  for (let i = 1; i < 20; i++) expect(report(error, '/x', i)).toBeDefined()
  expect(report(error, '/x', 30)).toBeUndefined()
  expect(report(error, '/x', 60_001)).toBeDefined()
})

test('what is cut in the middle of a character still arrives', () => {
  const message = report(new Error(`${'a'.repeat(1999)}𠮷`), '/x', 200_000)!.message
  expect(message).toBe('a'.repeat(1999))
  expect(report(new Error('顾𠮷'), '/x', 200_001)!.message).toBe('顾𠮷')
})
