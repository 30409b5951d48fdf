import { message as messageCalls } from '@yibao/shared/calls/message.ts'
import { operationLog } from '@yibao/shared/calls/operation-log.ts'
import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { and, eq, sql } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedId } from '../../../seed/organisation.ts'
import { areaRole, clerkRole, dataRoles, viewerRole } from '../../../seed/roles.ts'
import type { Client } from '../../../test/kit.ts'
import { dataRole, menuRole, user, userDataRole, userMenuRole } from '../../auth/tables.ts'
import { sell } from '../defined/test/books.ts'
import { reportDelivery, reportSchedule } from './tables.ts'
import { area1, both, type Desk, openDesk, rare, readers, when } from './test/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.server.close())

const form = { revision: 0, when, roles: [] as string[], users: [readers.ou.id] }
type Refused = { statusCode: number; resultNotice?: { error?: string } | null }
const errorOf = async (answer: Promise<Refused>) => (await answer).resultNotice?.error
const sheetOf = async (client: Client) => {
  const [job] = (await client.ok(exporting.paged)).items
  const rows = (await readXlsx((await client.send(exporting.file, { exportId: job!.id })).bytes))[0]!.data
  return rows.slice(1, -1).map(([store]) => store)
}

test('only who keeps a report sees and changes its plan', async () => {
  const id = await desk.publish('A1')
  await desk.plan(id)
  const all = [
    (c: Client) => c.send(calls.get, { id }),
    (c: Client) => c.send(calls.people, { id }),
    (c: Client) => c.send(calls.save, { id, ...form, revision: 1 }),
    (c: Client) => c.send(calls.stop, { id }),
    (c: Client) => c.send(calls.runs, { id }),
  ]
  // Another area's keeper, and one who only runs it.
  for (const one of all) expect((await one(desk.who.elsewhere)).statusCode).toBe(404)
  for (const one of all) expect((await one(desk.who.viewer)).statusCode).toBe(403)
  expect((await desk.who.viewer.ok(reportDefinition.paged, { code: 'A1' })).items[0]).toMatchObject({
    ...{ schedule: '', scheduled: false, runnable: true },
  })
  const everywhere = await desk.publish('A2', { areaCode: undefined }, desk.who.admin)
  for (const call of [calls.save, calls.stop, calls.runs, calls.get])
    expect(await errorOf(desk.who.area1.send(call as typeof calls.save, { id: everywhere, ...form }))).toContain(
      '没有修改全部区划报表的权限',
    )
  // Who keeps it and may not send: the button counts, not the page.
  const buttons = areaRole.buttons.filter(
    ({ menuCode, buttonCode }) => `${menuCode}.${buttonCode}` !== 'ReportManager.push',
  )
  const { db } = desk.server.deps
  await db.update(menuRole).set({ buttons }).where(eq(menuRole.id, areaRole.id))
  expect((await desk.who.area1.send(calls.get, { id })).statusCode).toBe(403)
  expect((await desk.who.area1.send(calls.save, { id, ...form, revision: 1 })).statusCode).toBe(403)
  await db.update(menuRole).set({ buttons: areaRole.buttons }).where(eq(menuRole.id, areaRole.id))
  const row = (await desk.who.area1.ok(reportDefinition.paged, { code: 'A1' })).items[0]!
  expect(row).toMatchObject({ scheduled: true, schedule: '每月 1 日 06:00，下次 10-01 06:00' })
  await desk.who.area1.ok(calls.stop, { id })
  expect((await desk.who.area1.send(calls.stop, { id })).statusCode).toBe(404)
  const { items } = await desk.who.admin.ok(operationLog.paged, { pageSize: 50 })
  expect(items.filter(({ module }) => module === '报表定时').map(({ action }) => action)).toContain('取消报表定时')
})

