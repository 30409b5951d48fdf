import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { startTestServer, testClock } from '../test/kit.ts'
import { databaseNow } from './held.ts'
import { beginLife, databaseEra, lifeBegan } from './life.ts'

const server = opened(() => startTestServer({ handlers: {}, clock: testClock() }))

test('a database is as old as can be, and one that took another one’s place began when that was noticed', async () => {
  const { deps } = server
  expect(await lifeBegan(deps)).toEqual(new Date(0))
  // Played back, it brings the rows of the one before.
  await deps.db.update(databaseEra).set({ life: 'before' })
  const asked = (await databaseNow(deps.db)).getTime()
  const [noticed, again] = await Promise.all([lifeBegan(deps), lifeBegan(deps)])
  expect(again).toEqual(noticed)
  // By the database's clock, whatever a node's shows, and some minutes later: the other one's may have been ahead.
  expect(noticed!.getTime() - asked).toBeGreaterThanOrEqual(300_000)
  expect(await lifeBegan(deps)).toEqual(noticed)
  expect(await deps.db.select().from(databaseEra)).toHaveLength(2)
  // Files that came back are the same database by its own word.
  await beginLife(deps)
  expect((await lifeBegan(deps)).getTime()).toBeGreaterThan(noticed!.getTime())
})
