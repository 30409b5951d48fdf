import { expect, test } from 'vitest'
import { Leaps } from './leaps.ts'

const hours = 3_600_000
const noon = 1_800_000_000_000

const clocks = async () => {
  let [passed, set] = [0, 0]
  const wall = () => new Date(noon + passed + set)
  const node = (own = wall(), asking = async () => {}) =>
    new Leaps(
      async () => {
        const now = wall()
        await asking()
        return now
      },
      () => passed,
      own,
    )
  const leaps = node()
  await leaps.look()
  return {
    wall,
    node,
    leaps,
    pass: (ms: number) => {
      passed += ms
    },
    set: (ms: number) => {
      set += ms
    },
    since: async (moment: Date) => {
      await leaps.look()
      return leaps.since(moment)
    },
  }
}

test('time passes as it does; what the clock is set forward is no time, for what was before and only for that', async () => {
  const { wall, since, pass, set } = await clocks()
  const before = wall()
  pass(5_000)
  expect(await since(before)).toBe(5_000)
  pass(300)
  set(2 * hours)
  pass(200)
  const after = wall()
  expect(await since(before)).toBe(5_500)
  pass(1_000)
  expect([await since(before), await since(after)]).toEqual([6_500, 1_000])
  set(hours)
  expect([await since(before), await since(after)]).toEqual([6_500, 1_000])
})

test('a clock that is kept right is none that was set; one set back makes nothing shorter, and set again it is even', async () => {
  const { wall, since, leaps, pass, set } = await clocks()
  const before = wall()
  for (let n = 0; n < 10; n++) {
    pass(1_000)
    set(3)
    await leaps.look()
  }
  expect(await since(before)).toBe(10_030)
  set(-600_000)
  expect(await since(before)).toBe(10_030 - 600_000)
  const behind = wall()
  pass(600_000)
  expect(await since(before), 'it may be of the hour that came again').toBe(10_030)
  set(600_000)
  expect(await since(behind)).toBe(600_000)
  const even = wall()
  set(150_000)
  await leaps.look()
  set(-150_000)
  pass(1_000)
  expect(await since(even)).toBe(1_000)
})

test('what one node has written another counts from, however far apart their own clocks are', async () => {
  const { node, leaps, pass } = await clocks()
  const ahead = node(new Date(noon + 60_000))
  expect(ahead.now(), 'its own, until it has asked').toEqual(new Date(noon + 60_000))
  await ahead.look()
  const closed = leaps.now()
  pass(5_000)
  expect([ahead.since(closed), leaps.since(closed)]).toEqual([5_000, 5_000])
  expect(ahead.now()).toEqual(leaps.now())
})

test('a database that takes its time was not set', async () => {
  const { node, pass, wall } = await clocks()
  const slow = node(wall(), async () => pass(20_000))
  await slow.look()
  const at = slow.now()
  await slow.look()
  expect(slow.since(at)).toBeLessThanOrEqual(20_000)
  pass(5_000)
  expect(slow.since(at)).toBeGreaterThan(0)
})
