import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Client } from '../../../test/kit.ts'
import { untilEnded } from '../../../test/until-ended.ts'
import type { Identity } from '../../card/types.ts'
import { askUndo } from '../../settlement/recover/undo.ts'
import { reconMonth } from '../tables.ts'
import { type Day, stores } from '../test/bench.ts'
import { useBench } from '../test/use-bench.ts'

// A month that the centre calls unequal, and no day of which is: it has an exit, and no other month takes it.

const bench = useBench()
const total = async (client: Client, month: string) =>
  untilEnded(client, (await client.ok(monthBooks.monthTotal, { month })).progressId)
const everyDay = async (client: Client, month: string) =>
  untilEnded(client, (await client.ok(monthBooks.monthCheck, { month, force: true })).progressId)
const group = async (client: Client, month: string) =>
  (await client.ok(monthBooks.monthPaged, { from: month, to: month, insutype: '310' })).items[0]!
const note = '各日一致，中心合计有误，已电话确认'

const msgid = (day: string, n: number) => `${stores.clerk.code}${day.replaceAll('-', '')}090000000${n}`.slice(0, 30)
/** What the centre counts for a while, a row of its own; answers what takes it away. */
const strange = async (day: Day, n: number) => {
  await day.centreOnly(msgid(day.date, n))
  const person = { psnNo: stores.clerk.person, insuredArea: stores.clerk.area } as Identity
  return async () =>
    expect(await askUndo(day.deps, await day.store(), person, { omsgid: msgid(day.date, n), oinfno: '2102' })).toEqual({
      kind: 'undone',
    })
}

/** A month with one purchase, whose whole was unequal when it was asked for. */
const unequal = async (month: string, next: string) => {
  const day = await bench.day('clerk', `${month}-10`)
  await day.buy('3.00')
  const { client } = await bench.day('clerk', `${next}-01`)
  await everyDay(client, month)
  const away = await strange(await bench.day('clerk', `${month}-10`, '13:00:00'), 1)
  const { client: later } = await bench.day('clerk', `${next}-01`, '11:00:00')
  await total(later, month)
  await away()
  return { client: later, day }
}

/** The same, and marked. */
const marked = async (month: string, next: string) => {
  const one = await unequal(month, next)
  const { id } = await group(one.client, month)
  bench.clock.advance(60_000)
  await everyDay(one.client, month)
  await one.client.ok(monthBooks.markMonth, { id, note })
  return { ...one, id }
}

test('marked once every day was asked about anew, it may be claimed; the centre’s book and ours are as they were', async () => {
  const { client, day } = await unequal('2063-03', '2063-04')
  const before = await day.book()
  const one = await group(client, '2063-03')
  expect(one.state).toBe('3')
  const early = await client.send(monthBooks.markMonth, { id: one.id, note })
  expect(early.resultNotice?.error).toContain('还有 31 天没有重新核对')
  bench.clock.advance(60_000)
  expect((await everyDay(client, '2063-03')).results).toMatchObject([{ ok: true }])
  expect((await client.send(monthBooks.markMonth, { id: one.id, note: '  误差 ' })).resultNotice?.error).toBe(
    '标记处理需要至少 5 个字的说明',
  )
  await client.ok(monthBooks.markMonth, { id: one.id, note: ` ${note} ` })
  expect(await group(client, '2063-03')).toMatchObject({ state: '4', handledNote: note, handledBy: '李店员' })
  expect((await client.send(monthBooks.markMonth, { id: one.id, note })).resultNotice?.error).toContain('不用标记')
  expect(await day.book()).toEqual(before)
  const generated = await client.ok(liquidation.generate, { month: '2063-03' })
  expect((await untilEnded(client, generated.progressId)).results).toMatchObject([{ ok: true }])
  expect((await client.send(monthBooks.unmarkMonth, { id: one.id })).resultNotice?.error).toContain('已有清算申请')
})

test('taken back it is unequal again, and marked no second time by itself', async () => {
  const { client } = await unequal('2063-06', '2063-07')
  const { id } = await group(client, '2063-06')
  expect((await client.send(monthBooks.unmarkMonth, { id })).resultNotice?.error).toContain('没有标记')
  bench.clock.advance(60_000)
  await everyDay(client, '2063-06')
  await client.ok(monthBooks.markMonth, { id, note })
  await client.ok(monthBooks.unmarkMonth, { id })
  const after = await group(client, '2063-06')
  expect(after.state).toBe('3')
  expect(after.handledNote).toBeUndefined()
})

test('it is not asked about again while its mark stands: the same words may be of another difference; taken back it is', async () => {
  const { client, id } = await marked('2063-09', '2063-10')
  const away = await strange(await bench.day('clerk', '2063-09-10', '14:00:00'), 2)
  await bench.day('clerk', '2063-10-01', '14:00:00')
  const told = await total(client, '2063-09')
  expect(told.results).toMatchObject([{ ok: true, text: expect.stringContaining('，1 组已标记处理，没有再对') }])
  expect(await group(client, '2063-09')).toMatchObject({ state: '4', handledNote: note })
  await client.ok(monthBooks.unmarkMonth, { id })
  await total(client, '2063-09')
  const again = await group(client, '2063-09')
  expect([again.state, again.handledNote]).toEqual(['3', undefined])
  await away()
})

test('a day that moves outdates it, and asked then the month is what the centre says', async () => {
  const { client } = await marked('2064-01', '2064-02')
  await (await bench.day('clerk', '2064-01-20')).buy('4.00')
  await bench.day('clerk', '2064-02-01', '15:00:00')
  await everyDay(client, '2064-01')
  expect((await group(client, '2064-01')).state).toBe('0')
  await total(client, '2064-01')
  const after = await group(client, '2064-01')
  expect([after.state, after.handledNote, after.count]).toEqual(['2', undefined, 2])
})

test('a result that a node of before wrote behind the mark is another result', async () => {
  const { client, day, id } = await marked('2064-04', '2064-05')
  bench.clock.advance(60_000)
  await day.deps.db.update(reconMonth).set({ at: bench.clock() }).where(eq(reconMonth.id, id))
  const after = await group(client, '2064-04')
  expect([after.state, after.handledNote]).toEqual(['3', undefined])
})

test('only of stores in reach', async () => {
  const { client } = await unequal('2063-11', '2063-12')
  const { id } = await group(client, '2063-11')
  const other = await bench.counter.server.as('clerk2')
  const refused = [
    await other.send(monthBooks.markMonth, { id, note }),
    await other.send(monthBooks.unmarkMonth, { id }),
  ]
  for (const { resultNotice } of refused) expect(resultNotice?.error).toContain('月对账组')
})
