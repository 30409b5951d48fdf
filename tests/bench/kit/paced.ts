import type { Row } from './row.ts'

/**
 * Rows for a machine that is `pace` times slower than a quiet one of two cores (tools/pace.ts), which their limits in ms are
 * for: it has as much longer.
 */
export const paced = (rows: Row[], pace: number): Row[] => [
  { name: 'pace of this machine', unit: '×', ours: pace, compare: 'value' },
  ...rows.map((one) =>
    one.unit === 'ms' && one.limit && 'atMost' in one.limit
      ? { ...one, limit: { atMost: Math.round(one.limit.atMost * pace) } }
      : one,
  ),
]
