import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { continuation, progress } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { order as orders } from '@yibao/shared/calls/order.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Line, openLine } from '../../test/line.ts'
import { databases, leavePostgres, newPostgres } from '../../test/postgres.ts'
import { type KillableCentre, startCentreProcess } from './test/centre.ts'
import { otc } from './test/counter.ts'
import { type ServerProcess, startServerProcess } from './test/process.ts'
import { RemoteClient } from './test/remote.ts'

const store = 'P32050100001'
const page = { page: 1, pageSize: 20 } as never
const person = { psnNo: '32050000000000000001' }

// PostgreSQL is restarted: every connection breaks, and for a while there is no new one.

describe.runIf(databases.includes('postgres'))('the database is restarted', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-gone-'))
  let databaseUrl: string
  let line: Line
  let centre: KillableCentre
  let server: ServerProcess
  let clerk: RemoteClient
  let bookBefore = 0
  const bookGrowth = async () => (await centre.book(store, formatDay(new Date()))).length - bookBefore

  beforeAll(async () => {
    databaseUrl = await newPostgres()
    line = await openLine(databaseUrl)
    centre = await startCentreProcess({ catalogueRows: 4000 })
    const env = { DATA_DIR: dataDir, DATABASE_URL: line.url, CENTRE_URL: centre.url, SEED: 'demo' }
    server = await startServerProcess({ ...env, LEASE: '2000', RECOVERY_EVERY: '200', DATABASE_WAIT: '4000' })
    clerk = new RemoteClient(() => server.url)
    await clerk.login('clerk')
    await clerk.send(signIn.do, {})
  })
  beforeEach(async () => {
    bookBefore = (await centre.book(store, formatDay(new Date()))).length
  })
  afterAll(async () => {
    await server.kill()
    await centre.close()
    line.close()
    await leavePostgres(databaseUrl)
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ok = async (...call: Parameters<RemoteClient['send']>) => {
    const answer = await clerk.send(...call)
    if (answer.lost || !answer.success) throw new Error(`${call[0].path}: ${JSON.stringify(answer)}`)
    return answer.result
  }
  const priced = async () => {
    const medium = { medium: 'eVoucher' } as const
    const asked = await clerk.send(card.read, medium)
    const { pubSubId = '', action = '' } = (!asked.lost && asked.confimResultInfo) || {}
    const result = JSON.stringify({ ...medium, code: await centre.code(person.psnNo) })
    await ok(continuation.complete, { pubSubId, action, ok: true, result } as never)
    const read = await ok(card.read, medium, { [PUB_SUB_HEADER]: pubSubId })
    const { readId, insutype } = read as { readId: string; insutype: string }
    const basket = { readId, insutype, medicalType: '41', lines: otc('1.00') }
    return (await ok(settlement.preSettle, basket as never)) as { id: string; settleKey: string }
  }
  const settle = ({ id, settleKey }: { id: string; settleKey: string }) =>
    clerk.send(settlement.settle, { orderId: id }, { 'idempotency-key': settleKey })
  const statusOf = async (id: string) => {
    const seen = await clerk.send(orders.get, { id })
    return seen.lost ? 'lost' : seen.result?.status
  }

  test('while nobody works: the server stays, says what is the matter, and goes on', async () => {
    line.cut()
    await expect
      .poll(() => clerk.send(orders.paged, page))
      .toMatchObject({ success: false, statusCode: 503, error: { message: '系统的数据库暂时连不上' } })
    const { status } = await fetch(`${server.url}/health`)
    expect(status).toBe(503)
    await line.mend()
    await expect.poll(() => clerk.send(orders.paged, page)).toMatchObject({ success: true })
  })

  test('after the centre has booked and before its answer: recovered, booked once, never told to be refused', async () => {
    const one = await priced()
    await centre.fault({ fault: 'delay', infno: '2102', when: 'after', ms: 2000 })
    const answer = settle(one)
    await expect.poll(bookGrowth).toBe(1)
    line.cut()
    expect(await answer).toMatchObject({ success: false, statusCode: 503 })
    await line.mend()
    await expect.poll(() => statusOf(one.id)).toBe('2')
    expect(await bookGrowth()).toBe(1)
    await settle(one)
    expect(await bookGrowth(), 'the same key again').toBe(1)
    expect(await statusOf(one.id)).toBe('2')
  })

  test('it freezes and another takes over: whoever waits hears so, and the server goes on', async () => {
    line.freeze()
    const waiting = await Promise.all([clerk.send(orders.paged, page), clerk.send(orders.paged, page)])
    for (const answer of waiting) expect(answer).toMatchObject({ success: false, statusCode: 503 })
    line.thaw()
    await expect.poll(() => clerk.send(orders.paged, page)).toMatchObject({ success: true })
  })

  test('in the middle of a download of a catalogue: the server stays, and the download goes on', async () => {
    const admin = new RemoteClient(() => server.url)
    await admin.login('area')
    await centre.fault({ fault: 'delay', infno: '1302', ms: 600_000, when: 'before', times: 0 })
    const begun = await admin.send(catalogueMenu.downloadCatalogue, { medicalAreaCode: '320500' })
    const progressId = begun.lost ? '' : begun.result?.progressId
    const now = async () => {
      const seen = await admin.send(progress.percentage, { progressId })
      return seen.lost ? undefined : seen.result
    }
    await expect.poll(now).toMatchObject({ text: expect.stringContaining('（2/') })
    line.cut()
    // Its answer never comes, and that cannot be written down anywhere.
    await centre.restart()
    await line.mend()
    await expect.poll(now, { timeout: 60_000 }).toMatchObject({ finished: true, percentage: 100 })
    expect((await now())?.error).toBeUndefined()
  })

  test('before the server starts: it says that it starts, and waits', async () => {
    await server.kill()
    line.cut()
    const started = server.start()
    const health = () => fetch(`${server.url}/health`).then(({ status }) => status, String)
    await expect.poll(health).toBe(503)
    await expect.poll(() => server.output()).toContain('waiting for the database')
    await line.mend()
    await started
    expect(await health()).toBe(200)
  })

  test('what is written down of it names no statement’s values', () => {
    const output = server.output()
    expect(output).toContain('"type":"database gone"')
    expect(output).not.toMatch(/params|clerk|3205000000|\$argon|eyJ/)
  })
})
