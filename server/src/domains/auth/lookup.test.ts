import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openPostgres } from '../../database/open.ts'
import { databases, leavePostgres, newPostgres } from '../../test/postgres.ts'
import { sessionLookup } from './lookup.ts'

describe.runIf(databases.includes('postgres'))('the look-up of a session', () => {
  let url: string
  let opened: OpenDatabase

  beforeAll(async () => {
    url = await newPostgres()
    // One connection: a prepared statement and what became of it belong to that.
    opened = await openPostgres(url, 1)
  })
  afterAll(async () => {
    await opened.close()
    await leavePostgres(url)
  })

  it('is planned five times and never again, however many ask at once', async () => {
    const find = sessionLookup(opened.db)
    for (const many of [1, 3, 1, 2, 1, 1, 7, 1])
      await Promise.all(Array.from({ length: many }, (_, i) => find(`h${i}`)))
    const { rows } = (await opened.db.execute(
      sql`select custom_plans, generic_plans from pg_prepared_statements where name = 'sessions_of_tokens'`,
    )) as unknown as { rows: { custom_plans: string; generic_plans: string }[] }
    expect(Number(rows[0]?.custom_plans)).toBe(5)
    expect(Number(rows[0]?.generic_plans)).toBeGreaterThan(3)
  })
})
