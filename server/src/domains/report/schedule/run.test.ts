import { message as messageCalls } from '@yibao/shared/calls/message.ts'
import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { addDays } from '@yibao/shared/time.ts'
import { eq, like } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../../database/open.ts'
import { seedId } from '../../../seed/organisation.ts'
import { areaRole, dataRoles, viewerRole } from '../../../seed/roles.ts'
import { jobNamed } from '../../../test/job.ts'
import { dataRole, menuRole, user, userMenuRole } from '../../auth/tables.ts'
import { message } from '../../message/tables.ts'
import { order } from '../../order/tables.ts'
import { guanqian, pingjiang, sell } from '../defined/test/books.ts'
import { reportRun } from './tables.ts'
import { area1, both, type Desk, moment, openDesk, rare, readers } from './test/desk.ts'

const withoutPush = areaRole.buttons.filter(
  ({ menuCode, buttonCode }) => menuCode !== 'ReportManager' || buttonCode !== 'push',
)

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.server.close())

test('at its time each recipient has his own rows as an export of his, and is told once', async () => {
  const id = await desk.publish('M1')
  await desk.plan(id, { users: [readers.ou.id, readers.ye.id, readers.long.id], roles: [] })
  await desk.at('2026-10-01T05:59:59')
  await desk.round()
  expect(await desk.runsOf(id)).toEqual([])
  await desk.at('2026-10-01T06:00:00')
  await desk.round()
  await desk.round()
  expect(await desk.outcomes(id)).toEqual([rare.ou, rare.ye, rare.long].map((name) => [name, 'sent', 1]).sort())
  expect(await desk.runsOf(id)).toMatchObject([{ from: '2026-09-01', to: '2026-09-30', state: 'done', note: '' }])
  const [notice, ...more] = await desk.noticesOf(readers.ye.id)
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    ...{ title: '报表：按门店 2026-09-01 至 2026-09-30', type: 'report', users: [readers.ye.id], scope: 'users' },
    content: expect.stringMatching(/^「M1 按门店」2026-09-01 至 2026-09-30，统计范围：本店，.*共 1 行。/),
  })
  const ye = await desk.server.as('ye')
  expect((await desk.server.as('ou').then((c) => c.ok(messageCalls.unread))).count).toBe(1)
  expect((await ye.ok(messageCalls.get, { id: notice!.id })).link).toEqual(notice!.link)
  const sheet = new URLSearchParams(notice!.link!.path.split('?')[1]).get('sheet')!
  const { items } = await ye.ok(exporting.paged)
  expect(items).toMatchObject([
    { id: sheet, title: '按门店 2026-09-01 至 2026-09-30', rows: 1, state: 'ready', userName: rare.ye },
  ])
  expect(items[0]!.question).toBe('报表 按门店，日期 2026-09-01 至 2026-09-30')
  // His store's rows, and nobody else's.
  const file = await ye.send(exporting.file, { exportId: sheet })
  const rows = (await readXlsx(file.bytes))[0]!.data
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['门店名称', '结算笔数', '总额'],
    ['示例大药房平江店', 1, 0.01],
    ['合计', 1, 0.01],
  ])
  const ou = await desk.server.as('ou')
  expect((await ou.send(exporting.file, { exportId: sheet })).statusCode).toBe(404)
  expect((await ou.send(messageCalls.get, { id: notice!.id })).statusCode).toBe(404)
  const [run] = (await desk.who.area1.ok(calls.runs, { id })).items
  expect(run).toMatchObject({ dueAt: '2026-10-01 06:00:00', from: '2026-09-01', state: 'done' })
  expect(run!.deliveries.map(({ name, outcome, rows: n }) => [name, outcome, n]).sort()).toEqual(
    await desk.outcomes(id),
  )
})

test('every node looks for them twice a minute', async () => {
  const id = await desk.publish('J1')
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' } })
  await desk.at('2026-10-03T06:00:00')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = jobNamed('reportSchedules').start(desk.server.deps)
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  await expect.poll(() => desk.outcomes(id)).toEqual([[rare.ou, 'empty', 0]])
  await stop()
  await desk.who.area1.ok(calls.stop, { id })
})

