import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/kit.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import type { Identity } from '../../card/types.ts'
import { store } from '../../organisation/tables.ts'
import { askUndo } from '../../settlement/recover/undo.ts'
import { stores } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'

// What a month's result may be said of: days that were over when they were asked about, differences that were really
// dealt with, and every store that sold in it.

const bench = useBench()
const total = async (client: Client, month: string) =>
  untilEnded(client, (await client.ok(monthBooks.monthTotal, { month })).progressId)
const check = async (client: Client, month: string, force = false) =>
  untilEnded(client, (await client.ok(monthBooks.monthCheck, { month, force })).progressId)
const state = async (client: Client, month: string) =>
  (await client.ok(monthBooks.monthPaged, { from: month, to: month, insutype: '310' })).items[0]?.state
const msgid = (day: string) => `${stores.clerk.code}${day.replaceAll('-', '')}0900000001`.slice(0, 30)

test('a day that was equal before it was over is not done: the month is not asked about until it was asked again', async () => {
  const noon = await bench.day('clerk', '2061-03-10', '12:00:00')
  await noon.buy('3.00')
  await noon.total()
  const { client } = await bench.day('clerk', '2061-04-01')
  expect((await total(client, '2061-03')).results).toMatchObject([
    { ok: false, text: '10日 还没有对平，请先「逐日核对」' },
  ])
  expect((await check(client, '2061-03')).results).toMatchObject([{ ok: true, text: '核对 1 天，全部对平' }])
  expect((await total(client, '2061-03')).text).toBe('1 家门店全部对平')
})

test('unequal with every day equal is unequal: nothing of it was dealt with', async () => {
  const { client } = await bench.day('clerk', '2061-07-01')
  await check(client, '2061-06', true)
  await (await bench.day('clerk', '2061-06-20')).centreOnly(msgid('2061-06-20'))
  const { client: later } = await bench.day('clerk', '2061-07-01', '11:00:00')
  await total(later, '2061-06')
  expect(await state(later, '2061-06')).toBe('3')
})

test('a day that was dealt with does not speak for days that nobody asked about', async () => {
  const day = await bench.day('clerk', '2061-09-20')
  await day.total()
  await day.centreOnly(msgid('2061-09-20'))
  const { client } = await bench.day('clerk', '2061-10-01')
  await check(client, '2061-09')
  const [open] = (await client.ok(monthBooks.monthDays, { month: '2061-09', unfinished: true })).items
  const [found] = (await client.ok(reconciliation.diffPaged, { groupId: open!.id })).items
  await client.ok(reconciliation.handle, { diffId: found!.id, action: 'mark', note: '中心已知晓，下月调整' })
  bench.clock.advance(1000)
  expect((await total(client, '2061-09')).results[0]!.text).toContain('1 组不平')
  expect(await state(client, '2061-09')).toBe('3')
})

test('a store that was given up is asked about in the months in which it sold', async () => {
  const day = await bench.day('clerk', '2061-11-10')
  await day.buy('3.00')
  await day.total()
  const { id, name } = await day.store()
  const { db } = bench.counter.server.deps
  await bench.day('clerk', '2061-12-01')
  const admin = await bench.counter.server.as('area', { areaCode: '320500' })
  await db.update(store).set({ closed: true }).where(eq(store.id, id))
  const asked = async (month: string) => (await total(admin, month)).results.map(({ target }) => target)
  const [sold, idle] = [await asked('2061-11'), await asked('2060-01')]
  await db.update(store).set({ closed: false }).where(eq(store.id, id))
  expect(sold).toContain(name)
  expect(idle).not.toContain(name)
})

test('an open day of the month after holds nothing up', async () => {
  await (await bench.day('clerk', '2062-03-10')).buy('3.00')
  const next = await bench.day('clerk', '2062-04-05', '12:00:00')
  await next.buy('4.00')
  await next.total()
  const { client } = await bench.day('clerk', '2062-04-06')
  expect((await check(client, '2062-03')).results).toMatchObject([{ ok: true, text: '核对 1 天，全部对平' }])
  expect((await total(client, '2062-03')).text).toBe('1 家门店全部对平')
})

test('what a month held once is asked about again: a row that left the centre leaves no unequal month behind', async () => {
  const day = await bench.day('clerk', '2062-05-20')
  await day.total()
  // An insurance that this store never sells under.
  const person = { psnNo: `320500${'5'.padStart(14, '0')}`, insuredArea: '320500' } as Identity
  const omsgid = msgid('2062-05-20')
  await bench.centre.fault({
    ...{ fault: 'centreOnlyRow', fixmedins_code: stores.clerk.code, psn_no: person.psnNo, msgid: omsgid },
  })
  const { client, deps } = await bench.day('clerk', '2062-06-01')
  await check(client, '2062-05')
  expect((await total(client, '2062-05')).results[0]!.text).toContain('3 组，1 组不平')
  const of340 = async () =>
    (await client.ok(monthBooks.monthPaged, { from: '2062-05', to: '2062-05', insutype: '340' })).items
  expect(await of340()).toMatchObject([{ state: '3' }])
  expect(await askUndo(deps, await day.store(), person, { omsgid, oinfno: '2102' })).toEqual({ kind: 'undone' })
  bench.clock.advance(1000)
  expect((await total(client, '2062-05')).results).toMatchObject([{ ok: true, text: '3 组全部对平' }])
  expect(await of340()).toMatchObject([{ state: '2', count: 0, centreResult: '平' }])
})

test('what a newer run has voided is counted on no day', async () => {
  await (await bench.day('clerk', '2062-07-20')).centreOnly(msgid('2062-07-20'))
  const { client } = await bench.day('clerk', '2062-08-01')
  await check(client, '2062-07', true)
  bench.clock.advance(1000)
  await check(client, '2062-07', true)
  const { items } = await client.ok(monthBooks.monthDays, { month: '2062-07', unfinished: true })
  expect(items).toMatchObject([{ day: '2062-07-20', differences: 1, open: 1 }])
})
