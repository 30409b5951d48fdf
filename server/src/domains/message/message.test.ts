import { ybConfig } from '@yibao/shared/calls/base.ts'
import { message as calls } from '@yibao/shared/calls/message.ts'
import { ownPlaces } from '@yibao/shared/calls/own-places.ts'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedId, storeIdOf } from '../../seed/organisation.ts'
import { leaseAt } from '../../test/clock.ts'
import { type Client, startTestServer, type TestServer, testClock } from '../../test/kit.ts'
import { sold } from '../../test/orders.ts'
import { dataRole, userDataRole } from '../auth/tables.ts'
import { intent, order } from '../order/tables.ts'
import { announceUnknown } from '../settlement/unknown-orders.ts'
import { announce } from './announce.ts'
import { message } from './tables.ts'

const clock = testClock()
const heard: [string, string, Record<string, unknown>][] = []
let server: TestServer
const who: Record<string, Client> = {}
beforeAll(async () => {
  const live = { publish: (...event: (typeof heard)[number]) => void heard.push(event) }
  server = await startTestServer({ clock, live })
  for (const name of ['clerk', 'clerk2', 'clerk3', 'admin']) who[name] = await server.as(name)
  who.area = await server.as('area', { areaCode: '320500' })
})
afterAll(() => server.close())

const form = { title: '停机通知', content: '今晚 23:00 维护', type: 'notice', level: 'warning' } as const
const unread = async (name: string) => (await who[name]!.ok(calls.unread)).count
const titles = async (name: string, tab: 'unread' | 'read' | 'sent') =>
  (await who[name]!.ok(calls.paged, { tab })).items.map(({ title }) => title)

test('a notice reaches its area and nobody else, live by ids only; reading it counts down', async () => {
  const sent = await who.area!.ok(calls.publish, { ...form, scope: 'areas', areas: ['320500'], mustRead: true })
  expect(heard.at(-1)).toEqual(['area:320500', 'message', { id: sent.id, level: 'warning', mustRead: true }])
  expect([await unread('clerk'), await unread('clerk2'), await unread('admin'), await unread('area')]).toEqual([
    1, 0, 1, 0,
  ])
  expect((await who.clerk!.ok(calls.unread)).mustRead).toMatchObject({ id: sent.id, content: form.content })
  expect((await who.clerk2!.send(calls.get, { id: sent.id })).statusCode).toBe(404)
  expect(await who.clerk!.ok(calls.read, { ids: [sent.id] })).toEqual({ count: 0 })
  expect(await titles('clerk', 'read')).toEqual(['停机通知'])
  const found = async (keyword: string) => (await who.clerk!.ok(calls.paged, { tab: 'read', keyword })).total
  expect([await found('停机'), await found('%'), await found('盘点')]).toEqual([1, 0, 0])
  expect((await who.area!.ok(calls.paged, { tab: 'sent' })).items[0]).toMatchObject({ readers: 1, read: false })
  expect((await who.clerk!.ok(calls.get, { id: sent.id })).readers).toBeUndefined()
})

test('all that match are read together: the filters of the list, and nothing else', async () => {
  for (const [title, level] of [
    ['盘点一', 'info'],
    ['盘点二', 'info'],
    ['停电', 'urgent'],
  ] as const)
    await who.admin!.ok(calls.publish, { ...form, title, level, scope: 'stores', stores: [storeIdOf('P43010200001')] })
  expect(await who.clerk3!.ok(calls.readAll, { keyword: '盘点', level: 'info' })).toEqual({ count: 1 })
  expect(await titles('clerk3', 'unread')).toEqual(['停电'])
  expect(await who.clerk3!.ok(calls.readAll)).toEqual({ count: 0 })
})

test('nobody publishes beyond his data roles, clerks not at all', async () => {
  const refused = async (name: string, more: object) =>
    (await who[name]!.send(calls.publish, { ...form, ...more })).error?.message
  expect(await refused('area', { scope: 'all' })).toBe('只有超级管理员可以向所有人发布')
  expect(await refused('area', { scope: 'areas', areas: ['320500', '430100'] })).toBe('不能向这个范围发布')
  expect(await refused('area', { scope: 'stores', stores: [storeIdOf('P43010200001')] })).toBe('不能向这个范围发布')
  expect(await refused('area', { scope: 'areas' })).toContain('请选择区划')
  expect(await refused('clerk', { scope: 'areas', areas: ['320500'] })).toContain('没有「发布消息」的权限')
  expect(await refused('area', { scope: 'areas', areas: ['320500'], validTo: '2020-01-01 00:00:00' })).toContain(
    '有效期',
  )
})

