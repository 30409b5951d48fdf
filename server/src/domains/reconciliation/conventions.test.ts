import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { untilEnded } from '../../test/until-ended.ts'
import { area } from '../organisation/tables.ts'
import { useFigures } from './figures/test/figures.ts'
import type { Day } from './test/bench.ts'

// An area whose totals leave refunds out (domain.md 5.2, refundInTotals): its days, months, files and figures all do. Then one
// whose totals count a refund off its settlement (cntMode): its totals do, its files count their rows.

const { bench, admin, total, group, pull, rows } = useFigures()
const setAll = (settings: object) =>
  bench.counter.server.deps.db
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
    .where(eq(area.code, '320500'))
const set = (refundInTotals: boolean) => setAll({ refundInTotals })
afterAll(() => set(true))

const mainOf = async (day: Day) =>
  (await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date, insutype: '310' })).items[0]!

/** Two purchases of which one is taken back on the same day: 3.00 in two, whatever became of them. */
const sold = async (date: string) => {
  await set(false)
  const day = await bench.day('clerk', date)
  await day.buy('1.00')
  await day.cancel((await day.buy('2.00')).id)
  return day
}
const sums = { count: 2, total: '3.00', account: '3.00' }

test('a day and its month agree without their refunds', async () => {
  const month = '2029-03'
  const day = await sold(`${month}-02`)
  expect(await mainOf(day), 'before any run').toMatchObject({ state: '0', local: sums })
  expect(await day.total()).toMatchObject({ equal: 2, unequal: 0 })
  expect(await mainOf(day)).toMatchObject({ state: '2', local: sums })
  const { client } = await bench.day('clerk', '2029-04-01')
  await untilEnded(client, (await client.ok(monthBooks.monthCheck, { month })).progressId)
  const whole = await untilEnded(client, (await client.ok(monthBooks.monthTotal, { month })).progressId)
  expect(whole.results).toMatchObject([{ ok: true, text: '2 组全部对平' }])
  const [listed] = (await client.ok(monthBooks.monthPaged, { from: month, to: month, insutype: '310' })).items
  expect(listed).toMatchObject({ state: '2', ...sums })
  const { items } = await client.ok(monthBooks.monthDays, { month, insutype: '310' })
  expect(items).toMatchObject([{ day: `${month}-02`, state: '2', ...sums }])
  expect((await client.ok(monthBooks.monthDays, { month, clrType: '99' })).items).toEqual([])
  // Two months beside each other are two rows, each with its own days.
  await (await bench.day('clerk', '2029-04-01', '10:00:00')).buy('7.00')
  const span = { from: month, to: '2029-04', insutype: '310' }
  const both = (await client.ok(monthBooks.monthPaged, span)).items
  expect(both.map((one) => [one.month, one.days, one.count, one.total, one.state])).toEqual([
    ['2029-04', 1, 1, '7.00', '0'],
    [month, 1, 2, '3.00', '2'],
  ])
  const boss = await admin(day)
  const done = async (of: string) =>
    (await boss.ok(monthBooks.matrix, { month: of, state: 'done' })).items.map(({ storeName }) => storeName)
  expect(await done(month)).toContain('示例大药房观前店')
})

test('of a day that differs only what differs is shown: no refund is in the file, nor is one asked for', async () => {
  const day = await sold('2029-03-10')
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  await day.buy('5.00')
  expect(await day.run()).toMatchObject([{ class: 'amounts', local: { account: '5.00' }, centre: { account: '4.50' } }])
  expect((await mainOf(day)).local).toMatchObject({ count: 3, total: '8.00' })
})

test('so do the figures of both sides and their rows', async () => {
  const day = await sold('2029-03-12')
  const client = await admin(day)
  expect((await total(client, day)).results).toMatchObject([{ ok: true, text: '2 组 · 2 平 · 0 不平' }])
  expect(await group(client, day)).toMatchObject({ state: '2', local: sums, centre: sums, gap: { count: 0 } })
  expect((await pull(client, day)).text).toBe('没有差异，逐笔一致')
  expect((await rows(client, day)).items.map(({ kind, reversed }) => [kind, reversed])).toEqual([
    ['same', false],
    ['same', false],
  ])
})

test('where a refund is counted off, the file of its day is sent with the number of its rows: what differs is found', async () => {
  await setAll({ refundInTotals: true, cntMode: 'NET' })
  await bench.centre.option('320500', 'netCount', true)
  onTestFinished(async () => {
    await bench.centre.option('320500', 'netCount', false)
    await setAll({ cntMode: 'GROSS' })
  })
  const day = await bench.day('clerk', '2029-03-20')
  await day.buy('1.00')
  await day.cancel((await day.buy('2.00')).id)
  expect(await day.total(), 'one and one less one').toMatchObject({ equal: 2, unequal: 0 })
  expect(await mainOf(day)).toMatchObject({ state: '2', local: { count: 1, total: '1.00' } })
  await bench.centre.fault({ fault: 'amountDrift', fen: -50, where: 'book', infno: '2102' })
  await day.buy('5.00')
  expect(await day.run()).toMatchObject([{ class: 'amounts', local: { account: '5.00' }, centre: { account: '4.50' } }])
  expect(await day.book()).toHaveLength(4)
  expect((await mainOf(day)).local).toMatchObject({ count: 2, total: '6.00' })
})
