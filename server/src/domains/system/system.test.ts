import { errorLog } from '@yibao/shared/calls/auth.ts'
import { dictionary, progress as progressCalls } from '@yibao/shared/calls/base.ts'
import { qrCode } from '@yibao/shared/calls/qr-code.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { sweepOnce } from '../../jobs/sweep.ts'
import { leaseAt } from '../../test/clock.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { session } from '../auth/tables.ts'
import { redact } from './error-log.ts'
import { endAbandoned, inBackground, startProgress } from './progress.ts'
import { progress } from './tables.ts'

const clock = testClock()
let clerk: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  clerk = await server.as('clerk')
})

test('a dictionary is the edition of the session’s area', async () => {
  const clerk3 = await server.as('clerk3')
  const codes = async (client: Client, codeType: string) =>
    (await client.ok(dictionary.map, { codeTypes: [codeType] }))[0]!.codes.map(({ value, name }) => `${value} ${name}`)
  expect(await codes(clerk, 'stmt_rslt')).toHaveLength(4)
  expect(await codes(clerk3, 'stmt_rslt')).toHaveLength(2)
  expect(await codes(clerk, 'chrgitm_lv')).toContain('1 甲类')
  expect(await codes(clerk3, 'chrgitm_lv')).toContain('01 甲类')
  expect(await codes(await server.as('admin'), 'chrgitm_lv')).toContain('1 甲类')
})

test('our own enumerations are served like tables; order and unknown types stay', async () => {
  const map = await clerk.ok(dictionary.map, { codeTypes: ['reconState', 'constructor', 'gend', 'orderStatus'] })
  expect(map.map(({ codeType, codes }) => [codeType, codes.length])).toEqual([
    ['reconState', 6],
    ['constructor', 0],
    ['gend', expect.any(Number)],
    ['orderStatus', 8],
  ])
  expect(map[3]?.codes[4]).toEqual({ value: '4', name: '结算未知' })
  const many = await clerk.send(dictionary.map, { codeTypes: Array.from({ length: 201 }, (_, n) => `t${n}`) })
  expect(many.statusCode).toBe(400)
})

test('a codes’ parent is kept', async () => {
  const [types] = await clerk.ok(dictionary.map, { codeTypes: ['med_type'] })
  expect(types?.codes).toContainEqual({ value: '990101', name: '单病种门诊', parent: '9901' })
})

test('progress is watched by its owner only', async () => {
  const me = (await server.deps.services.access.userOf(clerk.token))!
  const running = await startProgress(server.deps, me, '准备')
  const look = () => clerk.ok(progressCalls.percentage, { progressId: running.id })
  await running.step(40.4, '第 1 店', { target: '观前店', ok: true, text: '完成' })
  await running.step(150, '第 2 店', { target: '平江店', ok: false, text: '中心没有答复' })
  expect(await look()).toEqual({
    percentage: 99,
    text: '第 2 店',
    finished: false,
    results: [
      { target: '观前店', ok: true, text: '完成' },
      { target: '平江店', ok: false, text: '中心没有答复' },
    ],
  })
  await running.finish('完成 2 店')
  expect(await look()).toMatchObject({ percentage: 100, finished: true })
  const other = await (await server.as('clerk2')).send(progressCalls.percentage, { progressId: running.id })
  expect(other.error?.message).toBe('没有找到进度')
})

test('work behind an answer ends its progress, a fault too', async () => {
  const me = (await server.deps.services.access.userOf(clerk.token))!
  const faults: unknown[] = []
  const options = { errorText: '没有完成，请重试', report: (fault: unknown) => faults.push(fault) }
  const good = await startProgress(server.deps, me, '')
  const bad = await startProgress(server.deps, me, '')
  inBackground(server.deps, good, async () => '完成', options)
  inBackground(server.deps, bad, () => Promise.reject(new Error('boom')), options)
  const read = (progressId: string) => clerk.ok(progressCalls.percentage, { progressId })
  await expect.poll(() => read(good.id)).toMatchObject({ finished: true, text: '完成' })
  await expect.poll(() => read(bad.id)).toMatchObject({ finished: true, error: '没有完成，请重试' })
  expect(String(faults)).toContain('boom')
})

test('work whose process ended is said to have ended; work that somebody holds or would go on with is not', async () => {
  const { deps } = server
  const me = (await deps.services.access.userOf(clerk.token))!
  const [held, lost, resumed] = [
    await startProgress(deps, me, ''),
    await startProgress(deps, me, ''),
    await startProgress(deps, me, ''),
  ]
  const release = await held.hold()
  ;(await lost.hold())()
  await deps.db
    .update(progress)
    .set({ leaseUntil: leaseAt(0) })
    .where(eq(progress.id, lost.id))
  // A node whose clock is ahead of the holder's is no judge of its lease.
  const ahead = { ...deps, clock: () => new Date(deps.clock().getTime() + 60_000) }
  expect([await endAbandoned(ahead), await endAbandoned(deps)]).toEqual([1, 0])
  const read = (progressId: string) => clerk.ok(progressCalls.percentage, { progressId })
  expect(await read(lost.id)).toMatchObject({ finished: true, error: expect.stringContaining('服务器中断') })
  expect([(await read(held.id)).finished, (await read(resumed.id)).finished]).toEqual([false, false])
  release()
})

