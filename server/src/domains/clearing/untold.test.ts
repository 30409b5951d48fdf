import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { startOfDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench } from '../reconciliation/test/bench.ts'
import { type Centre, startCentre } from '../settlement/test/centre.ts'
import { type OddCentre, oddCentre } from '../settlement/test/odd-centre.ts'
import { clearingRow } from './tables.ts'
import { Clearings } from './test/clearings.ts'

// A centre that lists a month and does not tell what it holds as our answer (cnfm_flag of 3260 is optional), tells a row
// twice, or when one was settled by its day alone.

let whole: Centre
let centre: OddCentre
let bench: Bench
const clearings = new Clearings(() => bench)
let year = 2070
const nextMonth = () => `${++year}-03`

beforeAll(async () => {
  whole = await startCentre()
  centre = await oddCentre(whole)
  bench = await openBench(centre)
  await clearings.set({ authorizeUndo: false })
})
afterEach(async () => {
  centre.asGiven()
  await centre.clearFaults()
})
afterAll(async () => {
  await bench.close()
  await centre.close()
  await whole.close()
})

type Row = Record<string, unknown>
/** Some of its rows, without what it holds of ours. */
const untold = (shown: (row: Row) => boolean = () => true) =>
  centre.change('3260', (output) => ({
    data: (output.data as Row[]).filter(shown).map(({ cnfm_flag: _, ...row }) => row),
  }))
const only = async (client: Parameters<Clearings['page']>[0], month: string) =>
  (await clearings.page(client, month)).summary.only![0]!
const reason = '确认的金额有误'

test('extracted again, what we know of an answer stands; a row that it lists only now can be answered', async () => {
  const month = nextMonth()
  const { client, ids } = await clearings.sold('clerk', month, ['1.00', '2.00'])
  const [, late] = await clearings.orders(ids)
  untold(({ setl_sn }) => setl_sn !== late!.setlId)
  await clearings.extract(client, month)
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(await only(client, month)).toMatchObject({ state: '4', confirmed: 1, oursOnly: 1 })
  untold()
  await clearings.extract(client, month)
  expect(await only(client, month)).toMatchObject({ state: '3', confirmed: 1, open: 1, oursOnly: 0 })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(await clearings.flags('clerk', month)).toEqual(['1', '1'])
})

test('a confirmation without an answer stays unknown, and the roll-back is its way out', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['1.00'])
  untold()
  await clearings.extract(client, month)
  await centre.fault({ fault: 'dropAfterBooking', infno: '3261' })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('不知道清分确认是否成功')
  const { id } = await only(client, month)
  bench.clock.advance(1000)
  const asked = await client.send(clearScore.resolve, { id })
  expect(asked.resultNotice?.error).toBe('医保中心的清分明细没有确认标志，不能判断确认是否成功')
  expect(await only(client, month)).toMatchObject({ state: '5', unknown: 1 })
  expect(await client.ok(clearScore.rollback, { id, reason })).toMatchObject({ state: '2', open: 1 })
  expect(await clearings.flags('clerk', month)).toEqual(['2'])
})

test.each([
  ['without what it holds', () => untold()],
  ['as empty', () => untold(() => false)],
])(
  'nor is a roll-back without an answer taken for done of a month listed %s: it is asked for again',
  async (_, tell) => {
    const month = nextMonth()
    const { client } = await clearings.sold('clerk', month, ['1.00'])
    await clearings.extract(client, month)
    await clearings.confirmAll(client, month)
    const { id } = await only(client, month)
    tell()
    await centre.fault({ fault: 'dropBeforeBooking', infno: '3262' })
    expect((await client.send(clearScore.rollback, { id, reason })).resultNotice?.error).toContain(
      '不知道清分回退是否成功',
    )
    bench.clock.advance(1000)
    expect((await client.send(clearScore.resolve, { id })).resultNotice?.error).toContain('不能判断回退是否成功')
    expect(await only(client, month)).toMatchObject({ state: '6', confirmed: 1 })
    expect(await clearings.flags('clerk', month)).toEqual(['1'])
    expect(await client.ok(clearScore.rollback, { id, reason })).toMatchObject({ state: '2', open: 1 })
    expect(await clearings.flags('clerk', month)).toEqual(['2'])
  },
)

test('a row that stands twice in one page is one, and is confirmed once', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['1.00', '2.00'])
  centre.change('3260', (output) => {
    const data = output.data as Row[]
    return { data: [...data, ...data.slice(0, 1)] }
  })
  expect((await clearings.extract(client, month)).results[0]).toMatchObject({ ok: true })
  expect(await only(client, month)).toMatchObject({ state: '2', open: 2, oursOnly: 0, centreOnly: 0 })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 2 笔')
  expect(await clearings.flags('clerk', month)).toEqual(['1', '1'])
})

test('of a centre that tells days only what was sold on the first is confirmed, once it was extracted since', async () => {
  const month = nextMonth()
  await clearings.buyAt('clerk', `${month}-01`, '09:30:00', '7.00')
  const { client } = await clearings.after('clerk', month)
  centre.change('3260', (output) => ({
    data: (output.data as Row[]).map((row) => ({ ...row, mdtrt_setl_time: String(row.mdtrt_setl_time).slice(0, 10) })),
  }))
  await clearings.extract(client, month)
  const [row] = (await clearings.page(client, month)).items
  expect(row).toMatchObject({ settledAt: `${month}-01 00:00:00`, result: 'equal' })
  const { db } = bench.counter.server.deps
  // As a version of before kept it, of a centre that told nothing too.
  await db
    .update(clearingRow)
    .set({ settledAt: startOfDay(`${month}-01`) })
    .where(eq(clearingRow.id, row!.id))
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toContain('可能不是医保中心给的')
  await clearings.extract(client, month)
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(centre.asked('3261').at(-1)!.detail).toMatchObject([{ mdtrt_setl_time: `${month}-01 00:00:00` }])
})
