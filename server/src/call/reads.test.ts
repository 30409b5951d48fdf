import { order as calls } from '@yibao/shared/calls/order.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { type OpenDatabase, openPostgres } from '../database/open.ts'
import { type Client, databases, startTestServer, testClock } from '../test/kit.ts'
import { held, untilWaiting } from '../test/locks.ts'
import { slowRead } from './reads.ts'

describe.runIf(databases.includes('postgres'))('lists over many stores', () => {
  const server = opened(() => startTestServer({ clock: testClock() }))
  let own: OpenDatabase
  let short: OpenDatabase
  let clerk: Client
  let area: Client
  beforeAll(async () => {
    const url = server.databaseUrl!
    own = await openPostgres(url, 2)
    // As `reads` ends what takes half a minute.
    short = await openPostgres(`${url}?options=-c%20statement_timeout%3D100`, 1)
    ;[clerk, area] = [await server.as('clerk'), await server.as('area', { areaCode: '320500' })]
    server.deps.reads = short.db
  })
  afterAll(async () => {
    server.deps.reads = server.deps.db
    await short.close()
    await own.close()
  })

  test('end after half a minute by themselves, over connections of their own', async () => {
    const shown = await Promise.all(
      [own.reads, own.db].map((db) => db.execute(sql`select current_setting('statement_timeout') as ms`)),
    )
    expect(shown).toMatchObject([{ rows: [{ ms: '30s' }] }, { rows: [{ ms: '0' }] }])
    expect(own.statements.connections()).toMatchObject({ used: 0, max: 12 })
  })

  test('are refused in words when they do, while a counter’s goes on to its end', async () => {
    const end = await held(own.db, (tx) => tx.execute(sql`lock table purchase_order in access exclusive mode`))
    const ofClerk = clerk.send(calls.paged)
    await untilWaiting(own.db, 1)
    const slow = await area.send(calls.paged)
    expect(slow).toMatchObject({ success: false, statusCode: 422, resultExtendInfo: { key: 'read.slow' } })
    expect(slow.resultNotice).toMatchObject({
      error: '查询超过 30 秒，已停止，没有结果',
      tips: '请缩小时间范围或选择门店后再试',
    })
    await end()
    expect(await ofClerk).toMatchObject({ success: true })
    expect(await area.send(calls.paged), 'the next one is as before').toMatchObject({ success: true })
  })

  test('wait for each other and leave the counters theirs', async () => {
    const busy = await held(short.db, (tx) => tx.execute(sql`select 1`))
    const waiting = area.send(calls.paged)
    await expect.poll(() => short.statements.connections().waiting).toBeGreaterThan(0)
    expect(await clerk.send(calls.paged)).toMatchObject({ success: true })
    await busy()
    expect(await waiting).toMatchObject({ success: true })
  })
})

test('whoever waited as long for others of their kind reads the same; any other fault stays what it is', () => {
  const waited = new Error('query', { cause: new Error('timeout exceeded when trying to connect') })
  expect(slowRead(waited)).toMatchObject({ key: 'read.slow' })
  for (const fault of [new Error('timeout'), 'timeout', undefined]) expect(slowRead(fault)).toBe(fault)
})
