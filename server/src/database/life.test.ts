import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { startTestServer, testClock } from '../test/kit.ts'
import { beginLife, databaseEra, lifeBegan } from './life.ts'

const clock = testClock()
const server = opened(() => startTestServer({ handlers: {}, clock }))

test('a database is as old as can be, and one that took another one’s place began when that was noticed', async () => {
  const { deps } = server
  expect(await lifeBegan(deps)).toEqual(new Date(0))
  // Played back, it brings the rows of the one before.
  await deps.db.update(databaseEra).set({ life: 'before' })
  const noticed = clock()
  expect(await Promise.all([lifeBegan(deps), lifeBegan(deps)])).toEqual([noticed, noticed])
  clock.advance(60_000)
  expect(await lifeBegan(deps)).toEqual(noticed)
  expect(await deps.db.select().from(databaseEra)).toHaveLength(2)
  // Files that came back are the same database by its own word.
  await beginLife(deps)
  expect(await lifeBegan(deps)).toEqual(clock())
})
