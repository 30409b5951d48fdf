import { parseTime } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { untilOneDay } from './one-day.ts'

test.each([
  ['2026-11-26 00:00:00', 0],
  ['2026-11-26 12:00:00', 0],
  ['2026-11-26 23:53:59', 0],
  ['2026-11-26 23:54:00', 360_000],
  ['2026-12-31 23:59:59', 1000],
])('a story begins at %s after a wait of %i ms', (now, ms) => expect(untilOneDay(parseTime(now))).toBe(ms))
