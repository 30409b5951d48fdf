import { expect, test } from 'vitest'
import { Leaps } from './leaps.ts'

const hours = 3_600_000
const noon = 1_800_000_000_000

const clocks = async () => {
  let [passed, set] = [0, 0]
  const wall = () => new Date(noon + passed + set)
  const node = (before = () => {}, after = () => {}) =>
    new Leaps(
      async () => {
        before()
        const now = wall()
        after()
        return now
      },
      () => passed,
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
  pass(1)
  set(150_000)
  await leaps.look()
  set(-150_000)
  pass(1_000)
  expect(await since(even)).toBe(1_001)
})

test('before the first look nothing has passed; what one node has written another counts from', async () => {
  const { wall, node, leaps, pass } = await clocks()
  const other = node()
  const closed = wall()
  pass(5_000)
  expect([other.since(closed), leaps.since(closed)]).toEqual([0, 5_000])
  await other.look()
  expect(other.since(closed)).toBe(5_000)
})

test('set back, what was written behind the leap and before it was noticed is behind it', async () => {
  const { wall, since, pass, set } = await clocks()
  pass(1_000)
  set(-600_000)
  const behind = wall()
  pass(2_000)
  expect(await since(behind)).toBe(2_000)
})

// A look that takes 20 s reads the clock at its beginning or at its end, and somebody may set it meanwhile.
const slowly = async (read: 'first' | 'last', leap = 0) => {
  const { node, pass, set, wall } = await clocks()
  let slow = false
  const take = () => pass(slow ? 20_000 : 0)
  const leaps = node(...(read === 'first' ? [undefined, take] : [take]))
  return {
    ...{ leaps, pass, wall },
    look: async (how: 'slow' | 'fast') => {
      slow = how === 'slow'
      if (slow) set(leap)
      await leaps.look()
    },
  }
}

test.each(['first', 'last'] as const)(
  'what a slow look hid a fast one finds (read %s): it is no time',
  async (read) => {
    const { leaps, pass, wall, look } = await slowly(read, 15_000)
    await look('fast')
    const before = wall()
    pass(1_000)
    await look('slow')
    expect(leaps.since(before)).toBe(21_000)
    await look('fast')
    pass(1_000)
    expect(leaps.since(before)).toBe(22_000)
  },
)

test.each(['first', 'last'] as const)(
  'a database that takes its time was not set, and never makes more of it (read %s)',
  async (read) => {
    const { leaps, pass, wall, look } = await slowly(read)
    await look('slow')
    const at = wall()
    for (const how of ['slow', 'slow', 'fast'] as const) await look(how)
    expect(leaps.since(at)).toBeLessThanOrEqual(40_000)
    expect(leaps.since(at)).toBeGreaterThanOrEqual(20_000)
    pass(1)
    const exact = wall()
    pass(5_000)
    await look('slow')
    expect(leaps.since(exact)).toBe(25_000)
  },
)
