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
  expect(stores.reduce((sum, { registrations }) => sum + registrations.unanswered, 0)).toBe(5)
  for (const one of stores) {
    const { store, onlyCentre, onlyOurs, doubled, differing, unlisted, statuses, registrations } = one
    expect({ store, onlyCentre, onlyOurs, doubled, differing, unlisted }).toEqual({
      ...{ store, onlyCentre: [], onlyOurs: [], doubled: [], differing: [], unlisted: [] },
    })
    // Every registration is settled, cancelled, or one that the system lists; but of those whose answer was lost, each.
    const { made, cancelled, unanswered, lost } = registrations
    expect({ store, unlisted: registrations.unlisted, lost }).toEqual({ store, unlisted: [], lost: unanswered })
    expect(cancelled).toBeGreaterThan(5)
    expect(made).toBeGreaterThanOrEqual(40)
    // The storm was one: 苏州 and 南京 undo most of what got no answer, and all three settled and took back.
    expect(statuses['2']).toBeGreaterThan(0)
    expect(statuses['3']).toBeGreaterThan(0)
    expect(statuses['2']! + statuses['3']!).toBeGreaterThan(15)
  }
  // How many of one store are taken back is a matter of where the kills fall.
  expect(stores.reduce((sum, { statuses }) => sum + statuses['3']!, 0)).toBeGreaterThan(20)
}, 900_000)
