import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { untilEnded } from '../../test/until-ended.ts'
import { Claims } from '../liquidation/test/claims.ts'
import { reconcileDay } from './day/store-day.ts'
import { reconGroup } from './tables.ts'
import { countingBy } from './test/turned.ts'
import { useBench } from './test/use-bench.ts'

// Whoever finds out while a comparison is under way that an area's centre counts the personal account among the funds: what
// was read before is neither a verdict nor a day that was looked through, and what stands beside it is our book of now.

const bench = useBench()
const claims = new Claims(() => bench)
const { here, turn } = countingBy(bench, 'fundIncludesAcct')
afterAll(() => here(false))

/** The centre takes its time over an answer, and somebody finds out what it counts meanwhile. */
const turnedWhile = <T>(infno: string, work: () => Promise<T>): Promise<T> =>
  bench.centre.during(infno, work, () => turn(false, true))

const text = (what: string) => `${what}期间医保配置的金额口径有改动，请重新${what}`

/** A settlement that nothing but an account pays, booked by a centre that counts it among the funds. */
const bought = async (date: string) => {
  await bench.centre.option('320500', 'accountInFund', true)
  await here(true)
  const day = await bench.day('clerk', date)
  await day.buy('16.00')
  await turn(true, false)
  return day
}

test('sums that were read before it are not what stands beside the word of it', async () => {
  const day = await bought('2029-06-02')
  const { db } = day.deps
  const insert = db.insert.bind(db) as (table: unknown) => {
    values: (rows: never) => { onConflictDoNothing: () => PromiseLike<unknown> }
  }
  // Between reading the book and writing the groups of it.
  vi.spyOn(db, 'insert').mockImplementation(((table: unknown) => {
    if (table !== reconGroup) return insert(table)
    vi.restoreAllMocks()
    return {
      values: (rows: never) => ({
        onConflictDoNothing: () => turn(false, true).then(() => insert(table).values(rows).onConflictDoNothing()),
      }),
    }
  }) as never)
  const { groups } = await day.total()
  const unfinished = groups.find(({ local }) => local.count)
  expect(unfinished).toMatchObject({
    ...{ state: '5', centreText: text('对账') },
    local: { total: '16.00', fund: '0.00', account: '16.00', cash: '0.00' },
  })
})

test('nor beside that of a whole month', async () => {
  const month = '2029-07'
  const day = await bought(`${month}-02`)
  const { client } = await claims.after('clerk', month)
  await untilEnded(client, (await client.ok(monthBooks.monthCheck, { month })).progressId)
  await day.deps.db.update(reconGroup).set({ state: '2' }).where(eq(reconGroup.day, day.date))
  await turnedWhile('3201', async () =>
    untilEnded(client, (await client.ok(monthBooks.monthTotal, { month })).progressId),
  )
  const { items } = await client.ok(monthBooks.monthPaged, { from: month, to: month, insutype: '310' })
  expect(items).toMatchObject([
    { state: '5', centreText: text('对账'), total: '16.00', fund: '0.00', account: '16.00' },
  ])
})

test('a day whose rows were read before it has no details: it says so, and the next run compares them', async () => {
  const day = await bought('2029-06-03')
  await turn(false, true)
  await day.centreOnly('P3205010000120290603080000001')
  await turn(true, false)
  const unequal = (await day.total()).groups.find(({ state }) => state === '3')!
  const asked = () => day.client.send(reconciliation.resultFile, { groupId: unequal.id })
  const refused = await turnedWhile('3202', () => day.client.send(reconciliation.detail, { groupId: unequal.id }))
  expect(refused).toMatchObject({ success: false, error: { message: text('对明细') } })
  const listed = async () =>
    (await day.client.ok(reconciliation.dayPaged, { from: day.date, to: day.date })).items.find(
      ({ id }) => id === unequal.id,
    )
  expect(await listed()).toMatchObject({ state: '3', detailed: false, differences: 0 })
  expect((await asked()).headers['content-disposition'], 'what came is kept all the same').toContain('_result.zip')
  bench.clock.advance(1000)
  await reconcileDay(day.deps, await day.store(), { day: day.date, by: '系统' })
  expect(await listed()).toMatchObject({ detailed: true, differences: 1 })
  expect((await asked()).headers['content-disposition']).toContain('_result.zip')
})
