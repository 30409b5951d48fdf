import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseGone } from '../process/database-gone.ts'
import { NotStarted } from '../process/not-started.ts'
import { type Line, openLine } from '../test/line.ts'
import { databases, leavePostgres, newPostgres } from '../test/postgres.ts'
import { notOpenWords } from './not-open.ts'
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

  it('is ended by the database where the node behind it is gone, and holds nothing for hours', async () => {
    const { db, background, reads, close } = await openPostgres(url, 1)
    const names = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout']
    const more = ['idle_in_transaction_session_timeout', 'lock_timeout']
    const asked = [...names, ...more].map((name) => `current_setting('${name}') as ${name}`).join()
    const shown = async (one: typeof db) =>
      Object.values(((await one.execute(sql.raw(`select ${asked}`))) as unknown as { rows: object[] }).rows[0]!)
    const silent = ['15', '5', '3', '30s', '1min']
    const dead = (values: string[]) => values.map((value) => (value === '30000' ? '30s' : value))
    expect(dead(await shown(db))).toEqual([...silent, '10s'])
    expect(dead(await shown(background))).toEqual([...silent, '10s'])
    expect(dead(await shown(reads))).toEqual([...silent, '0'])
    await close()
  })

  it('leaves jobs their own connections while all others are lent out', async () => {
    const { db, background, close } = await openPostgres(url, 1)
    await db.transaction(async () => {
      await background.execute(sql`select 1`)
    })
    await close()
  })

  it('compiles no statement, whatever the database does by itself', async () => {
    const { execute, close } = await openPostgres(`${url}?options=-c%20jit%3Don`, 2)
    const shown = await Promise.all([execute('show jit'), execute('show jit')])
    expect(shown).toMatchObject([{ rows: [{ jit: 'off' }] }, { rows: [{ jit: 'off' }] }])
    await close()
  })
})

describe.runIf(databases.includes('postgres'))('a PostgreSQL that nothing can run on', () => {
  let url: string
  beforeAll(async () => {
    url = await newPostgres()
  })
  afterAll(() => leavePostgres(url))

  const beside = (name: string) => url.replace(/[^/]+$/, name)
  const refused = (address: string) =>
    openPostgres(address, 1).then(
      async ({ close }) => {
        await close()
        throw new Error('it was opened')
      },
      (fault: unknown) => fault,
    )

  it('is said in words where the database or its user is not there', async () => {
    expect(notOpenWords(await refused(beside('nobody_made_it')))).toMatch(/不存在.*createdb.*C\.UTF-8/)
    expect(notOpenWords(await refused(url.replace('yibao@', 'nobody@')))).toMatch(/DATABASE_URL 里的用户/)
  })

  it('is refused where the system sorts otherwise than when its indexes were made, with what to do about it', async () => {
    const { execute, warning, close } = await openPostgres(url, 1)
    expect(warning).toMatch(/zh_CN.*不是 C\.UTF-8/)
    const name = url.split('/').at(-1)!
    // As after an upgrade of the system below it.
    await execute(`update pg_database set datcollversion = '2.10' where datname = '${name}'`)
    const fault = await refused(url)
    expect(fault).toBeInstanceOf(NotStarted)
    expect((fault as Error).message).toMatch(/2\.10.*reindex database.*refresh collation version/)
    await execute(`reindex database ${name}`)
    await execute(`alter database ${name} refresh collation version`)
    await close()
    await (await openPostgres(url, 1)).close()
  })

  it('is named by ICU where that orders it, whatever the system would', async () => {
    const { execute, close } = await openPostgres(url, 1)
    const icu = `icu_${url.split('/').at(-1)}`
    const kind = `encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'zh-Hans-CN' template template0`
    await execute(`create database ${icu} ${kind}`)
    try {
      const opened = await openPostgres(beside(icu), 1)
      await opened.close()
      expect(opened.warning).toMatch(/ICU zh-Hans-CN/)
      await execute(`update pg_database set datcollversion = '1.1' where datname = '${icu}'`)
      expect(((await refused(beside(icu))) as Error).message).toMatch(/来自 ICU 语言库.*1\.1/)
    } finally {
      await execute(`drop database ${icu}`)
      await close()
    }
  })

  it('has nothing to be told of in C.UTF-8', async () => {
    const { execute, close } = await openPostgres(url, 1)
    const plain = `plain_${url.split('/').at(-1)}`
    await execute(`create database ${plain} encoding 'UTF8' locale 'C.UTF-8' template template0`)
    const opened = await openPostgres(beside(plain), 1)
    await opened.close()
    await execute(`drop database ${plain}`)
    await close()
    expect(opened.warning).toBe(undefined)
  })

  it('is refused before a migration fails on it where it holds no Chinese', async () => {
    const { execute, close } = await openPostgres(url, 1)
    const ascii = `ascii_${url.split('/').at(-1)}`
    const kind = `encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`
    await execute(`create database ${ascii} ${kind}`)
    try {
      const fault = await refused(beside(ascii))
      expect(fault).toBeInstanceOf(NotStarted)
      expect((fault as Error).message).toMatch(/SQL_ASCII.*createdb -T template0 -E UTF8/)
    } finally {
      await execute(`drop database ${ascii}`)
      await close()
    }
  })
})

describe.runIf(databases.includes('postgres'))('a PostgreSQL that falls silent', () => {
  it('breaks what is being opened too', async () => {
    const url = await newPostgres()
    const line = await openLine(url)
    const { execute, close } = await openPostgres(line.url, 4, 600)
    await execute('select 1')
    line.freeze()
    const begin = performance.now()
    // One over the connection that is there, one that needs another.
    const waiting = await Promise.all([1, 2].map(() => execute('select 1').then(String, isDatabaseGone)))
    expect(waiting).toEqual([true, true])
    expect(performance.now() - begin, 'ms; a connection alone is waited for 15 s').toBeLessThan(10_000)
    line.thaw()
    await execute('select 1')
    await close()
    line.close()
    await leavePostgres(url)
  })
})
