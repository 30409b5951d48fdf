import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { usedSecret } from '../domains/auth/tables.ts'
import { sweepOnce } from '../jobs/sweep.ts'
import { databases, startTestServer } from '../test/kit.ts'
import { agreedTime, sweepingTime } from './sweeping.ts'
import { sweepingClock } from './tables.ts'

// A database whose own clock is wrong has nobody beside it to differ from: only what it showed before tells. Here that is
// so many hours behind the true present, which stands for a present that is so many hours ahead.

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ database }))

  const ago = (hours: number) => sql<Date>`statement_timestamp() - ${hours}::float8 * interval '1 hour'`
  /** As it was left: believed so many hours ago, in doubt from and until so many hours ago. */
  const left = async (known: number, from?: number, until?: number) => {
    const { db } = server.deps
    await db.delete(sweepingClock)
    const doubted = from === undefined ? {} : { doubtedFrom: ago(from), doubtedAt: ago(until!) }
    await db.insert(sweepingClock).values({ id: 1, knownAt: ago(known), ...doubted })
  }
  const row = async () => (await server.deps.db.select().from(sweepingClock))[0]!
  const quietly = async <T>(work: () => Promise<T>): Promise<[T, string[]]> => {
    const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const done = await work()
    const words = told.mock.calls.map(([text]) => String(text))
    told.mockRestore()
    return [done, words]
  }

  test('years ahead of the last time nothing goes, and the log says so once; put right it goes at once', async () => {
    const { deps } = server
    const gone = () => deps.db.$count(usedSecret)
    await deps.db.insert(usedSecret).values({ hash: '䶮', expiresAt: new Date(Date.now() - 3_600_000) })
    await left(73 * 365 * 24)
    const [, words] = await quietly(async () => {
      await sweepOnce(deps)
      await sweepOnce(deps)
    })
    expect([await gone(), words]).toEqual([
      1,
      [expect.stringMatching(/^数据库的时钟比上次清理时快了 26645 天：.*请核对系统日期/)],
    ])
    expect(await agreedTime(deps), 'what comes again goes on').toBeInstanceOf(Date)
    await left(1, 2, 1)
    await sweepOnce(deps)
    expect([await gone(), await row()]).toMatchObject([0, { doubtedFrom: null, doubtedAt: null }])
    await left(72)
    expect((await quietly(() => sweepingTime(deps)))[1], 'said again').toHaveLength(1)
  })

  test.each([
    ['the first time', undefined, true],
    ['a night and a day later', [47], true],
    ['three days later', [72], false],
    ['a week later, for half a day', [180, 12, 0.1], false],
    ['a week later, for a day, off at night', [200, 24.1, 15], true],
    ['a week later, for long, but for more than a day of which nobody knows', [200, 90, 25], false],
    ['a clock that has come back to where it began', [200, 30, -3], false],
    ['a clock that was ahead and was put right', [-9000], true],
  ] as const)('%s: %j hours, believed %s', async (_, hours, believed) => {
    if (hours) await left(...(hours as unknown as [number]))
    else await server.deps.db.delete(sweepingClock)
    const [at] = await quietly(() => sweepingTime(server.deps))
    expect(at !== undefined).toBe(believed)
    const { knownAt, doubtedFrom, doubtedAt } = await row()
    const isNow = (moment: Date | null) => moment !== null && Math.abs(moment.getTime() - Date.now()) < 60_000
    expect([isNow(knownAt), isNow(doubtedAt)]).toEqual([believed, !believed])
    const goesOn = hours?.[1] === 12
    expect([doubtedFrom === null, isNow(doubtedFrom)]).toEqual([believed, !believed && !goesOn])
  })

  test('a server that was off for a week sweeps again after a day of rounds', async () => {
    await left(168)
    const rounds: boolean[] = []
    await quietly(async () => {
      for (let hour = 0; hour <= 24; hour++) {
        rounds.push((await sweepingTime(server.deps)) !== undefined)
        // An hour passes.
        await server.deps.db.execute(sql`update sweeping_clock set known_at = known_at - interval '1 hour',
          doubted_from = doubted_from - interval '1 hour', doubted_at = doubted_at - interval '1 hour'`)
      }
    })
    expect([rounds.indexOf(true), rounds.length]).toEqual([24, 25])
  })
})