test('who has some stores of an area speaks to those, and from no other company’s counter', async () => {
  const held = eq(userDataRole.userId, seedId(2, 3))
  const { db } = server.deps
  await db
    .update(userDataRole)
    .set({ roleId: seedId(4, 3) })
    .where(held)
  const part = await server.as('area1', { areaCode: '320500' })
  const maintenance = { ...form, type: 'maintenance', validTo: '2100-01-01 00:00:00', mustRead: true } as const
  const refused = await part.send(calls.publish, { ...maintenance, scope: 'areas', areas: ['320500'] })
  expect(refused.error).toMatchObject({
    message: '不能向这个范围发布',
    fields: { areas: '当前账号没有苏州市的全部门店' },
  })
  await part.ok(calls.publish, { ...form, scope: 'stores', stores: [storeIdOf('P32050100001')] })
  const toAll = await part.send(calls.publish, { ...form, scope: 'all' })
  expect(toAll.resultNotice).toMatchObject({
    error: '只有超级管理员可以向所有人发布',
    tips: '请改选区划或门店',
  })
  await db
    .update(userDataRole)
    .set({ roleId: seedId(4, 2) })
    .where(held)
})

test('whether an area is all his says his role and not the area where he works at the moment', async () => {
  const { db } = server.deps
  const suzhou = [storeIdOf('P32050100001'), storeIdOf('P32050100002')]
  const [role] = await db
    .select()
    .from(dataRole)
    .where(eq(dataRole.id, seedId(4, 2)))
  const holding = (held: { areas: string[]; stores: string[] }) =>
    db.update(dataRole).set(held).where(eq(dataRole.id, role!.id))
  await holding({ areas: [], stores: [...suzhou, storeIdOf('P32010200001')] })
  const elsewhere = await server.as('area1', { areaCode: '320100' })
  const to = (areas: string[]) => elsewhere.send(calls.publish, { ...form, title: '邻区通知', scope: 'areas', areas })
  expect((await to(['320500'])).success, 'all stores of the other area').toBe(true)
  expect((await to(['430100'])).error?.fields).toEqual({ areas: '当前账号没有长沙市的全部门店' })
  // Nobody has a store there, so nobody has all of them.
  expect((await to(['320500', '320200'])).error?.fields).toEqual({ areas: '当前账号没有无锡市的全部门店' })
  await holding({ areas: [], stores: [suzhou[0]!, storeIdOf('P32010200001')] })
  expect((await to(['320500'])).error?.fields).toEqual({ areas: '当前账号没有苏州市的全部门店' })
  await holding(role!)
})

test('stores are spoken to in every area of the publisher, whichever he works in; his form is told which areas are all his', async () => {
  const [suzhou, nanjing] = [storeIdOf('P32050100001'), storeIdOf('P32010200001')] as const
  const sent = await who.area!.ok(calls.publish, {
    ...form,
    title: '两区通知',
    scope: 'stores',
    stores: [suzhou, nanjing],
  })
  expect(await titles('clerk2', 'unread')).toContain('两区通知')
  await who.area!.ok(calls.delete, { ids: [sent.id], withdraw: true })
  const treeOf = async (everywhere?: boolean) =>
    JSON.stringify(await who.area!.ok(ownPlaces.pullUserStores, { everywhere }))
  expect([(await treeOf()).includes(nanjing), (await treeOf(true)).includes(nanjing)]).toEqual([false, true])
  expect(await treeOf(true), 'nobody else’s').not.toContain(storeIdOf('P43010200001'))
  const parts = async (client: Client) => {
    const { medicalAreas } = await client.ok(ybConfig.pullUserMedicalAreas)
    return medicalAreas.flatMap(({ childs }) => childs.map(({ childAreaCode, part }) => [childAreaCode, part]))
  }
  expect(await parts(who.area!)).toEqual([
    ['320100', undefined],
    ['320500', undefined],
  ])
  const { db } = server.deps
  const here = eq(dataRole.id, seedId(4, 2))
  const [role] = await db.select().from(dataRole).where(here)
  await db
    .update(dataRole)
    .set({ areas: ['320100'], stores: [suzhou] })
    .where(here)
  const part = await server.as('area1', { areaCode: '320100' })
  expect(await parts(part)).toEqual([
    ['320100', undefined],
    ['320500', true],
  ])
  await db.update(dataRole).set(role!).where(here)
})

