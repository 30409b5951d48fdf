import { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedId } from '../../../seed/organisation.ts'
import { viewerRole } from '../../../seed/roles.ts'
import { user, userMenuRole } from '../../auth/tables.ts'
import { reportDelivery, reportRun } from './tables.ts'
import { type Desk, openDesk, rare, readers } from './test/desk.ts'

// More people than a report is sent to: who comes first, and what the others are told.

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.server.close())

/** People of the readers' role whose names come before everybody's. */
const crowd = (first: number, many: number) =>
  Array.from({ length: many }, (_, i) => ({
    ...{ ...readers.ou, id: seedId(2, first + i), userName: `many${first + i}` },
    ...{ name: `安${first + i}`, surName: `安${first + i}` },
  }))
const join = async (people: ReturnType<typeof crowd>) => {
  const { db } = desk.server.deps
  await db.insert(user).values(people)
  await db.insert(userMenuRole).values(people.map(({ id: userId }) => ({ userId, roleId: viewerRole.id })))
}

test('who was chosen by name has it before the many of a role; who is in a run keeps his place in it', async () => {
  const { db } = desk.server.deps
  const id = await desk.publish('G1', { roles: [viewerRole.id] })
  const last = { ...crowd(400, 1)[0]!, name: '祖䶮' }
  await join([last])
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [last.id], roles: [viewerRole.id] })
  await join(crowd(300, 52))
  await desk.at('2026-10-02T06:00:00')
  await desk.round()
  const first = await desk.outcomes(id)
  expect([first.length, first.filter(([, outcome]) => outcome === 'skipped').length]).toEqual([50, 0])
  expect(first).toContainEqual([last.name, 'sent', 1])

  // Its last try comes when still more would be before them.
  const [run] = await desk.runsOf(id)
  await db.update(reportDelivery).set({ outcome: 'waiting', rows: null }).where(eq(reportDelivery.userId, last.id))
  await db.update(reportRun).set({ state: 'open', endedAt: null }).where(eq(reportRun.id, run!.id))
  await join(crowd(200, 20))
  await desk.round()
  const again = (await desk.outcomes(id)).filter(([name]) => name === last.name)
  expect(again).toEqual([[last.name, 'skipped', '这一期已经发过']])
  await desk.who.area1.ok(calls.stop, { id })
})

test('whom others have pushed out of a run is told that, and not that he may not have it', async () => {
  const { db } = desk.server.deps
  const id = await desk.publish('G2', { roles: [viewerRole.id] })
  await desk.plan(id, { when: { rhythm: 'day', clock: '06:00' }, users: [readers.ye.id], roles: [] })
  await desk.at(desk.tomorrow())
  await desk.round()
  const [run] = await desk.runsOf(id)
  // He waits for another try, and the plan is by now for others.
  await db.update(reportDelivery).set({ outcome: 'waiting', rows: null }).where(eq(reportDelivery.runId, run!.id))
  await db.update(reportRun).set({ state: 'open' }).where(eq(reportRun.id, run!.id))
  const { revision } = await desk.who.area1.ok(calls.get, { id })
  await desk.plan(id, { revision, when: { rhythm: 'day', clock: '06:00' }, users: [readers.ou.id] })
  await desk.round()
  expect((await desk.outcomes(id)).find(([name]) => name === rare.ye)).toEqual([
    ...[rare.ye, 'skipped', '定时已改，不再发给他'],
  ])
  await desk.who.area1.ok(calls.stop, { id })
})
