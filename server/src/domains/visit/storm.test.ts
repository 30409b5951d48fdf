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
    // The storm was one: 苏州 and 南京 undo most of what got no answer, and all three settled and took back.
    expect(statuses['2']).toBeGreaterThan(0)
    expect(statuses['3']).toBeGreaterThan(5)
    expect(statuses['2']! + statuses['3']!).toBeGreaterThan(15)
  }
}, 300_000)