test('chosen are people whom the keeper sees and what is in force is for', async () => {
  const id = await desk.publish('C1', { roles: [viewerRole.id] })
  const found = await desk.who.area1.ok(calls.people, { id })
  const names = found.items.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([rare.ou, rare.ye, rare.long, '孙稽核']))
  // Not whom he does not see, and nobody of a role it is not published for.
  expect(names).not.toContain('南京稽核')
  expect(names).not.toContain('李店员')
  expect((await desk.who.area1.ok(calls.people, { id, keyword: '𠮷' })).items).toEqual([
    { userId: readers.ye.id, name: rare.ye, place: '示例大药房平江店' },
  ])
  const refused = (values: object) => errorOf(desk.who.area1.send(calls.save, { id, ...form, ...values }))
  for (const userId of [readers.nanjing.id, seedId(2, 4), area1])
    expect(await refused({ users: [userId] })).toContain('有人现在不能收到')
  expect(await refused({ users: [], roles: [clerkRole.id] })).toContain('没有发布给所选的角色')
  const empty = { ...viewerRole, id: 'empty', code: 'empty', name: '空角色' }
  await desk.server.deps.db.insert(menuRole).values(empty)
  const forNobody = await desk.publish('C2', { roles: [empty.id] }, desk.who.admin)
  const nobody = desk.who.admin.send(calls.save, { id: forNobody, ...form, users: [], roles: [empty.id] })
  expect(await errorOf(nobody)).toContain('所选的角色现在没有人')
  expect(await refused({ users: [] })).toContain('请选择收件角色或收件人')
  expect(await refused({ when: { rhythm: 'week', clock: '06:00' } })).toContain('请选择星期几')
  expect(await refused({ when: { rhythm: 'month', clock: '06:00' } })).toContain('请选择每月几日')
  for (const clock of ['24:00', '6:00', '06:60', ''])
    expect(await refused({ when: { rhythm: 'day', clock } })).toContain('时间应为时:分')
  const { db } = desk.server.deps
  const crowd = Array.from({ length: 47 }, (_, i) => ({ ...readers.ou, id: seedId(2, 200 + i), userName: `crowd${i}` }))
  await db.insert(user).values(crowd)
  await db.insert(userMenuRole).values(crowd.map(({ id: userId }) => ({ userId, roleId: viewerRole.id })))
  // 4 readers and 47 more.
  expect(await refused({ users: [], roles: [viewerRole.id] })).toContain('最多发给 50 人')
  await db.delete(userMenuRole).where(eq(userMenuRole.userId, crowd[0]!.id))
  await desk.plan(id, { users: [], roles: [viewerRole.id] })
  await db.insert(userMenuRole).values({ userId: crowd[0]!.id, roleId: viewerRole.id })
  await desk.at('2026-10-01T06:00:00')
  await desk.round()
  const said = await desk.outcomes(id)
  expect([said.length, said.filter(([, outcome]) => outcome === 'sent').length]).toEqual([50, 50])
  expect((await desk.runsOf(id))[0]!.note).toBe('收件人超过 50 人，只发给前 50 人')
  expect((await desk.noticesOf(area1)).at(-1)!.title).toBe('报表没有全部发出：C1 按门店')
  const ids = crowd.map((one) => one.id)
  await db.delete(userMenuRole).where(sql`${userMenuRole.userId} in ${ids}`)
})

test('who is above the keeper is not his to choose, and who comes to be so receives nothing more from him', async () => {
  const { db } = desk.server.deps
  const id = await desk.publish('U1')
  const southerner = { ...readers.ou, id: seedId(2, 150), userName: 'south', storeId: null, isAdminUser: true }
  await db.insert(user).values(southerner)
  await db.insert(userMenuRole).values({ userId: southerner.id, roleId: areaRole.id })
  await db.insert(dataRole).values({ id: 'south', name: '南京市', code: 'south', areas: ['320100'], stores: [] })
  await db.insert(userDataRole).values({ userId: southerner.id, roleId: 'south' })
  const named = async (c: Client) => (await c.ok(calls.people, { id })).items.map(({ userId }) => userId)
  expect(await named(desk.who.area1)).toContain(area1)
  expect(await named(desk.who.area1)).not.toContain(both)
  expect(await named(desk.who.area)).toEqual(expect.arrayContaining([area1, both]))
  expect(await errorOf(desk.who.area1.send(calls.save, { id, ...form, users: [both] }))).toContain('有人现在不能收到')
  // Whom he sees, and who works in another area than the report's.
  expect(await named(desk.who.area)).not.toContain(southerner.id)
  const everywhere = await desk.publish('U2', { areaCode: undefined }, desk.who.admin)
  const { items } = await desk.who.admin.ok(calls.people, { id: everywhere })
  expect(items.map(({ userId }) => userId)).toContain(southerner.id)
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [area1, readers.ou.id] }, desk.who.area)
  await db
    .update(dataRole)
    .set({ areas: ['320500', '430100'] })
    .where(eq(dataRole.id, dataRoles.suzhou.id))
  await desk.at('2026-10-02T06:00:00')
  await desk.round()
  expect(await desk.outcomes(id)).toEqual([
    [rare.ou, 'sent', 1],
    ['郑区管', 'skipped', '没有报表所在区划的门店，或不再由制定人管理'],
  ])
  await db
    .update(dataRole)
    .set({ areas: ['320500'] })
    .where(eq(dataRole.id, dataRoles.suzhou.id))
  await desk.who.area1.ok(calls.stop, { id })
})

