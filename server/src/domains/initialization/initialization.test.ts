import { approvalTarget } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { progress } from '@yibao/shared/calls/base.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { initialization } from '@yibao/shared/calls/initialization.ts'
import { setupOrder } from '@yibao/shared/setup.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { leaseAt } from '../../test/clock.ts'
import { encode } from '../../test/encode.ts'
import { type Client, type TestServer, testClock } from '../../test/kit.ts'
import { sold } from '../../test/orders.ts'
import { openSession } from '../auth/sessions.ts'
import { user } from '../auth/tables.ts'
import { catalogueSource } from '../catalogue/entry-tables.ts'
import { item, itemMapping } from '../catalogue/tables.ts'
import { keepOutcome } from '../organisation/setup.ts'
import { store } from '../organisation/tables.ts'
import type { Centre } from '../settlement/test/centre.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { openOffice } from '../settlement/test/office.ts'
import { beginDownloads, catalogueState } from './catalogue.ts'

const clock = testClock()
let centre: Centre
let server: TestServer
let area: Client
let clerk: Client
const storeId = storeIdOf('P32050100001')
const office = opened(() => openOffice(clock, 500))
beforeAll(async () => {
  ;({ centre, server, area, clerk } = office)
})
beforeEach(async () => void (await area.ok(initialization.begin, { storeId })))

const login = async (userName = 'clerk') => {
  clock.advance(1000)
  return server.nobody.ok(auth.login, { userName, passWord: encode('Yibao@2026', clock()) })
}
const keep = (step: (typeof setupOrder)[number], state: 'done' | 'skipped' = 'done') =>
  keepOutcome({ deps: server.deps, me: { name: '王药师' } as never }, storeId, step, { state, text: '好' })

/** Runs a step to its end. */
const run = async (step: 'area' | 'institution' | 'dictionary' | 'catalogue' | 'staff', client = clerk) => {
  const { progressId } = await client.ok(initialization.run, { step })
  return vi.waitFor(
    async () => {
      const now = await client.ok(progress.percentage, { progressId })
      expect(now.finished).toBe(true)
      return now
    },
    { timeout: 55_000, interval: 50 },
  )
}
const stepOf = async (step: string) => (await clerk.ok(initialization.state)).steps.find((one) => one.step === step)

test('a store is asked for its set-up at the login, from its first open step on; others are not', async () => {
  expect((await login()).initializeInfo).toEqual({ isNeedInitialize: true, initializeStep: 1 })
  await keep('area')
  await keep('dictionary')
  expect((await login()).initializeInfo).toEqual({ isNeedInitialize: true, initializeStep: 2 })
  for (const other of ['clerk2', 'area', 'admin'])
    expect((await login(other)).initializeInfo).toEqual({ isNeedInitialize: false, initializeStep: 0 })
})

test('it ends with its last step, done or skipped', async () => {
  for (const step of setupOrder) await keep(step, step === 'staff' ? 'skipped' : 'done')
  expect((await login()).initializeInfo.isNeedInitialize).toBe(false)
  expect((await clerk.ok(initialization.state)).steps).toHaveLength(7)
  expect((await clerk.send(initialization.run, { step: 'area' })).error?.message).toBe('本店不在初始化中')
})

test('what was left out is reminded of on the home page until it is done, and can be done later', async () => {
  for (const step of setupOrder) await keep(step, step === 'staff' || step === 'catalogue' ? 'skipped' : 'done')
  const left = async () => (await clerk.ok(report.dashboard)).setup
  expect(await left()).toEqual([3, 4])
  expect((await clerk.send(initialization.report, { step: 'card', text: '好' })).error?.message).toBe(
    '本店不在初始化中',
  )
  await run('staff')
  expect([await left(), (await stepOf('staff'))?.state]).toEqual([[3], expect.stringMatching(/done|warn/)])
  // The store sells all along, and nobody is sent to the wizard again.
  expect((await login()).initializeInfo.isNeedInitialize).toBe(false)
  expect((await clerk.send(initialization.run, { step: 'staff' })).error?.message).toBe('本店不在初始化中')
})