test('a period is kept, a withdrawn notice is gone for all, a deleted one for its reader', async () => {
  const day = 86_400_000
  const { id } = await who.admin!.ok(calls.publish, { ...form, title: '全体', scope: 'all' })
  expect(await titles('clerk3', 'unread')).toEqual(['全体'])
  await who.clerk3!.ok(calls.delete, { ids: [id] })
  expect(await titles('clerk3', 'unread')).toEqual([])
  expect(await titles('clerk2', 'unread')).toEqual(['全体'])
  expect((await who.clerk2!.send(calls.delete, { ids: [id], withdraw: true })).statusCode).toBe(404)
  await who.admin!.ok(calls.delete, { ids: [id], withdraw: true })
  expect(await titles('clerk2', 'unread')).toEqual([])
  await announce(server.deps, {
    key: 'k',
    title: '一个月',
    content: '…',
    type: 'upgrade',
    level: 'info',
    areas: ['320100'],
  })
  expect(await titles('clerk2', 'unread')).toEqual(['一个月'])
  clock.advance(31 * day)
  who.clerk2 = await server.as('clerk2')
  expect(await titles('clerk2', 'unread')).toEqual([])
})

test('a super administrator sees and takes back what anybody published, and nobody else does', async () => {
  // Sessions of before have ended by now.
  for (const name of ['clerk', 'admin']) who[name] = await server.as(name)
  who.area = await server.as('area', { areaCode: '320500' })
  const sent = await who.area!.ok(calls.publish, { ...form, title: '走了的人发的', scope: 'areas', areas: ['320500'] })
  expect(await titles('admin', 'sent')).toContain('走了的人发的')
  expect(await titles('clerk', 'sent')).toEqual([])
  expect(await who.admin!.ok(calls.get, { id: sent.id })).toMatchObject({ readers: 0, withdrawn: false })
  const people = async (name: string) =>
    (await who[name]!.ok(calls.receipts, { id: sent.id, pageSize: 100 })).items.map(({ userName }) => userName)
  expect(await people('admin'), 'who published it is none of those it is for').not.toContain('area')
  expect(await people('admin')).toEqual(expect.arrayContaining(await people('area')))
  const other = await server.as('area1', { areaCode: '320100' })
  expect((await other.send(calls.delete, { ids: [sent.id], withdraw: true })).statusCode).toBe(404)
  await who.admin!.ok(calls.delete, { ids: [sent.id], withdraw: true })
  expect(heard.at(-1)).toEqual(['area:320500', 'messageWithdrawn', expect.objectContaining({ id: sent.id })])
  expect(await titles('clerk', 'unread')).not.toContain('走了的人发的')
})

test('the system says a thing once: a key is announced once, an unknown order after ten minutes', async () => {
  const stores = [storeIdOf('P32050100001')]
  const news = { key: 'once', title: '一次', content: '…', type: 'order', level: 'info', stores } as const
  expect([await announce(server.deps, news), await announce(server.deps, news)]).toEqual([true, false])
  const at = clock()
  const base = { areaCode: '320500', companyId: '10001', storeId: stores[0]! }
  await sold(server.deps, { id: 'o1', orderNo: 'YB1', state: 'unknown', operatorId: seedId(2, 4) })
  await server.deps.db.insert(intent).values({
    ...{
      ...base,
      id: 'i1',
      msgid: 'm1',
      infno: '2102',
      orderId: 'o1',
      userId: 'u',
      callName: 'c',
      idempotencyKey: 'k',
    },
    ...{ payload: '', outcome: 'unknown', node: 'n', leaseUntil: leaseAt(at), sentAt: at, createdAt: at },
  })
  clock.advance(599_000)
  await announceUnknown(server.deps)
  const count = async () => (await server.deps.db.select().from(message).where(eq(message.key, 'unknown:i1'))).length
  expect(await count()).toBe(0)
  clock.advance(2000)
  await announceUnknown(server.deps)
  await announceUnknown(server.deps)
  expect(await count()).toBe(1)
  who.clerk = await server.as('clerk')
  expect((await titles('clerk', 'unread'))[0]).toBe('结算结果未知超过 10 分钟：YB1')
  // Of more than are read at once those that have been told of keep none of the others from it.
  const { db } = server.deps
  const [first] = await db.select().from(order).where(eq(order.id, 'o1'))
  const [sent] = await db.select().from(intent).where(eq(intent.id, 'i1'))
  const [told] = await db.select().from(message).where(eq(message.key, 'unknown:i1'))
  const others = Array.from({ length: 500 }, (_, n) => `o${n + 2}`)
  await db.insert(order).values(others.map((id) => ({ ...first!, id, orderNo: id })))
  const sentOf = (id: string) => ({ ...sent!, id, orderId: id, msgid: id, idempotencyKey: id })
  await db.insert(intent).values(others.map(sentOf))
  await db.insert(message).values(others.slice(0, -1).map((id) => ({ ...told!, id, key: `unknown:${id}` })))
  await announceUnknown(server.deps)
  expect(await db.$count(message, like(message.key, 'unknown:%'))).toBe(501)
  expect(await who.clerk.ok(calls.readAll)).toEqual({ count: 0 })
})