test('a draft and a stopped report have no plan; of two who saved, one wins', async () => {
  const { id } = await desk.who.area1.ok(reportDefinition.add, {
    ...{ code: 'R1', name: '草稿', module: 'other', source: 'settlements', period: 'month', paper: 'portrait' },
    ...{ columns: [{ field: 'storeName', use: 'group' }], parameters: [], roles: [viewerRole.id] },
  })
  expect(await errorOf(desk.who.area1.send(calls.save, { id, ...form }))).toContain('还没有发布')
  await desk.who.area1.ok(reportDefinition.publish, { id, version: 1 })
  const first = await Promise.all([1, 2, 3, 4].map(() => desk.who.area1.send(calls.save, { id, ...form })))
  expect(first.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  const again = await Promise.all([1, 2].map(() => desk.who.area1.send(calls.save, { id, ...form, revision: 1 })))
  expect(again.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await desk.who.area1.ok(calls.stop, { id })
  expect(await desk.who.area1.ok(calls.get, { id })).toMatchObject({ revision: 3, on: false, when })
  expect((await desk.who.area1.ok(reportDefinition.paged, { code: 'R1' })).items[0]!.schedule).toBe('不定时')
  await desk.at('2026-11-01T07:00:00')
  await desk.round()
  expect(await desk.runsOf(id)).toEqual([])
})

test('an administrator has the rows of the report’s area, of everywhere those of all his; so wherever he downloads', async () => {
  const area = await desk.publish('X1')
  const everywhere = await desk.publish('X2', { areaCode: undefined }, desk.who.admin)
  await desk.plan(
    area,
    { when: { rhythm: 'month', monthDay: '2', clock: '06:00' }, users: [both, area1] },
    desk.who.area,
  )
  await sell(desk.server, '2026-10-20T10:00:00')
  await sell(desk.server, '2026-10-21T10:00:00', { storeId: seedId(1, 3), areaCode: '320100' })
  await desk.at('2026-11-02T06:00:00')
  await desk.round()
  expect((await desk.noticesOf(both)).at(-1)!.content).toContain('苏州市中你能看到的门店')
  expect(await sheetOf(desk.who.elsewhere)).toEqual(['示例大药房观前店'])
  const elsewhere = (await desk.who.elsewhere.ok(exporting.paged)).items[0]!
  expect(elsewhere.question).toBe('报表 按门店，日期 2026-10-01 至 2026-10-31')
  const values = { when: { rhythm: 'month', monthDay: '3', clock: '06:00' } as const, users: [both, area1] }
  await desk.plan(everywhere, { ...values, users: [...values.users, seedId(2, 1)] }, desk.who.admin)
  await desk.at('2026-11-03T06:00:00')
  await desk.round()
  expect((await desk.noticesOf(both)).at(-1)!.content).toContain('你能看到的全部门店')
  expect((await desk.noticesOf(area1)).at(-1)!.content).toContain('苏州市中你能看到的门店')
  expect(await sheetOf(desk.who.area)).toEqual(['示例大药房观前店', '示例大药房新街口店'])
  expect(await sheetOf(desk.who.area1)).toEqual(['示例大药房观前店'])
  expect(await sheetOf(desk.who.admin)).toEqual(['示例大药房观前店', '示例大药房新街口店'])
  // Rights of the day of the download: what he lost since is not in it.
  const { db } = desk.server.deps
  await db
    .update(dataRole)
    .set({ areas: ['320500'] })
    .where(eq(dataRole.id, dataRoles.both.id))
  expect(await sheetOf(desk.who.area)).toEqual(['示例大药房观前店'])
  await db.update(dataRole).set({ areas: [], stores: [] }).where(eq(dataRole.id, dataRoles.both.id))
  await desk.at('2026-12-03T06:00:00')
  await desk.round()
  expect(await desk.outcomes(everywhere)).toContainEqual(['吴区管', 'skipped', '数据权限内没有门店'])
  await db.update(dataRole).set(dataRoles.both).where(eq(dataRole.id, dataRoles.both.id))
})

test('the conditions that a report opens with hold for what is sent', async () => {
  const parameters = [
    { field: 'insutype', mode: 'ask', value: '390' },
    { field: 'medicalType', mode: 'fixed', value: '41' },
  ]
  const id = await desk.publish('Q1', { parameters })
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' } })
  await sell(desk.server, '2026-12-10T10:00:00')
  await sell(desk.server, '2026-12-11T10:00:00', { insutype: '390' })
  await desk.at('2026-12-11T06:00:00')
  await desk.round()
  expect(await desk.outcomes(id)).toEqual([[rare.ou, 'empty', 0]])
  await desk.at('2026-12-12T06:00:00')
  await desk.round()
  expect(await desk.outcomes(id)).toEqual([[rare.ou, 'sent', 1]])
  await desk.who.area1.ok(calls.stop, { id })
})

test('what cannot be made is tried three times, then said to its keeper; the others have theirs', async () => {
  const { db } = desk.server.deps
  const id = await desk.publish('T1')
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [readers.ou.id, readers.ye.id] })
  await db.execute(sql`create function no_notice() returns trigger language plpgsql as $$
    begin if new.users::text like ${sql.raw(`'%${readers.ou.id}%'`)} then raise exception 'gone'; end if; return new; end $$`)
  await db.execute(sql`create trigger no_notice before insert on message for each row execute function no_notice()`)
  await desk.at('2026-12-20T06:00:00')
  const faults: unknown[] = []
  for (let i = 0; i < 5; i++) {
    await desk.round(undefined, faults)
    desk.clock.advance(300_000)
  }
  await db.execute(sql`drop trigger no_notice on message`)
  expect(faults.length).toBe(3)
  expect(await desk.outcomes(id)).toEqual([
    [rare.ou, 'failed', '系统暂时不能统计，试过 3 次'],
    [rare.ye, 'empty', 0],
  ])
  const [line] = await db
    .select()
    .from(reportDelivery)
    .where(and(eq(reportDelivery.outcome, 'failed')))
  expect(line!.attempts).toBe(3)
  expect((await desk.noticesOf(area1)).at(-1)).toMatchObject({
    ...{ level: 'warning', title: '报表没有全部发出：T1 按门店' },
    content: expect.stringContaining(`1 人没有发出。${rare.ou}（系统暂时不能统计，试过 3 次）`),
  })
  const row = (await desk.who.area1.ok(reportDefinition.paged, { code: 'T1' })).items[0]!
  expect(row.schedule).toBe('上次：1 人没有发出；每天 06:00，下次 12-21 06:00')
  expect((await desk.who.area1.ok(messageCalls.unread)).count).toBeGreaterThan(0)
  expect(await db.$count(reportSchedule)).toBeGreaterThan(0)
})

test('a node that leaves begins nobody more; another one goes on', async () => {
  const id = await desk.publish('L1')
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [readers.ou.id, readers.ye.id] })
  await desk.at('2026-12-25T06:00:00')
  const { deps } = desk.server
  const leaving = { ...deps, services: { ...deps.services, node: { leaving: true } as never } }
  await desk.round(leaving)
  expect([(await desk.runsOf(id)).length, await desk.outcomes(id)]).toEqual([1, []])
  await desk.round()
  expect((await desk.outcomes(id)).map(([, outcome]) => outcome)).toEqual(['empty', 'empty'])
})