test('area: a fresh sign-in comes back from the centre', async () => {
  expect((await run('area')).error).toBeUndefined()
  expect(await stepOf('area')).toMatchObject({
    state: 'done',
    text: expect.stringMatching(/^苏州市 320500，医保中心 \d+ ms 应答/),
  })
})

test('institution: the same is the same; another name, another licence and one that nobody filed are told', async () => {
  await run('institution')
  expect(await stepOf('institution')).toMatchObject({
    state: 'done',
    text: expect.stringContaining('91320508MA1EXAMP1M'),
  })
  const registered = { name: '示例大药房观前店', fixmedinsName: '', uscc: '91320508MA1EXAMP1M' }
  const filed = async (values: Partial<typeof registered>) => {
    await server.deps.db.update(store).set(values).where(eq(store.id, storeId))
    await run('institution')
    await server.deps.db.update(store).set(registered).where(eq(store.id, storeId))
    const { state, text } = (await stepOf('institution'))!
    return `${state} ${text}`
  }
  expect(await filed({ name: '示例大药房新店' })).toBe(
    'warn 与医保中心不一致。名称：中心「示例大药房观前店」，本店「示例大药房新店」',
  )
  // The store's own name may be another than the registered one.
  expect(await filed({ name: '观前店', fixmedinsName: '示例大药房观前店' })).toMatch(/^done /)
  expect(await filed({ uscc: '91320106MA1EXAMP27' })).toBe(
    'warn 与医保中心不一致。统一社会信用代码：中心「91320508MA1EXAMP1M」，本店「91320106MA1EXAMP27」',
  )
  expect(await filed({ uscc: '' })).toContain('统一社会信用代码：中心「91320508MA1EXAMP1M」，本店没有登记')
})

test('dictionary: all types, with progress', async () => {
  expect(await run('dictionary')).toMatchObject({ finished: true, text: expect.stringMatching(/^已下载 \d{3} 类字典/) })
  expect((await stepOf('dictionary'))?.state).toBe('done')
  await centre.fault({ fault: 'refuse', infno: '1901', text: '字典类型不支持', times: 1 })
  const { error, text } = await run('dictionary')
  expect([error, text]).toEqual([undefined, expect.stringMatching(/没有给出 1 类.*“字典类型不支持”/)])
  expect((await stepOf('dictionary'))?.state).toBe('warn')
})

const sourceRows = () => server.deps.db.select().from(catalogueSource).where(eq(catalogueSource.areaCode, '320500'))
const setSource = (kind: string, values: Partial<typeof catalogueSource.$inferInsert>) =>
  server.deps.db
    .update(catalogueSource)
    .set(values)
    .where(and(eq(catalogueSource.areaCode, '320500'), eq(catalogueSource.kind, kind)))

test('catalogue: what cannot be sold on insurance is told; an empty one does not pass', async () => {
  await run('catalogue')
  expect((await stepOf('catalogue'))?.text).toMatch(/^药品 \d+ 种，已对照 \d+ 种/)
  await area.ok(initialization.begin, { storeId })
  await server.deps.db.update(item).set({ areaCode: '999999' }).where(eq(item.areaCode, '320500'))
  const failed = await run('catalogue')
  await server.deps.db.update(item).set({ areaCode: '320500' }).where(eq(item.areaCode, '999999'))
  expect(failed).toMatchObject({
    error: '本公司在本区划还没有商品',
    results: [{ ok: false, text: '请管理员在「目录差异」按「导入商品」后再检查' }],
  })
  expect(await stepOf('catalogue')).toBeUndefined()
})

