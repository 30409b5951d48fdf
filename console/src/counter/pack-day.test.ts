import { expect, test } from 'vitest'
import { packDay } from './pack-day.ts'

test.each([
  ['20280831', '2028-08-31'],
  ['２０２８．８．３１', '2028-08-31'],
  ['2028年8月31日', '2028-08-31'],
  ['2028/08/31', '2028-08-31'],
  ['280831', '2028-08-31'],
  ['202802', '2028-02-29'],
  ['2028.08', '2028-08-31'],
  ['2028年2月', '2028-02-29'],
  ['', ''],
  ['20280230', undefined],
  ['202813', undefined],
  ['明年', undefined],
])('an expiry of %s is %s', (typed, day) => expect(packDay(typed, true)).toBe(day))

test('a month alone: made from its first day on', () => expect(packDay('2026.09', false)).toBe('2026-09-01'))
