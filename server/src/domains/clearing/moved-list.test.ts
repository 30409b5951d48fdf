import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { Clearings } from './test/clearings.ts'

// A list of more than one page that moves while it is read or takes its time, and one that stands still and holds twins.

const bench = useBench()
const clearings = new Clearings(() => bench)
let month = ''
let year = 2140
const restore: (() => void)[] = []
beforeEach(async () => {
  month = `${++year}-03`
  await clearings.set({ inFlightMax: 0, authorizeUndo: false })
})
afterEach(() => {
  for (const back of restore.splice(0)) back()
})

type Client = Parameters<Clearings['page']>[0]
const only = async (client: Client) => (await clearings.page(client, month)).summary.only![0]!
const numbers = async (client: Client) => {
  const of = async (page: number) => (await clearings.page(client, month, { page })).items.map(({ setlSn }) => setlSn)
  return [...(await of(1)), ...(await of(2))].sort()
}
const listed = async () => (await clearings.listed('clerk', month)).map(({ setl_sn }) => setl_sn).sort()
/** So many settlements that only the centre has. */
const strangers = async (n: number) => {
  await clearings.stranger('clerk', month, n)
  const { client } = await clearings.after('clerk', month)
  const numbers = (await clearings.listed('clerk', month)).map(({ setl_id }) => setl_id)
  return { client, first: numbers[0]!, last: numbers.at(-1)! }
}
const hide = (setlSn: string, drop: boolean) => clearings.drift('clerk', setlSn, { drop })

test('twins on both sides of the end of a page are two', async () => {
  const { client, last } = await strangers(100)
  await clearings.drift('clerk', last, { twin: true })
  expect((await clearings.extract(client, month)).results[0]!.text).toBe('已提取 101 笔')
  expect(await only(client)).toMatchObject({ state: '2', rows: 101, centreOnly: 101 })
  expect(await numbers(client)).toEqual(await listed())
})

test('a row that another one pushed to the next page is one', async () => {
  const { client, first } = await strangers(101)
  await hide(first, true)
  restore.push(clearings.afterPages('320500', async (n) => n === 1 && hide(first, false)))
  expect((await clearings.extract(client, month)).results[0]!).toMatchObject({ ok: true, text: '已提取 101 笔' })
  expect(await only(client)).toMatchObject({ state: '2', rows: 101 })
  expect(await numbers(client)).toEqual(await listed())
})

test('a row that came up to a page that was read is not lost', async () => {
  const { client, first, last } = await strangers(101)
  restore.push(clearings.afterPages('320500', async (n) => n === 1 && hide(first, true)))
  expect((await clearings.extract(client, month)).results[0]!).toMatchObject({ ok: true, text: '已提取 100 笔' })
  expect(await numbers(client)).toEqual(await listed())
  expect(await numbers(client)).toContain(last)
})

test('a list that does not come to rest is told; what was answered stands, and the next extraction begins anew', async () => {
  const { client, first } = await strangers(101)
  let hidden = false
  // Behind each second page, before the first one is looked at again.
  const stop = clearings.afterPages('320500', async (n) => {
    if (n % 3 !== 2) return
    hidden = !hidden
    await hide(first, hidden)
  })
  restore.push(stop)
  const { results } = await clearings.extract(client, month)
  expect(results).toMatchObject([{ ok: false, text: expect.stringContaining('清分明细一直在变动') }])
  expect(await only(client)).toMatchObject({ state: '1' })
  stop()
  await hide(first, false)
  expect((await clearings.extract(client, month)).results[0]!.text).toBe('已提取 101 笔')
  expect(await numbers(client)).toEqual(await listed())
})

test('a lost answer about a twin is made definite by a list that stood still: another one is no answer', async () => {
  const { client, first, last } = await strangers(100)
  await clearings.drift('clerk', last, { twin: true })
  await clearings.extract(client, month)
  const twins = (await clearings.page(client, month)).items.filter(({ alike }) => alike)
  const refused = async (id: string) => {
    const asked = { month, rowIds: [id], note: '本店没有这笔结算' }
    return clearings.ended(client, await client.ok(clearScore.refuse, asked))
  }
  await refused(twins[0]!.id)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3261' })
  await hide(first, true)
  restore.push(clearings.afterPages('320500', async (n) => n === 1 && hide(first, false)))
  await refused(twins[1]!.id)
  expect((await clearings.flags('clerk', month)).filter((flag) => flag === '0')).toHaveLength(1)
  expect(await only(client)).toMatchObject({ state: '3', refused: 1, open: 100, unknown: 0 })
})

test('a row that one answer tells twice is extracted once, and counted once', async () => {
  const { client } = await strangers(1)
  const centre = bench.counter.server.deps.services.centre.of('320500')
  centre.send = async (...sent) => {
    const outcome = await Object.getPrototypeOf(centre).send.apply(centre, sent)
    const again = sent[1] === '3260' ? { data: [...outcome.output.data, ...outcome.output.data] } : outcome.output
    return { ...outcome, output: again }
  }
  restore.push(() => Reflect.deleteProperty(centre, 'send'))
  expect((await clearings.extract(client, month)).results[0]!.text).toBe('已提取 1 笔')
  expect(await only(client)).toMatchObject({ rows: 1 })
})

test('a list that takes longer than a claim lasts is read to its end under one: nobody else comes between', async () => {
  const { client } = await strangers(101)
  await clearings.extract(client, month)
  const rowIds = (await clearings.page(client, month)).items.map(({ id }) => id)
  for (const [lost, infno] of [
    ['dropAfterBooking', '3261'],
    ['dropBeforeBooking', '3260'],
  ] as const)
    await bench.centre.fault({ fault: lost, infno })
  await clearings.ended(client, await client.ok(clearScore.confirm, { month, rowIds, note: '按中心金额' }))
  const { id, ...before } = await only(client)
  expect(before).toMatchObject({ state: '5', unknown: 100 })
  const between: unknown[] = []
  const stop = clearings.afterPages('320500', async (n) => {
    if (n > 2) return
    bench.clock.advance(80_000)
    if (n === 2)
      between.push((await client.send(clearScore.rollback, { id, reason: '等不及核实结果' })).resultNotice?.error)
  })
  restore.push(stop)
  expect(await client.ok(clearScore.resolve, { id })).toMatchObject({ state: '3', confirmed: 100, open: 1 })
  expect(between).toEqual(['另一个人正在处理这家门店的清分'])
  expect((await clearings.flags('clerk', month)).filter((flag) => flag === '1')).toHaveLength(100)
})
