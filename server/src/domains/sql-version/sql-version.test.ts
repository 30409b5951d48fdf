import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseText } from '@yibao/shared/agent/release.ts'
import { approvalTarget } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { progress } from '@yibao/shared/calls/base.ts'
import { sqlVersion as calls } from '@yibao/shared/calls/sql-version.ts'
import type { Envelope } from '@yibao/shared/envelope.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { migrate, migrationsOfBuild } from '../../database/migrate.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { migrationRun } from '../../database/tables.ts'
import { hashPassword } from '../../secrets/secret.ts'
import { demoPassword } from '../../seed/people.ts'
import { giveSuperAdmin } from '../../super-admin.ts'
import { asAnother } from '../../test/beside.ts'
import { encode } from '../../test/encode.ts'
import { type Client, databases, startTestServer, testClock } from '../../test/kit.ts'
import { newReleaseKeys, putReleaseKeys } from '../../test/release-keys.ts'
import { user } from '../auth/tables.ts'
import { endDead, interrupted } from './run.ts'
import { sqlRun, sqlScript } from './tables.ts'
import { bringScript, signedScript } from './test/packages.ts'

// Signed scripts for the database: taken, read, executed by two people, taken back; and what may go wrong on the way.

describe.each(databases)('on %s', (database) => {
  let admin: Client
  const clock = testClock()
  const server = opened(() => startTestServer({ clock, database }))
  beforeAll(async () => {
    putReleaseKeys(server.dataDir)
    const { db } = server.deps
    await giveSuperAdmin(db, 'second', clock())
    await db
      .update(user)
      .set({ passwordHash: await hashPassword(demoPassword), mustChange: false })
      .where(eq(user.userName, 'second'))
    admin = await server.as('admin')
  })
  beforeEach(async () => {
    clock.advance(1000)
    const { db } = server.deps
    for (const table of [sqlRun, sqlScript, operationLog]) await db.delete(table)
    await db.execute(sql`drop table if exists kept_note`)
    await db.execute(sql`create table kept_note (id int primary key, words text)`)
  })

  const bring = (signed: unknown) =>
    bringScript(async (url, type, payload) => {
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': type }
      return (await server.app.inject({ method: 'POST', url, headers, payload })).json() as Envelope<never>
    }, signed)
  const brought = async (over: Record<string, unknown> = {}) => (await bring(signedScript(over))).result!
  const approve = async (
    kind: 'execute' | 'rollback',
    { id, checksum }: { id: string; checksum: string },
    by = 'second',
  ) => {
    clock.advance(1)
    const given = { userName: by, passWord: encode(demoPassword, clock()), action: 'sqlScript' as const }
    const answer = await admin.send(auth.authorize, { ...given, target: approvalTarget.sqlScript(kind, id, checksum) })
    return answer.result?.authorizationId ?? answer.error?.message
  }
  const reason = '补录 10 月漏传的资料'
  const start = async (kind: 'execute' | 'rollback', one: { id: string; checksum: string }) =>
    admin.send(calls[kind], {
      ...{ id: one.id, checksum: one.checksum, reason },
      authorizationId: await approve(kind, one),
    })
  const ended = async (progressId: string) => {
    const look = () => admin.ok(progress.percentage, { progressId })
    await expect.poll(async () => (await look()).finished, { timeout: 10_000 }).toBe(true)
    return (await look()).text
  }
  const run = async (kind: 'execute' | 'rollback', one: { id: string; checksum: string }) => {
    const answer = await start(kind, one)
    if (!answer.result) throw new Error(answer.error?.message)
    return ended(answer.result.progressId)
  }
  const notes = async () => {
    const result = await server.deps.db.execute(sql`select id, words from kept_note order by id`)
    return rowsFrom<{ id: number; words: string }>(result)
  }
  const two = {
    script:
      "insert into kept_note values (1, '䶮;'), (2, null);\nupdate kept_note set words = '𠮷' where id = 2;\nselect * from kept_note",
    rollback: 'delete from kept_note where id in (1, 2)',
  }

  test('read, executed by two people and taken back: what it did is kept with who, why and how many rows', async () => {
    const one = await brought(two)
    expect(one).toMatchObject({ ...two, state: 'pending', reversible: true, signers: 'release、backup' })
    expect(await run('execute', one)).toBe('执行成功，影响 3 行')
    expect(await notes()).toEqual([
      { id: 1, words: '䶮;' },
      { id: 2, words: '𠮷' },
    ])
    const [row] = (await admin.ok(calls.paged)).items
    expect(row).toMatchObject({ state: 'done', rows: 3, error: '' })
    expect(row!.executor).toMatch(/^周管理（授权 .+）$/)
    expect((await start('execute', one)).error?.message).toBe('脚本现在的状态不能执行')
    expect(await run('rollback', one)).toBe('回滚成功，影响 2 行')
    expect(await notes()).toEqual([])
    const { state, events } = await admin.ok(calls.get, { id: one.id })
    expect([state, events.map(({ move, text }) => [move, text.startsWith(reason)])]).toEqual([
      'undone',
      [
        ['执行 成功', true],
        ['回滚 成功', true],
      ],
    ])
    const log = await server.deps.db.select().from(operationLog).where(eq(operationLog.action, '执行数据库脚本'))
    expect(log.find(({ ok }) => ok)).toMatchObject({ target: '1.2.1 补录𠮷䶮', record: { reason } })
  })

  test('one that fails in the middle leaves nothing behind, says which statement, and may be executed again', async () => {
    const one = await brought({
      script: "insert into kept_note values (1, 'a');\ninsert into kept_note values (1, 'b')",
    })
    expect(await run('execute', one)).toMatch(/^没有成功，数据库已全部撤回。第 2 条语句（第 2 行）：.*kept_note_pkey/)
    expect(await notes()).toEqual([])
    const [row] = (await admin.ok(calls.paged, { state: 'failed' })).items
    expect(row).toMatchObject({ id: one.id, state: 'failed' })
    expect(row!.error).toContain('第 2 条语句')
    await server.deps.db.execute(sql`alter table kept_note drop constraint kept_note_pkey`)
    expect(await run('execute', one)).toBe('执行成功，影响 2 行')
  })

  test('two administrators at once: one executes, the other hears of it, and it is done once', async () => {
    const one = await brought({ script: "insert into kept_note values (1, 'once')" })
    const ids = [await approve('execute', one), await approve('execute', one)]
    const send = (authorizationId: string | undefined) =>
      admin.send(calls.execute, { id: one.id, checksum: one.checksum, reason, authorizationId })
    const answers = await Promise.all(ids.map(send))
    for (const { result } of answers) if (result) await ended(result.progressId)
    const refused = answers.flatMap(({ error }) => (error ? [error.message] : []))
    for (const text of refused) expect(text).toMatch(/正在执行|状态不能执行/)
    expect(await notes()).toEqual([{ id: 1, words: 'once' }])
    const runs = await server.deps.db.select().from(sqlRun)
    expect(runs.filter(({ state }) => state === 'done')).toHaveLength(1)
    expect(runs.filter(({ state }) => state === 'running')).toHaveLength(0)
  })

  test('nobody alone: no approval, one for something else, one of himself, one of an area administrator', async () => {
    const one = await brought(two)
    const send = (authorizationId?: string) =>
      admin.send(calls.execute, { id: one.id, checksum: one.checksum, reason, authorizationId })
    expect((await send()).error?.message).toBe('此操作需要授权')
    expect((await send(await approve('rollback', one))).error?.message).toBe('授权已使用或已过期')
    expect(await approve('execute', one, 'admin')).toBe('授权人不能是操作员本人')
    expect(await approve('execute', one, 'area')).toBe('授权人没有此操作的权限')
    const area = await server.as('area', { areaCode: '320500' })
    for (const call of [calls.paged, calls.get])
      expect((await area.send(call, { id: one.id } as never)).statusCode).toBe(403)
    expect(await notes()).toEqual([])
    expect(
      (await admin.send(calls.execute, { id: one.id, checksum: one.checksum, reason: '急' })).error?.fields,
    ).toHaveProperty('reason')
  })

  test.each([
    ['not signed', () => signedScript({}, { by: [] }), '签名不足或不正确'],
    ['one key', () => signedScript({}, { by: [1] }), '签名不足或不正确'],
    ['altered', () => ({ ...signedScript(), manifest: signedScript({ script: 'drop table x' }).manifest }), '签名不足'],
    ['signed as a release', () => signedScript({}, { textOf: releaseText }), '签名不足或不正确'],
    ['no package', () => ({ hello: 1 }), '文件不是签名后的脚本包'],
    ['without a name', () => signedScript({ name: '' }), '内容不完整'],
    ['with a commit', () => signedScript({ script: 'select 1; commit' }), '第 1 行的 COMMIT 不能使用'],
    ['with such a roll-back', () => signedScript({ rollback: 'rollback' }), '第 1 行的 ROLLBACK 不能使用'],
  ])('a package %s is refused in words, and nothing is kept', async (_, make, why) => {
    const answer = await bring(make())
    expect(answer.error?.message).toContain(why)
    expect(await server.deps.db.$count(sqlScript)).toBe(0)
  })

  test('the same version and name is taken once; what changed in the database since is not executed', async () => {
    const one = await brought(two)
    expect((await bring(signedScript({ script: 'select 2' }))).error?.message).toBe(
      '版本 1.2.1 的「补录𠮷䶮」已经上传过',
    )
    const { db } = server.deps
    const { manifest, signatures } = signedScript(two)
    const signed = { manifest: manifest.replace('insert', 'INSERT'), signatures }
    await db.update(sqlScript).set({ signed })
    expect((await start('execute', one)).error?.message).toBe('脚本的内容与上传时不同，没有执行')
    expect((await admin.ok(calls.paged)).items[0]!.error).toMatch(/^内容与上传时不同，不能执行。/)
    // Signed all the same, but not what was uploaded and read.
    await db.update(sqlScript).set({ signed: signedScript({ script: 'drop table kept_note' }) })
    expect((await start('execute', one)).error?.message).toBe('脚本的内容与上传时不同，没有执行')
    expect(await notes()).toEqual([])
  })

  test('a script whose keys are no longer ours is not executed and says so; what they let run is no fault', async () => {
    const one = await brought(two)
    const ran = await brought({ ...two, version: '1.2.0', script: 'select 1' })
    await run('execute', ran)
    putReleaseKeys(server.dataDir, newReleaseKeys())
    onTestFinished(() => putReleaseKeys(server.dataDir))
    for (const answer of [await start('execute', one), await start('rollback', ran)])
      expect(answer.error?.message).toBe('签名用的发布密钥已更换，没有执行')
    const { items } = await admin.ok(calls.paged, { module: '门店' })
    const barred = expect.stringMatching('^签名用的发布密钥已更换，不能执行。')
    expect(items.find(({ id }) => id === one.id)).toMatchObject({ barred, error: barred })
    expect(items.find(({ id }) => id === ran.id)).toMatchObject({ state: 'done', barred, error: '' })
    expect(await notes()).toEqual([])
    await admin.ok(calls.markDone, { id: one.id, reason })
  })

  test('marked as done with a reason, nothing is executed', async () => {
    const one = await brought(two)
    await admin.ok(calls.markDone, { id: one.id, reason })
    expect(await admin.ok(calls.get, { id: one.id })).toMatchObject({ state: 'marked', events: [{ move: '标记完成' }] })
    expect(await notes()).toEqual([])
    expect((await start('execute', one)).error?.message).toBe('脚本现在的状态不能执行')
    expect((await start('rollback', one)).error?.message).toBe('脚本现在的状态不能回滚')
    expect((await admin.send(calls.markDone, { id: one.id, reason })).error?.message).toBe('脚本现在的状态不能标记完成')
  })

  test('a note of an execution whose server is gone becomes what happened: nothing', async () => {
    const { db } = server.deps
    const one = await brought(two)
    const row = {
      id: 'dead',
      scriptId: one.id,
      kind: 'execute' as const,
      state: 'running' as const,
      executor: 'x',
      reason,
    }
    await db.insert(sqlRun).values(row)
    await endDead(db)
    expect((await admin.ok(calls.paged)).items[0]!.state, 'it may be about to begin').toBe('running')
    expect((await start('execute', one)).error?.message).toBe('另一个脚本正在执行，这一个没有开始')
    await db.update(sqlRun).set({ startedAt: sql`now() - interval '10 seconds'` })
    expect((await admin.ok(calls.paged)).items[0]).toMatchObject({ state: 'failed', error: interrupted })
    expect(await run('execute', one)).toBe('执行成功，影响 3 行')
  })

  // The embedded database has one connection: nobody else is there to take it for dead.
  if (database === 'postgres')
    test('as long as a script is executed nobody takes it for dead or begins another', async () => {
      const { db } = server.deps
      await db.insert(sqlRun).values({
        id: 'long',
        scriptId: 's',
        kind: 'execute',
        state: 'running',
        executor: 'x',
        reason,
        startedAt: new Date(0),
      })
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(764650003)`)
        await asAnother(() => endDead(db))
        expect(await asAnother(() => db.$count(sqlRun, eq(sqlRun.state, 'running')))).toBe(1)
      })
      await endDead(db)
      expect(await db.$count(sqlRun, eq(sqlRun.state, 'running'))).toBe(0)
    })

  test('the product’s own migrations: done, with what they took; what is not known is not said', async () => {
    const { db } = server.deps
    const own = { module: '数据结构' }
    const { items, total } = await admin.ok(calls.paged, own)
    expect(total).toBe(migrationsOfBuild().length)
    const [last] = items
    expect(last).toMatchObject({ kind: 'migration', state: 'done', reversible: false })
    expect(last!.ms).toBeTypeOf('number')
    // Read as the file has it, whatever the newest one happens to change.
    const { tag } = migrationsOfBuild().find(({ hash }) => hash === last!.checksum)!
    expect(`${last!.version}_${last!.name}`, 'an English title would be one nobody translated').toBe(`${tag}.sql`)
    const file = readFileSync(join(import.meta.dirname, '../../database/migrations', `${tag}.sql`), 'utf8')
    const script = file.split('--> statement-breakpoint').map((one) => one.trim())
    expect((await admin.ok(calls.get, { id: last!.id })).script).toBe(script.join('\n\n'))
    const sorted = await admin.ok(calls.paged, { sortField: 'version', sortOrder: 'ascend', pageSize: 2 })
    expect(sorted.items.map(({ version }) => version)).toEqual(['0000', '0001'])
    // As a database of an earlier build has it, and one that a newer build has been at.
    await db.delete(migrationRun).where(eq(migrationRun.hash, last!.checksum))
    await db.execute(sql`insert into migration (hash) values (repeat('f', 64))`)
    const now = (await admin.ok(calls.paged, { ...own, pageSize: 500 })).items
    expect(now.find(({ id }) => id === last!.id)).toMatchObject({ state: 'done', executor: '' })
    expect(now.find(({ id }) => id === last!.id)).not.toHaveProperty('ms')
    expect(now[0]).toMatchObject({ name: '新版本的升级', state: 'done' })
    await db.execute(sql`delete from migration where hash = repeat('f', 64)`)
  })

  test('a migration that fails is taken back whole, and is failed until it is done', async () => {
    const { db } = server.deps
    const { hash } = migrationsOfBuild().find(({ tag }) => tag.endsWith('hits_and_scripts'))!
    await db.execute(sql`delete from migration where hash = ${hash}`)
    await expect(migrate({ db } as OpenDatabase)).rejects.toThrow()
    const failed = (await admin.ok(calls.paged, { state: 'failed' })).items
    expect(failed).toMatchObject([{ checksum: hash, error: expect.stringContaining('service_hit') }])
    await db.execute(sql`insert into migration (hash) values (${hash})`)
    expect((await admin.ok(calls.paged, { state: 'failed' })).total).toBe(0)
  })
})
