import { reportSchedule as calls } from '@yibao/shared/calls/report-schedule.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reportRun, reportSchedule } from './tables.ts'
import { type Desk, moment, openDesk, rare } from './test/desk.ts'

// A machine comes back from a power cut with a clock that nobody has put right yet.

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.server.close())

const daily = { when: { rhythm: 'day', clock: '06:00' } } as const

const nextOf = async (id: string) => {
  const { db } = desk.server.deps
  const [plan] = await db.select().from(reportSchedule).where(eq(reportSchedule.definitionId, id))
  return plan!.nextAt
}

test.each([
  ['CA', 'in another century', moment('2099-01-01T08:00:00')],
  ['CB', 'eight hours ahead', moment('2026-10-06T06:30:00')],
])(
  '%s: one round of a node whose own clock is %s begins nothing; at its time the right report comes',
  async (code, _, wrong) => {
    const told = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await desk.at('2026-10-05T22:30:00')
    const id = await desk.publish(code)
    await desk.plan(id, daily)
    await desk.round({ ...desk.server.deps, clock: () => wrong })
    told.mockRestore()
    expect([await desk.runsOf(id), await nextOf(id)]).toEqual([[], moment('2026-10-06T06:00:00')])
    await desk.at('2026-10-06T06:00:00')
    await desk.round()
    expect(await desk.runsOf(id)).toMatchObject([{ from: '2026-10-05', to: '2026-10-05', state: 'done' }])
    await desk.who.area1.ok(calls.stop, { id })
  },
)

test('where the database shared the wrong clock the plan goes on as soon as that is put right, and makes up for what it missed', async () => {
  await desk.at('2026-11-01T22:00:00')
  const id = await desk.publish('CC')
  await desk.plan(id, daily)
  await desk.at('2099-01-01T08:00:00')
  await desk.round()
  expect(await nextOf(id)).toEqual(moment('2099-01-02T06:00:00'))
  await desk.at('2026-11-02T05:00:00')
  await desk.round()
  expect(await nextOf(id)).toEqual(moment('2026-11-02T06:00:00'))
  await desk.at('2099-01-01T08:00:00')
  await desk.round()
  await desk.at('2026-11-03T07:00:00')
  await desk.round()
  expect(await nextOf(id)).toEqual(moment('2026-11-04T06:00:00'))
  expect((await desk.runsOf(id)).map(({ from }) => from)).toEqual(['2026-11-02', '2098-12-31'])
  await desk.who.area1.ok(calls.stop, { id })
})

test('a plan that was saved by a clock ahead sends nothing of before it was saved', async () => {
  await desk.at('2026-11-10T08:00:00')
  const id = await desk.publish('CD')
  await desk.plan(id, daily)
  await desk.server.deps.db
    .update(reportSchedule)
    .set({ nextAt: moment('2026-11-13T06:00:00') })
    .where(eq(reportSchedule.definitionId, id))
  await desk.round()
  expect([await desk.runsOf(id), await nextOf(id)]).toEqual([[], moment('2026-11-11T06:00:00')])
  await desk.who.area1.ok(calls.stop, { id })
})

test('a run that a clock ahead has put off is carried out', async () => {
  await desk.at('2026-11-20T09:00:00')
  const id = await desk.publish('CE')
  await desk.plan(id, daily)
  await desk.server.deps.db.insert(reportRun).values({
    ...{ id: 'put off', definitionId: id, dueAt: moment('2026-11-20T06:00:00'), from: '2026-11-19', to: '2026-11-19' },
    nextAttemptAt: moment('2099-01-01T08:00:00'),
  })
  await desk.round()
  expect(await desk.outcomes(id)).toEqual([[rare.ou, 'empty', 0]])
})
