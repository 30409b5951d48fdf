import { approvalTarget } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { progress } from '@yibao/shared/calls/base.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { initialization } from '@yibao/shared/calls/initialization.ts'
import { setupOrder } from '@yibao/shared/setup.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../database/seed/organisation.ts'
import { encode } from '../../test/encode.ts'
import { type Client, type TestServer, testClock } from '../../test/kit.ts'
import { openSession } from '../auth/sessions.ts'
import { user } from '../auth/tables.ts'
import { item } from '../catalogue/tables.ts'
import { keepOutcome } from '../organisation/setup.ts'
import { store } from '../organisation/tables.ts'
import type { Centre } from '../settlement/test/counter.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { openOffice } from '../settlement/test/office.ts'

const clock = testClock()
let centre: Centre
let server: TestServer
let area: Client
let clerk: Client
const storeId = storeIdOf('P32050100001')
const office = opened(() => openOffice(clock))
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

test('institution: the same is the same, another name is told', async () => {
  await run('institution')
  expect(await stepOf('institution')).toMatchObject({
    state: 'done',
    text: expect.stringContaining('91320508MA1EXAMP1M'),
  })
  const named = (name: string) => server.deps.db.update(store).set({ name }).where(eq(store.id, storeId))
  await named('示例大药房新店')
  await run('institution')
  await named('示例大药房观前店')
  expect(await stepOf('institution')).toMatchObject({
    state: 'warn',
    text: '与医保中心不一致。名称：中心「示例大药房观前店」，本店「示例大药房新店」',
  })
})

test('dictionary: all types, with progress', async () => {
  expect(await run('dictionary')).toMatchObject({ finished: true, text: expect.stringMatching(/^已下载 \d{3} 类字典/) })
  expect((await stepOf('dictionary'))?.state).toBe('done')
}, 60_000)

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
}, 60_000)

test('the counter reports its own checks; a trial must be an order of this store', async () => {
  await clerk.ok(initialization.report, { step: 'card', text: '读到 11 项' })
  expect((await stepOf('card'))?.text).toBe('读到 11 项')
  const made = await clerk.send(initialization.report, { step: 'trial', text: '好', orderId: 'nobody' })
  expect(made.error?.message).toBe('没有找到本店的试算')
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