test('catalogue: goods that the company has mapped and this store has not told its centre are named, and where to send them', async () => {
  const { db } = server.deps
  const mine = eq(itemMapping.storeId, storeId)
  const rows = await db.select().from(itemMapping).where(mine)
  const told = async () => {
    await run('catalogue')
    const { state, text } = (await stepOf('catalogue'))!
    return `${state} ${text}`
  }
  const one = and(mine, eq(itemMapping.ownCode, rows[0]!.ownCode))
  expect(await told()).not.toContain('没有上报')
  await db.update(itemMapping).set({ state: 'waiting' }).where(one)
  expect(await told()).toMatch(
    /^warn 药品 \d+ 种，已对照 \d+ 种；.*1 种本店还没有上报，结算按全自费：请管理员在「目录差异」按「重新上报全部对照」/,
  )
  await db.update(itemMapping).set({ state: 'sent', nationalCode: 'ANOTHER' }).where(one)
  expect(await told(), 'told of another code').toContain('1 种本店还没有上报')
  await db.delete(itemMapping).where(mine)
  const none = await told()
  await db.insert(itemMapping).values(rows)
  expect(none).toContain(`${rows.length} 种本店还没有上报`)
})

test('catalogue: what the area lacks is downloaded and told table by table; what is fresh is not asked for again', async () => {
  await server.deps.db.delete(catalogueSource).where(eq(catalogueSource.areaCode, '320500'))
  const { error, results } = await run('catalogue')
  expect([error, results.length]).toEqual([undefined, 12])
  expect(results[0]).toMatchObject({ target: '西药中成药', ok: true, text: expect.stringMatching(/^[1-9]\d* 行$/) })
  expect((await stepOf('catalogue'))?.text).toMatch(/；医保目录 12 类 [1-9]\d* 行/)
  const brought = await sourceRows()
  expect(brought).toHaveLength(12)
  await setSource('1302', { updatedAt: new Date(clock().getTime() - 8 * 24 * 3600_000) })
  await setSource('1303', { state: 'failed', error: '医保中心暂时不能访问' })
  const before = new Map(brought.map(({ kind, progressId }) => [kind, progressId]))
  await run('catalogue')
  const again = (await sourceRows()).filter(({ kind, progressId }) => progressId !== before.get(kind))
  expect(again.map(({ kind }) => kind).sort()).toEqual(['1302', '1303'])
  expect((await sourceRows()).map(({ state }) => state)).toEqual(Array(12).fill('idle'))
})

test('catalogue: a download of somebody else is followed, and goes on behind a person who has waited', async () => {
  await run('catalogue')
  const { deps } = server
  await setSource('1301', {
    ...{ state: 'running', runner: 'elsewhere', progressId: 'his', fileRows: 200, fileDone: 50 },
    leaseUntil: leaseAt(clock().getTime() + 3600_000),
  })
  const c = { deps, db: deps.db, me: { userId: '1' } } as never
  await beginDownloads(c, '320500')
  const said: unknown[][] = []
  const running = { step: async (...step: unknown[]) => void said.push(step) } as never
  const waiting = catalogueState(c, '320500', running, 60_000)
  await vi.waitFor(() => expect(said[0]?.[1]).toBe('正在下载西药中成药：已导入 50 / 200 行（12/12）'))
  await setSource('1301', { state: 'idle', fileDone: 200 })
  expect((await waiting).left).toBe('')
  await setSource('1301', { state: 'running', runner: 'elsewhere', progressId: 'his' })
  expect((await catalogueState(c, '320500', running, 0)).left).toBe('1 类还在后台下载，可以先做下一步')
  await setSource('1301', { state: 'failed', error: '下载没有完成，请 1 分钟后再下载' })
  expect((await catalogueState(c, '320500', running, 0)).left).toMatch(/^西药中成药没有下载完/)
  expect(said.at(-12)?.[2]).toMatchObject({ ok: false, text: '没有下载完：下载没有完成，请 1 分钟后再下载' })
  await setSource('1301', { state: 'idle', runner: null, error: '' })
})

