import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { startTestServer } from './kit.ts'
import { databases } from './postgres.ts'

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ database }))
  const one = sql`select 1`

  test('what is asked beside a transaction is refused, and nothing outside of one', async () => {
    const { db } = server.deps
    await expect(db.transaction(() => db.execute(one))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('asked beside') },
    })
    await expect(db.transaction(() => db.transaction((tx) => tx.execute(one)))).rejects.toThrow('asked beside')
    await db.transaction((tx) => tx.transaction((inner) => inner.execute(one)))
    await Promise.all([db.transaction((tx) => tx.execute(one)), db.execute(one)])
  })
})
