import { expect, test } from 'vitest'
import { dateText, dateTimeText } from './china-time.ts'
import { newMsgid } from './msgid.ts'

const midnight = new Date('2024-10-23T16:00:00.999Z')

test('30 characters: institution, China time, serial', () => {
  expect(newMsgid('P32050100001', midnight, 1)).toBe('P32050100001202410240000000001')
  expect(newMsgid('360100', midnight, 12345)).toBe('000000360100202410240000002345')
})

test('what would not be 30 characters is refused', () => {
  expect(() => newMsgid('P320501000012', midnight, 1)).toThrow(RangeError)
  expect(() => newMsgid('', midnight, 1)).toThrow(RangeError)
  expect(() => newMsgid('P32050100001', midnight, -1)).toThrow(RangeError)
})

test('times are those of China', () => {
  expect(dateTimeText(midnight)).toBe('2024-10-24 00:00:00')
  expect(dateText(new Date('2024-10-23T15:59:59Z'))).toBe('2024-10-23')
})
