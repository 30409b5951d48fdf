import { approval } from '@yibao/shared/calls/approval.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId } from '../../seed/organisation.ts'
import { jobNamed } from '../../test/job.ts'
import { user, userDataRole } from '../auth/tables.ts'
import { startCentre } from '../settlement/test/centre.ts'
import { handBackLost } from './hand-back.ts'
import { approvalRequest } from './tables.ts'
import { openDesk } from './test/desk.ts'

// An application was handed over to one person, who then may judge it no longer. In each the centre's book, our book and
// what is read.

const centre = opened(startCentre)
const desk = opened(() => openDesk(centre))
afterEach(() => void vi.restoreAllMocks())

const [first, second] = [seedId(2, 2), seedId(2, 3)]

/** Asked by the clerk, and handed over by the first administrator to the second one. */
const handedOver = async (date: string) => {
  const day = await desk.bench.day('clerk', date)
  const { id: orderId } = await day.buy('1.00')
  const id = await desk.askReversal(day, orderId)
  const boss = await desk.boss()
  await boss.ok(approval.transfer, { id, userId: second })
  expect([await desk.todo(boss), await desk.unread(boss)]).toEqual([[], []])
  const stands = async () => [
    (await day.book()).filter(({ infno }) => infno === '2103').length,
    (await day.order(orderId)).state,
  ]
  const moves = async () => (await boss.ok(approval.get, { id })).events.map(({ move, text }) => [move, text])
  return { day, id, boss, stands, moves }
}

const stopped = async () => {
  await desk.deps.db.update(user).set({ stopped: true }).where(eq(user.id, second))
  return () => desk.deps.db.update(user).set({ stopped: false }).where(eq(user.id, second))
}
const withoutStores = async () => {
  const his = eq(userDataRole.userId, second)
  const roles = await desk.deps.db.select().from(userDataRole).where(his)
  await desk.deps.db.delete(userDataRole).where(his)
  return () => desk.deps.db.insert(userDataRole).values(roles)
}

test.each([
  ['2026-07-01', 'is stopped', stopped],
  ['2026-07-02', 'loses the store', withoutStores],
] as const)(
  '%s: whom it was handed over to %s: it waits for everybody again who may, and is done once somebody says yes',
  async (date, _, lose) => {
    const { day, id, boss, stands, moves } = await handedOver(date)
    const back = await lose()
    const { deps } = desk
    const stop = jobNamed('approvals').start({ ...deps, config: { ...deps.config, recoveryEvery: 1 } })
    await expect.poll(async () => (await desk.todo(boss)).map((one) => [one.id, one.node])).toEqual([[id, '审批']])
    await stop()
    await back()
    expect(await desk.unread(boss)).toEqual([expect.stringContaining('待审批：撤销结算')])
    expect((await moves()).at(-1)).toEqual(['退回', '郑区管现在不能审批这项申请，退回给其他有权限的人'])
    expect(await stands()).toEqual([0, 'settled'])
    await desk.approve(boss, id)
    expect(await stands()).toEqual([1, 'reversed'])
    expect(await desk.stateOf(day.client, id)).toEqual(['done', '已撤销，请按原支付方式退款'])
    expect(await desk.unread(boss)).toEqual([])
  },
)

test('who may still judge it keeps it; who says yes while it is about to be handed back has said it', async () => {
  const { day, id, boss, stands, moves } = await handedOver('2026-07-03')
  const other = await desk.boss('area1')
  expect(await handBackLost(desk.deps)).toBe(0)
  expect(await desk.todo(boss)).toEqual([])
  expect(await desk.todo(other)).toMatchObject([{ id }])
  const { db } = desk.deps
  const real = db.transaction.bind(db)
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (...args) => {
    await desk.approve(other, id)
    const back = await stopped()
    try {
      return await real(...args)
    } finally {
      await back()
    }
  })
  expect(await handBackLost(desk.deps)).toBe(0)
  expect(await stands()).toEqual([1, 'reversed'])
  expect(await desk.stateOf(day.client, id)).toEqual(['done', '已撤销，请按原支付方式退款'])
  expect((await moves()).map(([move]) => move)).not.toContain('退回')
})

test('whom it is given to while it is about to be handed back keeps it', async () => {
  const { day, id, boss, moves } = await handedOver('2026-07-06')
  const other = await desk.boss('area1')
  const { db } = desk.deps
  const real = db.transaction.bind(db)
  let back: () => Promise<unknown> = async () => undefined
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (...args) => {
    await other.ok(approval.transfer, { id, userId: first })
    back = await stopped()
    return real(...args)
  })
  expect(await handBackLost(desk.deps)).toBe(0)
  await back()
  expect(await desk.todo(boss)).toMatchObject([{ id }])
  expect((await desk.row(id)).assigneeId).toBe(first)
  expect((await moves()).map(([move]) => move)).not.toContain('退回')
  await day.client.ok(approval.withdraw, { id })
})

test('over before anybody ended it: nobody is asked for a word that would come too late', async () => {
  const { day, id, boss, moves } = await handedOver('2026-07-05')
  const { db, clock } = desk.deps
  await db.update(approvalRequest).set({ expiresAt: clock() }).where(eq(approvalRequest.id, id))
  const back = await stopped()
  expect(await handBackLost(desk.deps)).toBe(0)
  await back()
  expect([await desk.todo(boss), await desk.unread(boss)]).toEqual([[], []])
  expect((await moves()).map(([move]) => move)).not.toContain('退回')
  expect((await desk.stateOf(day.client, id))[0]).toBe('expired')
})

test('handed to and fro, each is told each time', async () => {
  const { day, id, boss } = await handedOver('2026-07-04')
  const other = await desk.boss('area1')
  expect(await desk.unread(other)).toHaveLength(1)
  await other.ok(approval.transfer, { id, userId: first })
  expect([await desk.unread(other), (await desk.unread(boss)).length]).toEqual([[], 1])
  await boss.ok(approval.transfer, { id, userId: second })
  expect([await desk.unread(boss), (await desk.unread(other)).length]).toEqual([[], 1])
  await day.client.ok(approval.withdraw, { id })
  expect([await desk.unread(boss), await desk.unread(other)]).toEqual([[], []])
})