test('staff: a pharmacist is needed', async () => {
  await run('staff')
  expect((await stepOf('staff'))?.text).toBe('药师 2 名（王药师、顾𠮷），医师 0 名')
  const other = storeIdOf('P32050100002')
  await area.ok(initialization.begin, { storeId: other })
  const { db, services } = server.deps
  const [person] = await db.select().from(user).where(eq(user.userName, 'clerk'))
  const token = await openSession({ db, access: services.access }, person!, { storeId: other })
  expect(await run('staff', server.withToken(token))).toMatchObject({
    error: '医保中心没有本店的药师',
    results: [{ ok: false, text: '请先在医保中心登记药师，再重新检查' }],
  })
})

test('a centre that does not answer is no reason to pass', async () => {
  await centre.fault({ fault: 'dropBeforeBooking', infno: '1201', times: 9 })
  const failed = await run('institution')
  await centre.clearFaults()
  await tellTime(centre, clock())
  expect(failed.error).toBe('医保中心暂时不能访问')
  expect(await stepOf('institution')).toBeUndefined()
})

test('the counter reports its own checks; a trial must be an order of this store', async () => {
  await clerk.ok(initialization.report, { step: 'card', text: '读到 11 项' })
  expect((await stepOf('card'))?.text).toBe('读到 11 项')
  const made = await clerk.send(initialization.report, { step: 'trial', text: '好', orderId: 'nobody' })
  expect(made.error?.message).toBe('没有找到本店的试算')
})

test('a trial is one that was priced, since this set-up began', async () => {
  const { db } = server.deps
  const [person] = await db.select().from(user).where(eq(user.userName, 'clerk'))
  const tried = async (split: object | null) => {
    clock.advance(1000)
    const trial = { storeId, operatorId: person!.id, state: 'voided', total: 960, split: split as never } as const
    return (await sold(server.deps, trial)).id
  }
  const told = (orderId: string) => clerk.send(initialization.report, { step: 'trial', text: '好', orderId })
  const unpriced = await tried(null)
  expect((await told(unpriced)).error?.message).toBe('没有找到本店的试算')
  const former = await tried({ total: 960 })
  await area.ok(initialization.begin, { storeId })
  clock.advance(1000)
  await area.ok(initialization.begin, { storeId })
  expect((await told(former)).error?.message).toBe('没有找到本店的试算')
  expect((await told(await tried({ total: 960 }))).success).toBe(true)
})

test('skipping is an administrator’s: at his own session, or by his approval, which works once', async () => {
  const input = { step: 'staff', reason: '药师下周到岗' } as const
  expect((await clerk.send(initialization.skip, input)).error?.message).toBe('只有管理员可以跳过')
  const approve = (userName: string) =>
    clerk.send(auth.authorize, {
      userName,
      passWord: encode('Yibao@2026', clock()),
      action: 'setup',
      target: approvalTarget.setup('staff'),
    })
  expect((await approve('pharmacist')).success).toBe(false)
  clock.advance(1000)
  const { result } = await approve('area')
  const { authorizationId } = result!
  const other = await clerk.send(initialization.skip, { ...input, step: 'card', authorizationId })
  expect(other.error?.message).toBe('授权已使用或已过期')
  await clerk.ok(initialization.skip, { ...input, authorizationId })
  expect(await stepOf('staff')).toMatchObject({
    state: 'skipped',
    text: expect.stringMatching(/同意跳过：药师下周到岗$/),
  })
  expect((await clerk.send(initialization.skip, { ...input, authorizationId })).success).toBe(false)
})

test('only who may edit stores begins it, and only inside of his data role', async () => {
  expect((await clerk.send(initialization.begin, { storeId })).statusCode).toBe(403)
  expect((await area.send(initialization.begin, { storeId: storeIdOf('P43010200001') })).error?.message).toContain(
    '数据权限',
  )
})