test('down over several times, the last one alone is made up for', async () => {
  const id = await desk.publish('D1')
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' } })
  await desk.at('2026-11-09T12:00:00')
  await desk.round()
  expect((await desk.runsOf(id)).map(({ dueAt, from }) => [dueAt, from])).toEqual([
    [moment('2026-11-09T06:00:00'), '2026-11-08'],
  ])
  expect((await desk.outcomes(id))[0]).toEqual([rare.ou, 'empty', 0])
  const [notice] = (await desk.noticesOf(readers.ou.id)).filter(({ key }) => key?.includes(id))
  expect(notice).toMatchObject({
    title: '报表没有数据：按门店 2026-11-08',
    content: expect.stringContaining('没有数据'),
  })
  expect(notice!.link!.path).not.toContain('sheet')
  // Told once of a period, also when the plan is moved behind it.
  const { revision } = await desk.who.area1.ok(calls.get, { id })
  await desk.plan(id, { revision, when: { rhythm: 'day', clock: '13:00' }, users: [readers.ou.id, readers.ye.id] })
  await desk.at('2026-11-09T13:00:00')
  await desk.round()
  expect(await desk.outcomes(id)).toEqual([
    [rare.ou, 'skipped', '这一期已经发过'],
    [rare.ye, 'empty', 0],
  ])
  await desk.who.area1.ok(calls.stop, { id })
})

test('who was stopped, or lost his role, is left out and said why; the others have it', async () => {
  const { db } = desk.server.deps
  const id = await desk.publish('S1')
  await desk.plan(id, { users: [readers.ou.id, readers.ye.id, readers.long.id], roles: [] })
  await db.update(user).set({ stopped: true }).where(eq(user.id, readers.ou.id))
  await db.delete(userMenuRole).where(eq(userMenuRole.userId, readers.long.id))
  await desk.at('2026-12-01T06:00:00')
  await desk.round()
  expect(await desk.outcomes(id)).toEqual(
    [
      [rare.ou, 'skipped', '账号已停用'],
      [rare.long, 'skipped', '不再拥有能运行这张报表的角色'],
      [rare.ye, 'empty', 0],
    ].sort(),
  )
  for (const { id: userId } of [readers.ou, readers.long])
    expect((await desk.noticesOf(userId)).filter(({ key }) => key?.includes(id))).toEqual([])
  await db.update(user).set({ stopped: false }).where(eq(user.id, readers.ou.id))
  await db.insert(userMenuRole).values({ userId: readers.long.id, roleId: viewerRole.id })
})

test('a report that was stopped sends nothing, nor makes up for it; a new version is what comes next', async () => {
  const id = await desk.publish('P1')
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [both] }, desk.who.area)
  await desk.who.area1.ok(reportDefinition.stop, { id })
  const row = async () => (await desk.who.area1.ok(reportDefinition.paged, { code: 'P1' })).items[0]!
  expect(await row()).toMatchObject({ scheduled: true, schedule: '每天 06:00（报表停用，不发送）' })
  await desk.at('2026-12-05T06:10:00')
  await desk.round()
  await desk.who.area1.ok(reportDefinition.resume, { id })
  await desk.round()
  expect(await desk.runsOf(id)).toEqual([])
  expect((await row()).schedule).toBe('每天 06:00，下次 12-06 06:00')
  const { content } = await desk.who.area1.ok(reportDefinition.get, { id })
  await desk.who.area1.ok(reportDefinition.save, { ...content, id, version: 1, name: '新的名称' })
  await desk.at('2026-12-06T06:00:00')
  await desk.round()
  await desk.who.area1.ok(reportDefinition.publish, { id, version: 2 })
  await desk.at('2026-12-07T06:00:00')
  await desk.round()
  const notices = (await desk.noticesOf(both)).filter(({ key }) => key?.includes(id))
  expect(notices.map(({ title }) => title)).toEqual([
    ...['报表没有数据：按门店 2026-12-05', '报表没有数据：新的名称 2026-12-06'],
  ])
  await desk.who.area1.ok(calls.stop, { id })
})

const lost: [string, (db: Database) => Promise<unknown>, (db: Database) => Promise<unknown>][] = [
  [
    'was stopped',
    (db) => db.update(user).set({ stopped: true }).where(eq(user.id, area1)),
    (db) => db.update(user).set({ stopped: false }).where(eq(user.id, area1)),
  ],
  [
    'may send no more',
    (db) => db.update(menuRole).set({ buttons: withoutPush }).where(eq(menuRole.id, areaRole.id)),
    (db) => db.update(menuRole).set({ buttons: areaRole.buttons }).where(eq(menuRole.id, areaRole.id)),
  ],
  [
    'has a part of the area only',
    (db) =>
      db
        .update(dataRole)
        .set({ areas: [], stores: [guanqian] })
        .where(eq(dataRole.id, dataRoles.suzhou.id)),
    (db) =>
      db
        .update(dataRole)
        .set({ areas: ['320500'], stores: [] })
        .where(eq(dataRole.id, dataRoles.suzhou.id)),
  ],
]
const rowOf = async (id: string) => {
  const { items } = await desk.who.area.ok(reportDefinition.paged, { pageSize: 100 })
  return items.find((one) => one.id === id)!
}
const toldOf = (id: string) =>
  desk.server.deps.db
    .select()
    .from(message)
    .where(like(message.key, `report-plan:${id}:%`))
    .orderBy(message.publishedAt)

