import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, openLine } from '../test/line.ts'
import { databases, leavePostgres, newPostgres } from '../test/postgres.ts'
import { isDatabaseGone } from './gone.ts'
import { openPostgres } from './open.ts'

describe.runIf(databases.includes('postgres'))('a line to PostgreSQL that breaks', () => {
  let url: string
  let line: Line
  beforeAll(async () => {
    url = await newPostgres()
    line = await openLine(url)
  })
  afterAll(async () => {
    line.close()
    await leavePostgres(url)
  })

  it('costs a transaction its work and nobody else anything', async () => {
    const { db, execute, close } = await openPostgres(line.url, 2)
    const under = db.transaction(async (tx) => {
      await tx.execute('create table lost (id int)')
      line.cut()
      // Nothing waits for an answer while it breaks.
      await expect.poll(() => execute('select 1').then(String, isDatabaseGone)).toBe(true)
    })
    const fault = await under.catch((error: unknown) => error)
    expect(isDatabaseGone(fault)).toBe(true)
    await line.mend()
    await expect.poll(() => execute("select to_regclass('lost') as found")).toMatchObject({ rows: [{ found: null }] })
    await close()
  })

  it('compiles no statement, whatever the database does by itself', async () => {
    const { execute, close } = await openPostgres(`${url}?options=-c%20jit%3Don`, 2)
    const shown = await Promise.all([execute('show jit'), execute('show jit')])
    expect(shown).toMatchObject([{ rows: [{ jit: 'off' }] }, { rows: [{ jit: 'off' }] }])
    await close()
  })
})
