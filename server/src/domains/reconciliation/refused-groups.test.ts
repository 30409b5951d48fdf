import { approvalTarget } from '@yibao/shared/approval.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../base/ids.ts'
import { reconcileNight } from '../../jobs/reconcile.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { Claims } from '../liquidation/test/claims.ts'
import { reconDifference, reconFigures } from './tables.ts'
import { type Day, stores } from './test/bench.ts'
import { useBench } from './test/use-bench.ts'

// A centre that refuses to speak of what an institution never settled under, in a city whose own level clears its people: what
// the system asks about only in case is no group then, and keeps neither a day nor a month open. What the store sold under is
// one, whatever the centre says of it, and so is everything else while nobody answers.

const bench = useBench()
const claims = new Claims(() => bench)
const area = stores.clerk.area
const [city, month] = ['320599', '2027-06']

beforeAll(async () => {
  await bench.centre.option(area, 'cityFund', true)
  await bench.centre.option(area, 'knownGroups', true)
})
afterAll(() => vi.restoreAllMocks())

const groupsOf = async (day: Day, date = day.date) => {
  const { items } = await day.client.ok(reconciliation.dayPaged, { from: date, to: date, pageSize: 100 })
  return items.map(({ clrOptins, insutype, state }) => `${clrOptins} ${insutype} ${state}`).sort()
}
/** The business days of this store alone are looked at: the other three have sold nothing here. */
const nightOf = async (date: string) => {
  const night = await bench.day('clerk', date, '01:00:00')
  const ran = async () => {
    await reconcileNight(night.deps, (fault) => {
      throw fault
    })
    return groupsOf(night, night.date)
  }
  return { night, ran }
}
const asked3201 = (day: Day) => {
  const client = day.deps.services.centre.of(area)
  const run = vi.spyOn(client, 'run')
  onTestFinished(() => run.mockRestore())
  return () =>
    run.mock.calls
      .filter(([operation]) => operation.infno === '3201')
      .map(([, args]) => args as { setlOptins: string; insurance: string })
      .map(({ setlOptins, insurance }) => `${setlOptins} ${insurance}`)
}

test('of a store that has sold nothing the centre refuses everything: that says nothing of a group, and is not finished', async () => {
  const day = await bench.day('clerk', `${month}-01`)
  expect(await day.total()).toMatchObject({ equal: 0, unequal: 0 })
  expect(await groupsOf(day)).toEqual(['320500 310 5', '320500 390 5'])
  const { items } = await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date })
  expect(items[0]!.centreText).toBe('医保中心：“未查询到该机构在 320500 险种 310 的结算，不能对账”')
})

test('once it has sold, each of its days is asked under who clears its people, and what is refused beside it is no group', async () => {
  const day = await bench.day('clerk', `${month}-02`)
  const { id } = await day.buy('6.00')
  expect(await day.order(id)).toMatchObject({ clrOptins: city, insutype: '310', clrType: '41' })
  const asked = asked3201(day)
  const { groups, equal, unequal } = await day.total()
  expect(asked()).toEqual([`${city} 310`, `${city} 390`])
  expect([groups.length, equal, unequal]).toEqual([1, 1, 0])
  expect(await groupsOf(day)).toEqual([`${city} 310 2`])
  // Without a sale of that day it is the same: what only the centre has would be found.
  const quiet = await bench.day('clerk', `${month}-03`)
  await bench.centre.fault({
    ...{ fault: 'centreOnlyRow', fixmedins_code: stores.clerk.code, psn_no: stores.clerk.person },
    msgid: 'P3205010000120270603080000001',
  })
  expect(await quiet.run()).toMatchObject([{ class: 'centreOnlyUnknown' }])
  expect(await groupsOf(quiet)).toEqual([`${city} 310 3`])
  const [difference] = await quiet.differences((await quiet.total()).groups[0]!)
  const authorizationId = await quiet.approve(approvalTarget.difference('undo', difference!.id))
  expect((await quiet.handle(difference!, 'undo', { authorizationId })).success).toBe(true)
})

test('such a day is over for the night that compares it: no round asks again', async () => {
  await bench.day('clerk', `${month}-05`)
  const { night, ran } = await nightOf(`${month}-06`)
  await ran()
  expect(await groupsOf(night, `${month}-05`)).toEqual([`${city} 310 2`])
  // What was refused before the store's first sale is no group now.
  expect(await groupsOf(night, `${month}-01`)).toEqual([`${city} 310 2`])
  const asked = asked3201(night)
  await ran()
  expect(asked().filter((one) => one.startsWith(city))).toEqual([])
})