test('a role that is put right within the hour costs one report and no plan', async () => {
  const { db } = desk.server.deps
  const [, take, give] = lost[1]!
  const id = await desk.publish('W9')
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' } })
  await take(db)
  await desk.at(desk.tomorrow())
  await desk.round()
  await give(db)
  await desk.at(desk.tomorrow())
  await desk.round()
  expect((await desk.runsOf(id)).map(({ state }) => state).toSorted()).toEqual(['done', 'refused'])
  expect((await rowOf(id)).scheduled).toBe(true)
  await desk.who.area.ok(calls.stop, { id })
})

test.each(lost)('who made the plan %s: nothing is sent, and the next keeper reads why', async (name, take, give) => {
  const { db } = desk.server.deps
  const id = await desk.publish(`W${lost.findIndex(([one]) => one === name)}`)
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' } })
  await take(db)
  await desk.at(desk.tomorrow())
  await desk.round()
  const [first] = await toldOf(id)
  // What may pass within the hour ends nothing at once: the next time is his if it has.
  const passes = name !== 'was stopped'
  if (passes) {
    expect((await rowOf(id)).schedule).toMatch(/^上次：制定人「郑区管」.*下一期照常发送/)
    expect(first).toMatchObject({ title: expect.stringMatching(/^报表这一期没有发出：W/) })
    await desk.at(desk.tomorrow())
    await desk.round()
  }
  await give(db)
  expect((await desk.runsOf(id)).at(-1)).toMatchObject({ state: 'refused', note: expect.stringContaining('郑区管') })
  expect(await desk.outcomes(id)).toEqual([])
  const row = await rowOf(id)
  expect([row.scheduled, row.schedule]).toEqual([
    false,
    expect.stringMatching(/^不定时（制定人「郑区管」.*请重新设置定时）$/),
  ])
  // Who waits for it and who may plan it anew are told once, and nothing is refused again the next day.
  await desk.at(desk.tomorrow())
  await desk.round()
  expect(await desk.runsOf(id)).toHaveLength(passes ? 2 : 1)
  const told = (await toldOf(id)).slice(passes ? 1 : 0)
  expect(told).toMatchObject([
    { title: expect.stringMatching(/^报表不再定时发送：W/), content: expect.stringContaining('「郑区管」') },
  ])
  // Without the role's button nobody but a super administrator could send it.
  const keepers = name === 'may send no more' ? [seedId(2, 1)] : [seedId(2, 1), both]
  expect(told[0]!.users.toSorted()).toEqual([readers.ou.id, ...keepers].toSorted())
  // Saved anew by another one it is his.
  const { revision } = await desk.who.area.ok(calls.get, { id })
  await desk.plan(id, { revision, when: { rhythm: 'day', clock: '06:00' } }, desk.who.area)
  await desk.at(desk.tomorrow())
  await desk.round()
  expect((await desk.outcomes(id)).map(([, outcome]) => outcome)).toEqual(['empty'])
  expect(await db.$count(reportRun, eq(reportRun.state, 'open'))).toBe(0)
  await desk.who.area.ok(calls.stop, { id })
})

test('what is not over yet of its period is said with it: results that nobody knows, and a last day that nobody compared', async () => {
  const { db } = desk.server.deps
  const day = desk.tomorrow().slice(0, 10)
  await desk.at(`${day}T09:00:00`)
  const id = await desk.publish('U1')
  const people = [readers.ou.id, readers.ye.id]
  await desk.plan(id, { users: people, roles: [], when: { rhythm: 'day', clock: '00:10' } })
  await sell(desk.server, `${day}T10:00:00`)
  const [one] = await db.select().from(order).where(eq(order.storeId, pingjiang)).limit(1)
  const asked = { id: 'unknown', orderNo: 'N-unknown', state: 'unknown', setlId: null, settledAt: null } as const
  await db.insert(order).values({ ...one!, ...asked, createdAt: moment(`${day}T10:00:00`) })
  await desk.at(`${addDays(day, 1)}T00:10:00`)
  await desk.round()
  const said = async (userId: string) =>
    (await desk.noticesOf(userId)).find(({ content }) => content.includes('U1'))?.content
  expect(await said(readers.ou.id)).toContain(`注意：1 家门店 ${day} 还没有对账，数字之后可能变化`)
  expect(await said(readers.ye.id)).toContain('注意：1 笔结算或撤销还没有结果，数字之后可能变化')
})