test('a server that stops lets work end at its next step, which is still told, and waits for it', async () => {
  const ending = await startTestServer({ clock })
  const watcher = await ending.as('clerk')
  const running = await startProgress(ending.deps, (await ending.deps.services.access.userOf(watcher.token))!, '')
  const faults: unknown[] = []
  let stopped: Promise<void> | undefined
  const work = async () => {
    for (const target of ['䶮店', '𠮷店', '平江店']) {
      await running.step(30, target, { target, ok: true, text: '完成' })
      stopped ??= ending.deps.services.works.stop()
    }
    return '完成'
  }
  inBackground(ending.deps, running, work, { errorText: '没有完成', report: (fault) => faults.push(fault) })
  await expect.poll(() => stopped !== undefined).toBe(true)
  await stopped
  expect(await watcher.ok(progressCalls.percentage, { progressId: running.id })).toMatchObject({
    ...{ finished: true, error: expect.stringContaining('服务器中断') },
    results: [{ target: '䶮店' }, { target: '𠮷店' }],
  })
  expect(faults).toEqual([])
  await ending.close()
})

test('page errors are kept without numbers and tokens, at most 20 a minute', async () => {
  const viewer = await server.as('viewer')
  const send = () =>
    viewer.ok(errorLog.add, {
      message: 'TypeError at /orders?name=张三 id 11010519491231002X phone 13812345678',
      page: '/swiping-card?token=abc',
      detail: { stack: `x ${viewer.token}` },
    })
  for (let n = 0; n < 22; n++) await send()
  const { db } = server.deps
  const rows = await db.select().from(operationLog).where(eq(operationLog.call, 'errorLog.add'))
  expect(rows).toHaveLength(20)
  expect(rows[0]).toMatchObject({ userName: 'viewer', message: 'TypeError at /orders id [证件号] phone [号码]' })
  expect(JSON.stringify(rows)).not.toContain(viewer.token)
  expect(rows[0]?.record.page).toBe('/swiping-card')
  clock.advance(60_000)
  await send()
  expect(await db.select().from(operationLog).where(eq(operationLog.call, 'errorLog.add'))).toHaveLength(21)
})

test('redaction', () => {
  expect(redact('https://a/b?x=1 end')).toBe('https://a/b end')
  const trace = 'at render (http://127.0.0.1/assets/index-Ab12.js:3:14) node_modules/react-dom/cjs/x.js'
  expect(redact(trace)).toBe(trace)
  expect(redact('total 85.60, 12 items')).toBe('total 85.60, 12 items')
  expect(redact('eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJ5aWJhbyJ9.abc')).toBe('[密文]')
})

test('QR codes belong to the store; whoever narrows the list by a code has scanned nothing', async () => {
  const { code } = await clerk.ok(qrCode.save, {
    kind: 'payment',
    content: 'https://pay.example/1',
    validUntil: '2026-12-31 23:59:59',
  })
  await clerk.ok(qrCode.save, { kind: 'store', content: 'second' })
  const found = await clerk.ok(qrCode.query, { code })
  expect(found.items).toMatchObject([
    { code, storeName: '示例大药房观前店', scans: 0, validUntil: '2026-12-31 23:59:59' },
  ])
  const paged = await clerk.ok(qrCode.query, { page: 2, pageSize: 1 })
  expect([paged.total, paged.items.length]).toEqual([2, 1])
  const stranger = await server.as('clerk2')
  expect((await stranger.ok(qrCode.query, { code })).items).toEqual([])
  expect((await (await server.as('area', { areaCode: '320500' })).ok(qrCode.query)).total).toBe(2)
  expect((await (await server.as('area')).send(qrCode.save, { kind: 'store', content: 'x' })).error?.message).toBe(
    '当前账号没有绑定门店',
  )
  expect((await clerk.ok(qrCode.query, { kind: 'payment' })).items).toMatchObject([{ code }])
  // What leads a customer's money astray can be taken away, and leads nowhere then; by nobody of another store.
  expect((await stranger.send(qrCode.remove, { code })).resultNotice?.error).toContain('二维码')
  expect((await clerk.ok(qrCode.query)).total).toBe(2)
  await clerk.ok(qrCode.remove, { code })
  expect((await clerk.ok(qrCode.query, { code })).items).toEqual([])
  expect((await clerk.ok(qrCode.query)).items).toMatchObject([{ content: 'second' }])
  expect((await clerk.send(qrCode.remove, { code })).success).toBe(false)
})

test('the sweep removes what has served its time and nothing else', async () => {
  const { db } = server.deps
  const sessions = (await db.select().from(session)).length
  await sweepOnce(server.deps)
  expect(await db.select().from(session)).toHaveLength(sessions)
  expect((await db.select().from(progress)).length).toBeGreaterThan(0)
  clock.advance(8 * 86_400_000)
  await sweepOnce(server.deps)
  expect([await db.select().from(session), await db.select().from(progress)]).toEqual([[], []])
})
