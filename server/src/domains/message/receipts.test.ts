import { message as calls } from '@yibao/shared/calls/message.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, databases, startTestServer, testClock } from '../../test/kit.ts'
import { user } from '../auth/tables.ts'

const form = { title: '停机通知', content: '今晚 23:00 维护', type: 'notice', level: 'warning' } as const
const [suzhou, nanjing] = [storeIdOf('P32050100001'), storeIdOf('P32010200001')] as const

describe.each(databases)('who got a notice on %s', (database) => {
  const clock = testClock()
  const server = opened(() => startTestServer({ database, clock }))
  let who: Record<'clerk' | 'clerk2' | 'area' | 'admin', Client>
  beforeAll(async () => {
    who = {
      clerk: await server.as('clerk'),
      clerk2: await server.as('clerk2'),
      area: await server.as('area', { areaCode: '320500' }),
      admin: await server.as('admin'),
    }
  })
  const listed = async (id: string, more: object = {}, client = who.area) =>
    client.ok(calls.receipts, { id, pageSize: 100, ...more })
  const named = async (...asked: Parameters<typeof listed>) =>
    (await listed(...asked)).items.map(({ userName, state }) => `${userName} ${state}`)
  const sentRow = async (id: string) =>
    (await who.area.ok(calls.paged, { tab: 'sent' })).items.find((one) => one.id === id)

  test('the people of the place, whoever has not read it first; counted when it is published', async () => {
    const { id } = await who.area.ok(calls.publish, { ...form, scope: 'areas', areas: ['320500'] })
    const before = await listed(id)
    const people = before.items.map(({ userName }) => userName)
    expect(people).toContain('clerk')
    expect(people, 'of another area').not.toContain('clerk2')
    expect(people, 'who published it').not.toContain('area')
    expect(people, 'who sees everything is not who is meant').not.toContain('admin')
    expect(await sentRow(id)).toMatchObject({ recipients: before.total, readers: 0 })
    await who.clerk.ok(calls.read, { ids: [id] })
    const after = await listed(id)
    expect(after.items.at(-1)).toMatchObject({ userName: 'clerk', state: 'read', readAt: expect.any(String) })
    expect(after.items.at(-1)!.storeName).toBe('示例大药房观前店')
    expect(await named(id, { state: 'read' })).toEqual(['clerk read'])
    expect((await listed(id, { state: 'unread' })).total).toBe(before.total - 1)
    expect(await named(id, { keyword: 'CLERK', state: 'read' })).toEqual(['clerk read'])
    expect(await named(id, { keyword: '%' })).toEqual([])
    expect(await sentRow(id)).toMatchObject({ recipients: before.total, readers: 1 })
    // Who sees everything reads it too, and is none of those it was meant for.
    await who.admin.ok(calls.read, { ids: [id] })
    expect(await sentRow(id)).toMatchObject({ readers: 1 })
    // What one receives tells nothing of the others.
    const [received] = (await who.clerk.ok(calls.paged, { tab: 'read' })).items
    expect([received?.readers, received?.recipients]).toEqual([undefined, undefined])
  })

  test('put away unread, and an account that was stopped', async () => {
    const { id } = await who.area.ok(calls.publish, { ...form, scope: 'stores', stores: [suzhou, nanjing] })
    await who.clerk.ok(calls.delete, { ids: [id] })
    expect(await named(id)).toEqual(expect.arrayContaining(['clerk away', 'clerk2 unread']))
    const { db } = server.deps
    await db.update(user).set({ stopped: true }).where(eq(user.userName, 'clerk2'))
    expect((await named(id)).join()).not.toContain('clerk2')
    await db.update(user).set({ stopped: false }).where(eq(user.userName, 'clerk2'))
    // An administrator is told of a notice to one store of his.
    expect((await named(id)).join()).toContain('area1 unread')
    await who.area.ok(calls.delete, { ids: [id], withdraw: true })
    expect((await listed(id)).total, 'also once it was taken back').toBeGreaterThan(0)
  })

  test('a notice to everybody, and nobody else’s notice', async () => {
    const { id } = await who.admin.ok(calls.publish, { ...form, scope: 'all' })
    const { total } = await listed(id, {}, who.admin)
    expect(total).toBe((await server.deps.db.$count(user, eq(user.stopped, false))) - 1)
    for (const client of [who.area, who.clerk]) expect((await client.send(calls.receipts, { id })).statusCode).toBe(404)
  })

  test('from when it is read is told; its sheet is the list', async () => {
    const validFrom = '2100-01-01 08:00:00'
    const { id } = await who.area.ok(calls.publish, { ...form, scope: 'areas', areas: ['320500'], validFrom })
    expect(await sentRow(id)).toMatchObject({ validFrom })
    const columns = ['name', 'userName', 'storeName', 'state', 'readAt']
    const wanted = { call: 'message.receipts', input: { id }, columns, title: '接收情况' }
    const { exportId, rows } = await who.area.ok(exporting.create, wanted)
    expect(rows).toBe((await listed(id)).total)
    const [head, ...lines] = (await readXlsx((await who.area.send(exporting.file, { exportId })).bytes))[0]!.data
    expect(head).toEqual(['姓名', '用户名', '门店', '阅读', '阅读时间'])
    expect(lines.map((line) => line[1])).toEqual((await listed(id)).items.map(({ userName }) => userName))
    expect((await who.clerk.send(exporting.create, wanted)).statusCode).toBe(403)
  })
})
