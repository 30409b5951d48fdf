import { expect, test } from 'vitest'
import { playStorm } from '../settlement/test/storm/play.ts'
import { demoStores } from '../settlement/test/storm/till.ts'

// The storm of settlement/storm.test.ts for stores that sell in registered visits: a shorter one, for what makes an unknown
// result definite is the same.

test('120 purchases in visits under kills and faults: nothing doubled, nothing lost, nothing open that is not listed', async () => {
  const { stores, strikes } = await playStorm({
    ...{ purchases: 120, kills: 48, killSize: 6, seed: 20261128, visits: true },
    stores: demoStores(4),
  })
  expect(strikes).toBe(8)
  for (const { store, onlyCentre, onlyOurs, doubled, differing, unlisted, statuses } of stores) {
    expect({ store, onlyCentre, onlyOurs, doubled, differing, unlisted }).toEqual({
      ...{ store, onlyCentre: [], onlyOurs: [], doubled: [], differing: [], unlisted: [] },
    })
    expect(statuses['2']).toBeGreaterThan(5)
    expect(statuses['3']).toBeGreaterThan(5)
  }
}, 300_000)
