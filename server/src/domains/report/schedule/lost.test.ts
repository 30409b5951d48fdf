import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../database/open.ts'
import { areaRole, dataRoles, viewerRole } from '../../../seed/roles.ts'
import { dataRole, menuRole, userMenuRole } from '../../auth/tables.ts'
import { company, store } from '../../organisation/tables.ts'
import { pingjiang } from '../defined/test/books.ts'
import { beginDue } from './due.ts'
import { reportDelivery } from './tables.ts'
import { area1, both, type Desk, openDesk, rare, readers } from './test/desk.ts'

// Between the plan and its time a role was switched off, a store closed, a node killed once too often.

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.server.close())

const daily = { when: { rhythm: 'day', clock: '06:00' } } as const

const role = (enabled: boolean) => (db: Database) =>
  db.update(menuRole).set({ enabled }).where(eq(menuRole.id, viewerRole.id))
const sight = (enabled: boolean) => (db: Database) =>
  db.update(dataRole).set({ enabled }).where(eq(dataRole.id, dataRoles.suzhou.id))
const firm = (stopped: boolean) => (db: Database) => db.update(company).set({ stopped }).where(eq(company.id, '10001'))
const shop = (closed: boolean) => (db: Database) => db.update(store).set({ closed }).where(eq(store.id, pingjiang))

test.each([
  ['EA', 'his role was switched off', readers.ye.id, rare.ye, role(false), role(true), '不再拥有能运行这张报表的角色'],
  ['EB', 'what he sees was', area1, '郑区管', sight(false), sight(true), '没有报表所在区划的门店，或不再由制定人管理'],
  ['EC', 'his store closed', readers.ye.id, rare.ye, shop(true), shop(false), '所在门店已停业'],
  ['EJ', 'his company was stopped', readers.ye.id, rare.ye, firm(true), firm(false), '账号、公司或门店已停用'],
] as const)('%s: %s, he is left out and it says why', async (code, _, userId, name, take, give, why) => {
  const { db } = desk.server.deps
  const id = await desk.publish(code)
  await desk.plan(id, { ...daily, users: [userId] }, desk.who.area)
  await take(db)
  await desk.at(desk.tomorrow())
  await desk.round().finally(() => give(db))
  expect(await desk.outcomes(id)).toEqual([[name, 'skipped', why]])
  await desk.who.area.ok(calls.stop, { id })
})

/** Happens when somebody has his place in the run already and it is his turn. */
const atHisTurn = async (db: Database, statement: string) => {
  const body = sql.raw(`begin ${statement}; return new; end`)
  await db.execute(sql`create function turn() returns trigger language plpgsql as $$ ${body} $$`)
  await db.execute(
    sql`create trigger turn after update of attempts on report_delivery for each row execute function turn()`,
  )
  return async () => {
    await db.execute(sql`drop function turn cascade`)
    const { menus, buttons } = viewerRole
    await db.update(menuRole).set({ menus, buttons }).where(eq(menuRole.id, viewerRole.id))
  }
}
const takes = 'delete from user_menu_role where user_id = new.user_id'
const reader = `role_id = '${viewerRole.id}'`

test.each([
  ['ED', 'the role by which he saw it', readers.ye.id, rare.ye, `${takes} and ${reader}`, '没有找到这张报表'],
  [
    'EE',
    'the role it is for, and keeps it by another one',
    area1,
    '郑区管',
    `${takes} and ${reader}`,
    '没有发布给你的角色',
  ],
  [
    'EF',
    'its page',
    readers.ye.id,
    rare.ye,
    `update menu_role set menus = '[]', buttons = '[]' where id = '${viewerRole.id}'`,
    '没有「导出运行报表」的权限',
  ],
] as const)(
  '%s: when it is his turn he has lost %s: he is left out, the next one has it, its keeper is not called',
  async (code, _, userId, name, change, why) => {
    const { db } = desk.server.deps
    await db.insert(userMenuRole).values({ userId: area1, roleId: viewerRole.id }).onConflictDoNothing()
    const id = await desk.publish(code, { roles: [viewerRole.id] })
    await desk.plan(id, { ...daily, users: [userId] }, desk.who.area)
    await desk.at(desk.tomorrow())
    const restore = await atHisTurn(db, change)
    await desk.round().finally(restore)
    await db.insert(userMenuRole).values({ userId: readers.ye.id, roleId: viewerRole.id }).onConflictDoNothing()
    await db.delete(userMenuRole).where(eq(userMenuRole.userId, area1))
    await db.insert(userMenuRole).values({ userId: area1, roleId: areaRole.id })
    expect(await desk.outcomes(id)).toEqual([[name, 'skipped', expect.stringContaining(why)]])
    expect((await desk.runsOf(id))[0]).toMatchObject({ state: 'done', note: '' })
    expect((await desk.noticesOf(both)).filter(({ title }) => title.includes(code))).toEqual([])
    await desk.who.area.ok(calls.stop, { id })
  },
)

test('stopped when it is his turn: that is what its record says of a reader, as of one who keeps it', async () => {
  const { db } = desk.server.deps
  for (const [code, userId, name] of [
    ['EG', readers.ye.id, rare.ye],
    ['EI', area1, '郑区管'],
  ] as const) {
    const id = await desk.publish(code)
    await desk.plan(id, { ...daily, users: [userId] }, desk.who.area)
    await desk.at(desk.tomorrow())
    const restore = await atHisTurn(db, `update report_definition set state = 'stopped' where id = '${id}'`)
    await desk.round().finally(restore)
    expect(await desk.outcomes(id)).toEqual([[name, 'skipped', '报表已停用，没有发送']])
    await desk.who.area.ok(calls.stop, { id })
  }
})

test('whose report ends its node each time is not begun a fourth time, and its keeper reads it', async () => {
  const { db } = desk.server.deps
  const id = await desk.publish('E0')
  await desk.plan(id, { ...daily, users: [readers.ye.id, readers.ou.id] })
  await desk.at(desk.tomorrow())
  await beginDue(desk.server.deps, (fault) => {
    throw fault
  })
  const [run] = await desk.runsOf(id)
  await db.insert(reportDelivery).values({ runId: run!.id, userId: readers.ye.id, name: rare.ye, attempts: 3 })
  await desk.round()
  expect(await desk.outcomes(id)).toEqual([
    [rare.ou, 'empty', 0],
    [rare.ye, 'failed', '多次没有完成，已停止'],
  ])
  expect((await desk.noticesOf(area1)).at(-1)!.content).toContain(`1 人没有发出。${rare.ye}（多次没有完成，已停止）`)
  await desk.who.area1.ok(calls.stop, { id })
})

test('a role for which the next version is not in force is neither shown as chosen nor sent to', async () => {
  const id = await desk.publish('E1')
  await desk.plan(id, { ...daily, users: [], roles: [areaRole.id, viewerRole.id] })
  const { content } = await desk.who.area1.ok(reportDefinition.get, { id })
  await desk.who.area1.ok(reportDefinition.save, { ...content, id, version: 1, roles: [areaRole.id] })
  await desk.who.area1.ok(reportDefinition.publish, { id, version: 2 })
  expect(await desk.who.area1.ok(calls.get, { id })).toMatchObject({ roles: [areaRole.id] })
  await desk.at(desk.tomorrow())
  await desk.round()
  expect((await desk.outcomes(id)).map(([name]) => name)).not.toContain(rare.ye)
  await desk.who.area1.ok(calls.stop, { id })
})
