import { describe, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { area, store } from '../domains/organisation/tables.ts'
import { seed } from '../seed/index.ts'
import { databases, startTestServer, testClock } from './kit.ts'

describe.each(databases)('test server on %s', (database) => {
  // The first one on a machine makes the snapshot, and PostgreSQL its cluster: that takes longer than a test may.
  const server = opened(() => startTestServer({ database, clock: testClock() }))

  test('is seeded, once, and lets every demo account in', async () => {
    const { db, services } = server.deps
    expect(await db.select().from(area)).toHaveLength(3)
    expect(await seed(db)).toBe(false)
    expect(await db.select().from(store)).toHaveLength(4)
    const names = ['admin', 'area', 'area1', 'clerk', 'clerk2', 'clerk3', 'pharmacist', 'viewer']
    const stores = await Promise.all(
      names.map(async (name) => (await services.access.userOf((await server.as(name)).token))?.stores),
    )
    expect(stores.map((list) => (list === 'all' ? list : list?.length))).toEqual(['all', 3, 2, 1, 1, 1, 1, 1])
  })
})

test('servers are independent of each other', async () => {
  const [one, other] = await Promise.all([startTestServer(), startTestServer()])
  await one.deps.db.delete(area)
  expect(await other.deps.db.select().from(area)).toHaveLength(3)
  await Promise.all([one.close(), other.close()])
})
