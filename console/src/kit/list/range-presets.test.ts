import { expect, test } from 'vitest'
import { presetsOf } from './range-presets.ts'

// Half past midnight of New Year's Day in Shanghai: in most of the world the old year still goes on.
const now = new Date('2027-01-01T00:30:00+08:00')

test('what a calendar offers is reckoned from the day in Shanghai, whatever zone the PC is set to', () => {
  const zone = process.env.TZ
  try {
    for (const other of ['Asia/Shanghai', 'UTC', 'America/Los_Angeles']) {
      process.env.TZ = other
      expect(presetsOf('day', now), other).toEqual([
        ['今天', '2027-01-01', '2027-01-01'],
        ['昨天', '2026-12-31', '2026-12-31'],
        ['近 7 天', '2026-12-26', '2027-01-01'],
        ['本月', '2027-01-01', '2027-01-01'],
      ])
      expect(presetsOf('month', now), other).toEqual([
        ['上月', '2026-12-01', '2026-12-31'],
        ['本月', '2027-01-01', '2027-01-01'],
        ['近 3 个月', '2026-11-01', '2027-01-01'],
        ['今年', '2027-01-01', '2027-01-01'],
      ])
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})
