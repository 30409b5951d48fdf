import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approvalTarget } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { sqlVersion as calls } from '@yibao/shared/calls/sql-version.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openPglite, openPostgres } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { hashPassword } from '../../secrets/secret.ts'
import { demoPassword } from '../../seed/people.ts'
import { giveSuperAdmin } from '../../super-admin.ts'
import { encode } from '../../test/encode.ts'
import { databases, newPostgres } from '../../test/postgres.ts'
import { putReleaseKeys } from '../../test/release-keys.ts'
import { snapshot } from '../../test/snapshot.ts'
import { user } from '../auth/tables.ts'
import { type ServerProcess, startServerProcess } from '../settlement/test/process.ts'
import { RemoteClient } from '../settlement/test/remote.ts'
import { interrupted } from './run.ts'
import { sqlScript } from './tables.ts'
import { signedScript } from './test/packages.ts'

// The server is killed while a script is in the middle of its statements.

describe.each(databases)('on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-sql-'))
  let server: ServerProcess
  let databaseUrl: string | undefined
  const admin = new RemoteClient(() => server.url)
  // Longer than any test, and an end all the same.
  const script = `create table half (n int);
insert into half values (1);
do $$ begin for i in 1 .. 2000000000 loop null; end loop; end $$;
insert into half values (2)`
  const signed = signedScript({ script })
  const checksum = createHash('sha256').update(signed.manifest).digest('hex')
  const id = 'script-1'

  beforeAll(async () => {
    databaseUrl = database === 'postgres' ? await newPostgres() : undefined
    const opened = databaseUrl
      ? await openPostgres(databaseUrl)
      : await openPglite(join(folder, 'database'), await snapshot())
    const { db } = opened
    await giveSuperAdmin(db, 'second', new Date())
    const known = { passwordHash: await hashPassword(demoPassword), mustChange: false }
    await db.update(user).set(known).where(eq(user.userName, 'second'))
    await db.insert(sqlScript).values({
      ...{ id, version: '1.2.1', name: '补录', module: '门店', signed, checksum },
      ...{ uploadedBy: '周管理', uploadedAt: new Date() },
    })
    await opened.close()
    putReleaseKeys(folder)
    server = await startServerProcess({
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl ?? '',
      CENTRE_URL: 'http://127.0.0.1:9',
    })
    await admin.login('admin')
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const result = async <T>(sent: Promise<{ lost?: boolean; result?: T | null }>): Promise<T> => {
    const answer = await sent
    if (answer.lost || !answer.result) throw new Error(JSON.stringify(answer))
    return answer.result
  }

  /** It is at its third statement: PostgreSQL says so, and a server with the embedded database answers nobody. */
  const isInTheMiddle = async (): Promise<boolean> => {
    if (!databaseUrl) {
      const asked = fetch(`${server.url}/prod-api${auth.publicKey.path}`, { signal: AbortSignal.timeout(700) })
      return asked.then(() => false).catch(() => true)
    }
    const other = await openDatabase({ databaseUrl, dataDir: folder })
    const found = await other.db.execute(sql`select 1 from pg_stat_activity where query like 'do $$ begin for%'`)
    await other.close()
    return rowsFrom<unknown>(found).length > 0
  }

  test('nothing of it is there afterwards, it says failed and why, and it may be begun again', async () => {
    const given = { userName: 'second', passWord: encode(demoPassword, new Date()), action: 'sqlScript' as const }
    const target = approvalTarget.sqlScript('execute', id, checksum)
    const { authorizationId } = await result(admin.send(auth.authorize, { ...given, target }))
    await result(admin.send(calls.execute, { id, checksum, reason: '补录资料', authorizationId }))
    await expect.poll(isInTheMiddle, { timeout: 15_000 }).toBe(true)
    await server.kill()
    await server.start()
    const look = async () => {
      const { state, error } = await result(admin.send(calls.get, { id }))
      return { state, error }
    }
    await expect.poll(look, { timeout: 15_000, interval: 500 }).toEqual({ state: 'failed', error: interrupted })
    await server.stop()
    const after = await openDatabase({ databaseUrl, dataDir: folder })
    const left = await after.db.execute(sql`select to_regclass('half')::text as name`)
    expect(rowsFrom<unknown>(left)).toEqual([{ name: null }])
    await after.close()
  })
})
