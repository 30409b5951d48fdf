import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, leavePostgres, newPostgres } from '../test/postgres.ts'
import { openPostgres } from './open.ts'

describe.runIf(databases.includes('postgres'))('the standbys of a PostgreSQL', () => {
  let url: string
  beforeAll(async () => {
    url = await newPostgres()
  })
  afterAll(() => leavePostgres(url))

  /** What a start says where the server has standbys of these states; null = its account may not see it. */
  const warned = async (states: (string | null)[]) => {
    const { execute, close } = await openPostgres(url, 1)
    const rows = states.map((state) => `(${state ? `'${state}'` : 'null'}::text)`)
    await execute(`drop schema if exists instead cascade; create schema instead; create view instead.pg_stat_replication as
      select * from (values ${rows.join()}) as v (sync_state)`)
    await close()
    const opened = await openPostgres(`${url}?options=-c%20search_path%3Dinstead,pg_catalog,public`, 1)
    await opened.close()
    return opened.warning
  }

  test('are said at the start where none of them is waited for', async () => {
    expect(await warned(['async', 'async'])).toMatch(/有 2 个备库，都不是同步的/)
    expect(await warned([null])).toMatch(/有 1 个备库/)
    expect(await warned(['async', 'sync'])).not.toMatch(/备库/)
    expect(await warned(['quorum'])).not.toMatch(/备库/)
    const { warning, close } = await openPostgres(url, 1)
    await close()
    expect(warning).not.toMatch(/备库/)
  })
})
