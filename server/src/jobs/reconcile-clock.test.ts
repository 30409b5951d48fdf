import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { totalOfStore } from '../domains/reconciliation/day/total.ts'
import { reconGroup } from '../domains/reconciliation/tables.ts'
import { openBench } from '../domains/reconciliation/test/bench.ts'
import { startCentre } from '../domains/settlement/test/centre.ts'
import { reconcileNight } from './reconcile.ts'

// A node, or all there is, whose clock is eight hours ahead in the afternoon: what it takes for the night is none.

const centre = opened(startCentre)
const bench = opened(() => openBench(centre))

const fail = (fault: unknown) => {
  throw fault
}
const hours = 3_600_000

/** The night behind a day of which the centre alone has had a settlement since: it is seen. */
const seenAtNight = async (date: string, next: string) => {
  const evening = await bench.day('clerk', date, '19:00:00')
  await evening.centreOnly(`P32050100001${date.replaceAll('-', '')}190000001`)
  const night = await bench.day('clerk', next, '01:30:00')
  expect(await reconcileNight(night.deps, fail)).toBe(4)
  const groups = await night.deps.db.select().from(reconGroup).where(eq(reconGroup.day, date))
  expect(groups.filter(({ state }) => state !== '2')).toMatchObject([{ state: '3', areaCode: '320500' }])
  expect(await reconcileNight(night.deps, fail)).toBe(0)
}

test('a node alone ahead runs no night; what a person has compared on it is of before the day was over', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => void told.mockRestore())
  const day = await bench.day('clerk', '2026-06-10', '17:00:00')
  await day.buy('1.00')
  const ahead = { ...day.deps, clock: () => new Date(day.deps.clock().getTime() + 8 * hours) }
  expect(await reconcileNight(ahead, fail)).toBe(0)
  expect(await day.deps.db.$count(reconGroup)).toBe(0)
  await totalOfStore(ahead, await day.store(), { day: day.date, by: '䶮' })
  const groups = await day.deps.db.select().from(reconGroup)
  expect(groups.map(({ state, day: of }) => [state, of])).toEqual(groups.map(() => ['2', day.date]))
  await seenAtNight('2026-06-10', '2026-06-11')
})

test.each([
  ['the next night comes before the hour that it showed', '17:00:00', '2026-07-10', '2026-07-11'],
  ['the next night comes behind the hour that it showed', '16:35:00', '2026-07-20', '2026-07-21'],
])(
  'where the database shared the wrong clock a day that only seemed over is compared again: %s',
  async (_, time, date, next) => {
    const day = await bench.day('clerk', date, time)
    await day.buy('1.00')
    bench.clock.advance(8 * hours)
    // A gateway that minds no clock.
    await day.inTime()
    expect(await reconcileNight(day.deps, fail)).toBe(4)
    const compared = await day.deps.db.select().from(reconGroup).where(eq(reconGroup.day, date))
    expect(compared.map(({ state }) => state)).toEqual(compared.map(() => '2'))
    bench.clock.advance(-8 * hours + 600_000)
    expect(await reconcileNight(day.deps, fail)).toBe(0)
    await seenAtNight(date, next)
  },
)
