import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { unLiquidated } from '@yibao/shared/calls/un-liquidated.ts'
import { addMonths, daysOfMonth } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { untilEnded } from '../../test/until-ended.ts'
import { area } from '../organisation/tables.ts'
import type { Day } from '../reconciliation/test/bench.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { Claims } from './test/claims.ts'

// A settlement that is claimed already, and that our book has under another month or part since: what nobody can take back
// stays where it is, and keeps nothing else from being claimed.

const bench = useBench()
const claims = new Claims(() => bench)
let month = '2081-01'
const set = (settings: object) =>
  bench.counter.server.deps.db
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
    .where(eq(area.code, '320500'))

beforeEach(() => {
  month = addMonths(month, 3)
})
afterEach(() => set({ claimByInsurance: false }))

type Client = Day['client']
const generated = async (client: Client, of = month) => (await claims.generate(client, of)).results[0]!
const standing = async (client: Client, of = month) =>
  (await claims.listed(client, of))
    .filter(({ state }) => state !== '2')
    .sort((a, b) => ((a.clrWay ?? '') < (b.clrWay ?? '') ? -1 : 1))
const brief = (rows: Awaited<ReturnType<typeof standing>>) =>
  rows.map(({ clrWay, state, persons, total, books }) => [clrWay, state, persons, total, books])

/** At its centre somebody looks at an application: nobody takes it back any more. */
const reviewed = async (client: Client, { id, eventId }: { id: string; eventId?: string }) => {
  await claims.move(eventId, 'firstReview')
  expect(await client.ok(liquidation.queryState, { id })).toMatchObject({ state: '3' })
}

test('marked by hand in its month and moved to the next one when that was applied for: the next month is claimed without it', async () => {
  const next = addMonths(month, 1)
  const last = daysOfMonth(month).last
  await (await bench.day('clerk', `${month}-10`)).buy('4.00')
  const night = await bench.day('clerk', last, '23:59:50')
  await bench.centre.fault({ fault: 'clock', iso: `${next}-01T00:00:05+08:00`, gateway: true })
  const { id } = await night.buy('7.00')
  await night.patch(id, { settledAt: new Date(`${last}T23:59:58+08:00`) })
  // Nobody says that the centre has it on the next day, and a person marks it.
  await bench.centre.fault({ fault: 'refuse', infno: '5203', text: '查询暂停', times: 0 })
  const { client } = await claims.after('clerk', month)
  await claims.agree(client, month)
  await untilEnded(client, (await client.ok(monthBooks.monthCheck, { month, force: true })).progressId)
  const [open] = (await client.ok(monthBooks.monthDays, { month, unfinished: true })).items
  const [difference] = (await client.ok(reconciliation.diffPaged, { groupId: open!.id, handled: false })).items
  await client.ok(reconciliation.handle, { diffId: difference!.id, action: 'mark', note: '中心次日入账，按中心申报' })
  bench.clock.advance(1000)
  await claims.agree(client, month)
  expect((await generated(client)).text).toBe('生成 1 份')
  const [draft] = await standing(client)
  expect(draft).toMatchObject({ persons: 2, total: '11.00', agreed: false })
  const asCentre = { persons: 1, total: '4.00', recognised: '4.00', account: '4.00', reason: '按中心金额申报' }
  const edited = await client.ok(liquidation.edit, { id: draft!.id, ...asCentre })
  const applied = (await claims.apply(client, edited)).result!
  await reviewed(client, applied)

  await bench.centre.clearFaults()
  await (await bench.day('clerk', `${next}-05`)).buy('2.00')
  const { client: later } = await claims.after('clerk', next)
  await claims.agree(later, next)
  bench.clock.advance(1000)
  await untilEnded(later, (await later.ok(monthBooks.monthCheck, { month: next, force: true })).progressId)
  bench.clock.advance(1000)
  await claims.agree(later, next)
  const told = await generated(later, next)
  expect(told).toEqual({
    ...{ target: expect.any(String), ok: true },
    text: `生成 1 份；1 笔结算（基金 0.00 元）已在 ${month} 的清算申请（审核中）中，不重复申请`,
  })
  // What 未清算 says of the month is what there is to claim, and not what the application before it holds.
  const { totals } = await later.ok(unLiquidated.query, { from: next, to: next })
  expect(totals).toMatchObject({ settlements: 1, reversals: 0, total: '2.00' })
  const [rest] = await standing(later, next)
  // The centre counts it here: who sees that may claim by its sums.
  expect(rest).toMatchObject({ persons: 1, total: '2.00', books: 'same', agreed: false })
  expect((await later.ok(liquidation.settlements, { id: rest!.id })).items.map(({ total }) => total)).toEqual(['2.00'])
  expect((await generated(later, next)).text).toContain('草稿没有变化，保留 1 份')
  const whole = { persons: 2, total: '9.00', recognised: '9.00', account: '9.00', reason: '按中心金额申报' }
  const sent = await later.ok(liquidation.edit, { id: rest!.id, ...whole })
  expect((await claims.apply(later, sent)).result).toMatchObject({ state: '1', books: 'edited' })
  expect(await generated(later, next)).toMatchObject({
    ok: true,
    text: expect.stringMatching(/^已申请，不重复生成 1 份；/),
  })
})

