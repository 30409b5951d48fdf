import { expect, test } from 'vitest'
import { playStorm } from './test/storm.ts'

// Issue: 500 seeded purchases, 60 of them hit by a kill, the rest by message faults, in at most 4 minutes.

const purchases = 500

test('500 purchases under kills and faults: nothing doubled, nothing lost, nothing open that is not listed', async () => {
  const result = await playStorm({
    purchases,
    kills: 60,
    seed: 20261121,
    clerk: 'clerk',
    fixmedinsCode: 'P32050100001',
    persons: [1, 2, 3, 4, 5].map((n) => `320500${String(n).padStart(14, '0')}`),
  })
  const { statuses, onlyCentre, onlyOurs, doubled, open, listed } = result
  expect({ onlyCentre, onlyOurs, doubled }).toEqual({ onlyCentre: [], onlyOurs: [], doubled: [] })
  expect(listed).toBeGreaterThanOrEqual(open)
  expect(statuses['2']).toBeGreaterThan(100)
}, 400_000)
