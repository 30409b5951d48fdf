import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { intent } from '../order/tables.ts'
import { askUndo } from '../settlement/recover/undo.ts'
import { nobody } from './repair/find-settlement.ts'
import { reconGroup } from './tables.ts'
import { type Day, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// A day that is run again, beside another run, or while something of it is still unknown.

const bench = useBench()
const listed = async (day: Day) =>
  (await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date, insutype: '310' })).items[0]!

/** A settlement whose answer was lost behind its booking. */
const lost = async (day: Day) => {
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  const { id } = await day.buy('1.00')
  expect((await day.order(id)).state).toBe('unknown')
  bench.clock.advance(1000)
  return id
}

test('what is unknown of the day is made definite before it is compared', async () => {
  const day = await bench.day('clerk', '2026-02-01')
  const id = await lost(day)
  expect(await day.total()).toMatchObject({ equal: 2, unequal: 0 })
  expect([(await day.order(id)).state, (await day.book()).length]).toEqual(['settled', 1])
})

test('but what waits for a person is his: a run asks nothing about it, and the day is unequal by it', async () => {
  const day = await bench.day('clerk', '2026-02-02')
  const id = await lost(day)
  await day.deps.db.update(intent).set({ needsPerson: true }).where(eq(intent.orderId, id))
  expect(await day.total()).toMatchObject({ equal: 1, unequal: 1 })
  expect((await day.order(id)).state).toBe('unknown')
  expect(await day.book()).toHaveLength(1)
})

test('a group that agrees at last has nothing open any more', async () => {
  const day = await bench.day('clerk', '2026-02-03')
  const omsgid = 'P3205010000120260203080000001'
  await day.centreOnly(omsgid)
  const [difference] = await day.run()
  const who = { ...nobody, psnNo: stores.clerk.person, insuredArea: stores.clerk.area }
  expect(await askUndo(day.deps, await day.store(), who, { omsgid, oinfno: '2102' })).toEqual({ kind: 'undone' })
  expect(await day.total()).toMatchObject({ equal: 2, unequal: 0 })
  expect(await listed(day)).toMatchObject({ state: '2', differences: 0, open: 0 })
  expect(await day.differences({ id: difference!.groupId })).toEqual([])
})

test('run again by force, what the run before found is void until the rows are compared anew', async () => {
  const day = await bench.day('clerk', '2026-02-04')
  await day.centreOnly('P3205010000120260204080000001')
  const [difference] = await day.run()
  expect(await listed(day)).toMatchObject({ state: '3', differences: 1, open: 1, detailed: true })
  await day.total()
  expect(await listed(day), 'without force it stands').toMatchObject({ state: '3', differences: 1, open: 1 })
  await day.total({ force: true })
  expect(await listed(day)).toMatchObject({ state: '3', differences: 0, open: 0, detailed: false })
  expect(await day.differences({ id: difference!.groupId })).toEqual([])
  expect((await day.handle(difference!, 'undo')).resultNotice?.error).toBe('已重新对账，这条差异不再有效')
  expect(await day.run()).toMatchObject([{ class: 'centreOnlyUnknown' }])
})

test('beside a run of the same day neither sums nor rows are compared; one whose server died is over after five minutes', async () => {
  const day = await bench.day('clerk', '2026-02-05')
  await day.centreOnly('P3205010000120260205080000001')
  const { groups } = await day.total()
  const unequal = groups.find(({ state }) => state === '3')!
  const sibling = groups.find(({ id }) => id !== unequal.id)!
  const running = { state: '1', at: bench.clock() }
  await day.deps.db.update(reconGroup).set(running).where(eq(reconGroup.id, sibling.id))
  const busy = '这一天正在对账，请等待结果'
  const detail = await day.client.send(reconciliation.detail, { groupId: unequal.id })
  expect(detail.resultNotice?.error).toBe(busy)
  expect((await day.client.send(reconciliation.total, { day: day.date, force: true })).resultNotice?.error).toBe(busy)
  expect(await listed(day), 'nothing has been claimed and left').not.toMatchObject({ state: '1' })
  const later = await bench.day('clerk', day.date, '10:05:02')
  expect(await later.total({ force: true })).toMatchObject({ equal: 1, unequal: 1 })
})