test('one that may still be taken back is named with its month, and keeps only its own part from being made', async () => {
  const day = await bench.day('clerk', `${month}-10`)
  await day.buy('4.00')
  const moved = await day.buy('7.00')
  const { client } = await claims.after('clerk', month)
  await claims.agree(client, month)
  await generated(client)
  const [draft] = await standing(client)
  await claims.apply(client, draft!)
  const other = await (await bench.day('clerk', `${month}-11`)).buy('1.00')
  await day.patch(moved.id, { clrWay: '00' })
  await day.patch(other.id, { clrWay: '03' })
  const { client: again } = await claims.after('clerk', month, '10:00:00')
  await claims.agree(again, month)
  const { ok, text } = await generated(again)
  expect(ok).toBe(false)
  expect(text).toContain(`有结算已在 ${month} 的另一份清算申请（已申请）中，没有生成。请先撤销那一份`)
  expect(text, 'and the part behind it').toContain('生成 1 份')
  expect(brief(await standing(again))).toEqual([
    ['01', '1', 2, '11.00', 'moved'],
    ['03', '0', 1, '1.00', 'same'],
  ])
})

test('what stands in another part of the month that is reviewed leaves nothing to claim here; a sale beside it is claimed', async () => {
  const day = await bench.day('clerk', `${month}-10`)
  await day.buy('4.00')
  const moved = await day.buy('7.00')
  const { client } = await claims.after('clerk', month)
  await claims.agree(client, month)
  await generated(client)
  const [draft] = await standing(client)
  await reviewed(client, (await claims.apply(client, draft!)).result!)
  await day.patch(moved.id, { clrWay: '03' })
  const claimed = `1 笔结算（基金 0.00 元）已在 ${month} 的清算申请（审核中）中，不重复申请`
  expect((await generated(client)).text).toMatch(new RegExp(`^已申请，之后账目有变动.*；${claimed}$`))
  expect(brief(await standing(client))).toEqual([['01', '3', 2, '11.00', 'moved']])
  const other = await (await bench.day('clerk', `${month}-11`)).buy('1.00')
  await day.patch(other.id, { clrWay: '03' })
  const { client: again } = await claims.after('clerk', month, '10:00:00')
  await claims.agree(again, month)
  expect((await generated(again)).text).toContain(claimed)
  expect(brief(await standing(again))).toEqual([
    ['01', '3', 2, '11.00', 'moved'],
    ['03', '0', 1, '1.00', 'same'],
  ])
})

test('a month that is claimed as a whole and reviewed, in an area that wants each insurance by itself since: nothing is claimed beside it', async () => {
  const day = await bench.day('clerk', `${month}-10`)
  await day.buy('4.00')
  const { client } = await claims.after('clerk', month)
  await claims.agree(client, month)
  await generated(client)
  const [draft] = await standing(client)
  await reviewed(client, (await claims.apply(client, draft!)).result!)
  await set({ claimByInsurance: true })
  expect(await generated(client)).toMatchObject({ ok: true, text: '已申请，不重复生成 1 份' })
  await (await bench.day('clerk', `${month}-11`)).buy('1.00')
  const { client: again } = await claims.after('clerk', month, '10:00:00')
  await claims.agree(again, month)
  expect(await generated(again)).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^已申请，另有 1 笔结算（基金 0\.00 元）不在申请中。中心已受理，不能撤销/),
  })
  expect(brief(await standing(again)).map(([, state]) => state)).toEqual(['3'])
})