test('its month is asked about and claimed', async () => {
  const { client } = await claims.after('clerk', month)
  const checked = await untilEnded(client, (await client.ok(monthBooks.monthCheck, { month })).progressId)
  expect(checked.results).toMatchObject([{ ok: true }])
  const whole = await untilEnded(client, (await client.ok(monthBooks.monthTotal, { month })).progressId)
  expect(whole.results).toMatchObject([{ ok: true, text: '1 组全部对平' }])
  const { items } = await client.ok(monthBooks.monthPaged, { from: month, to: month })
  expect(items.map(({ clrOptins, insutype, state }) => [clrOptins, insutype, state])).toEqual([[city, '310', '2']])
  bench.clock.advance(1000)
  await claims.generate(client, month)
  const [draft] = await claims.listed(client, month)
  expect(draft).toMatchObject({ total: '6.00' })
  expect((await claims.apply(client, draft!)).success).toBe(true)
  expect(await claims.centre('clerk', month)).toMatchObject([{ psntime: 1, medfee: '6.00' }])
})

test('what the store sold under is a group that is refused: it stays open, in the centre’s words, and so does its month', async () => {
  const day = await bench.day('clerk', '2027-08-04')
  await day.buy('2.00')
  await bench.centre.fault({ fault: 'refuse', infno: '3201', text: '对账服务维护中' })
  expect(await day.total()).toMatchObject({ equal: 0, unequal: 0 })
  // Nobody answered about anything: the other one stays as well.
  expect(await groupsOf(day)).toEqual([`${city} 310 5`, `${city} 390 5`])
  const { client } = await claims.after('clerk', '2027-08')
  const early = await untilEnded(client, (await client.ok(monthBooks.monthTotal, { month: '2027-08' })).progressId)
  expect(early.results).toMatchObject([{ ok: false, text: '4日 还没有对平，请先「逐日核对」' }])
  await untilEnded(client, (await client.ok(monthBooks.monthCheck, { month: '2027-08' })).progressId)
  await bench.centre.fault({ fault: 'refuse', infno: '3201', text: '对账服务维护中' })
  bench.clock.advance(1000)
  const refused = await untilEnded(client, (await client.ok(monthBooks.monthTotal, { month: '2027-08' })).progressId)
  expect(refused.results).toMatchObject([{ ok: false, text: expect.stringContaining('未完成') }])
  const { items } = await client.ok(monthBooks.monthPaged, { from: '2027-08', to: '2027-08', insutype: '310' })
  expect(items).toMatchObject([{ state: '5', centreText: '医保中心：“对账服务维护中”' }])
})

/** Nothing comes back when it is asked about the residents. */
const silent390 = (day: Day) => {
  const client = day.deps.services.centre.of(area)
  const run = client.run.bind(client)
  const mute = vi.spyOn(client, 'run').mockImplementation((...args: Parameters<typeof run>) => {
    const silent = args[0].infno === '3201' && (args[1] as { insurance: string }).insurance === '390'
    return silent ? Promise.resolve({ kind: 'unknown', reason: 'timeout', detail: '', ms: 1 }) : run(...args)
  })
  onTestFinished(() => mute.mockRestore())
  return mute
}

test('silence is no answer: a group that nobody heard of stays open', async () => {
  const day = await bench.day('clerk', '2027-10-04')
  await day.buy('3.00')
  const mute = silent390(day)
  expect(await day.total()).toMatchObject({ equal: 1, unequal: 0 })
  expect(await groupsOf(day)).toEqual([`${city} 310 2`, `${city} 390 5`])
  mute.mockRestore()
  await day.total()
  expect(await groupsOf(day)).toEqual([`${city} 310 2`])
  expect(await day.book()).toHaveLength(1)
})

test.each([
  ['a difference', '2027-10-05', reconDifference],
  ['sums of the centre', '2027-10-06', reconFigures],
] as const)(
  'a group that has %s is none that was asked about only in case: refused now, it stays open',
  async (_, date, table) => {
    const day = await bench.day('clerk', date)
    await day.buy('4.00')
    const mute = silent390(day)
    await day.total()
    mute.mockRestore()
    const { db } = day.deps
    const { items } = await day.client.ok(reconciliation.dayPaged, { from: date, to: date, insutype: '390' })
    const [{ id }] = items as [(typeof items)[number]]
    const storeId = (await day.store()).id
    if (table === reconDifference)
      await db
        .insert(table)
        .values({ ...{ id: newId(), groupId: id, storeId, day: date }, class: 'amounts', msgid: '' })
    else
      await db
        .insert(reconFigures)
        .values({ id, count: 1, total: 1, pool: 0, aid: 0, account: 0, cash: 1, at: day.clock() })
    await day.total()
    expect(await groupsOf(day)).toEqual([`${city} 310 2`, `${city} 390 5`])
    const kept = table === reconDifference ? eq(table.groupId, id) : eq(table.id, id)
    expect(await db.select({ id: table.id }).from(table).where(kept)).toHaveLength(1)
  },
)
