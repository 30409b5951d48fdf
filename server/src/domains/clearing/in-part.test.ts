import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { afterEach, expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { Clearings } from './test/clearings.ts'

// A month of which a part is answered: what is left is compared anew, what stopped half-way says how far it came, and
// whom nothing was done for is told so.

const bench = useBench()
const clearings = new Clearings(() => bench)
const restore: (() => void)[] = []
afterEach(() => {
  for (const back of restore.splice(0)) back()
})
let year = 2099
const nextMonth = () => `${++year}-03`
const refused = '清分窗口未开放'
const refuse = () => bench.centre.fault({ fault: 'refuse', infno: '3261', text: refused })

test('confirmed in part: what our book has changed of the rest since is not confirmed as equal', async () => {
  const month = nextMonth()
  const { client, day, ids } = await clearings.sold('clerk', month, ['5.00', '6.00', '7.00'])
  await clearings.extract(client, month)
  const [first] = (await clearings.page(client, month)).items
  await clearings.ended(client, await client.ok(clearScore.confirm, { month, rowIds: [first!.id] }))
  const changed = ids.find((id) => id !== first!.orderId)!
  const { total } = await day.order(changed)
  await day.patch(changed, { total: total + 1 })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect((await clearings.page(client, month, { answer: 'open' })).items).toMatchObject([
    { orderId: changed, result: 'differs', totalGap: '0.01' },
  ])
  expect((await clearings.flags('clerk', month)).sort()).toEqual(['1', '1', '2'])
})

test('the second hundred is refused: it is said how many were confirmed before, and that the store is not done', async () => {
  const month = nextMonth()
  await clearings.stranger('clerk', month, 101)
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const rowIds = (await clearings.page(client, month)).items.map(({ id }) => id)
  const centre = bench.counter.server.deps.services.centre.of('320500')
  let batches = 0
  centre.send = async (body, which, waiting) => {
    if (which === '3261' && ++batches === 2) await refuse()
    return Object.getPrototypeOf(centre).send.call(centre, body, which, waiting)
  }
  restore.push(() => Reflect.deleteProperty(centre, 'send'))
  const asked = await client.ok(clearScore.confirm, { month, rowIds, note: '按中心金额' })
  const { text, results } = await clearings.ended(client, asked)
  expect([text, results[0]!.ok]).toEqual(['1 家门店，1 家还要处理', false])
  expect(results[0]!.text).toMatch(new RegExp(`^已确认 100 笔后停止：.*${refused}`))
  expect((await clearings.page(client, month)).summary.only).toMatchObject([{ state: '3', confirmed: 100, open: 1 }])
  expect((await clearings.flags('clerk', month)).filter((flag) => flag === '1')).toHaveLength(100)
})

test('the first hundred is refused: the centre’s words alone are said, for nothing was confirmed before', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['1.00'])
  await clearings.extract(client, month)
  await refuse()
  const { results } = await clearings.confirmAll(client, month)
  expect(results[0]).toMatchObject({ ok: false, text: `医保中心：“${refused}”` })
})

test('a month that nobody extracted is not confirmed: there is nothing of it yet', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['1.00'])
  const answer = await client.send(clearScore.confirm, { month })
  expect([answer.statusCode, answer.resultNotice?.error]).toEqual([404, expect.stringContaining('这个月的清分明细')])
  expect(await clearings.flags('clerk', month)).toEqual(['2'])
})

test('an administrator confirms one store: the others of his are not touched', async () => {
  const month = nextMonth()
  for (const who of ['clerk2', 'clerk'] as const) {
    const { client } = await clearings.sold(who, month, ['1.00'])
    await clearings.extract(client, month)
  }
  const admin = await bench.counter.server.as('admin')
  const storeId = storeIdOf('P32050100001')
  const { text } = await clearings.ended(admin, await admin.ok(clearScore.confirm, { month, storeId }))
  expect(text).toBe('1 家门店已确认')
  expect(await clearings.flags('clerk', month)).toEqual(['1'])
  expect(await clearings.flags('clerk2', month)).toEqual(['2'])
})

test('a store that had nobody from elsewhere is done with when the stores of a month are confirmed together', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['1.00'])
  await clearings.extract(client, month)
  await clearings.extract((await clearings.after('clerk2', month)).client, month)
  const admin = await bench.counter.server.as('admin')
  const { text, results } = await clearings.ended(admin, await admin.ok(clearScore.confirm, { month }))
  expect(text).toBe('2 家门店已确认')
  expect(results.map((one) => [one.ok, one.text]).sort()).toEqual([
    [true, '已确认 1 笔'],
    [true, '没有异地清分明细'],
  ])
})

test('what the funds pay of a settlement that only we have is told as it is now, in the row that was there', async () => {
  const month = nextMonth()
  const { client, day, ids } = await clearings.sold('clerk', month, ['2.00'])
  const [one] = await clearings.orders(ids)
  await clearings.drift('clerk', one!.setlId!, { drop: true })
  await clearings.extract(client, month)
  const [before] = (await clearings.page(client, month)).items
  expect(before).toMatchObject({ result: 'oursOnly', ownTotal: '2.00' })
  await day.patch(one!.id, { fundTotal: 1, account: 150 })
  const compared = await client.ok(clearScore.compare, { month })
  expect((await clearings.ended(client, compared)).results[0]!.text).toBe('一致 0，不一致 0，仅中心 0，仅本地 1')
  expect((await clearings.page(client, month)).items).toEqual([{ ...before!, ownPaid: '1.51' }])
})

test('a month that had nothing is extracted again: the centre may have heard of something since', async () => {
  const month = nextMonth()
  const { client } = await clearings.after('clerk', month)
  expect((await clearings.extract(client, month)).results[0]!.text).toBe('没有异地清分明细')
  await clearings.stranger('clerk', month)
  const { client: later } = await clearings.after('clerk', month, '10:00:00')
  expect((await clearings.extract(later, month)).results[0]).toMatchObject({ ok: true, text: '已提取 1 笔' })
  expect((await clearings.page(later, month)).summary.only).toMatchObject([{ state: '2', centreOnly: 1, open: 1 }])
})

test('the months of the stores in reach, what waits for a person first, and of one state alone', async () => {
  const month = nextMonth()
  for (const who of ['clerk', 'clerk2'] as const) {
    const { client } = await clearings.sold(who, month, ['1.00'])
    await clearings.extract(client, month)
    if (who === 'clerk') await clearings.confirmAll(client, month)
  }
  const seen = async (userName: string, state?: '2' | '4') => {
    const client = await bench.counter.server.as(userName)
    const { items, total } = await client.ok(clearScore.months, { month, state })
    expect(total).toBe(items.length)
    return items.map((one) => [one.storeName, one.state])
  }
  const [done, waits] = [
    ['示例大药房观前店', '4'],
    ['示例大药房新街口店', '2'],
  ]
  expect(await seen('admin')).toEqual([waits, done])
  expect([await seen('admin', '4'), await seen('admin', '2')]).toEqual([[done], [waits]])
  expect([await seen('clerk'), await seen('clerk2')], 'nobody another’s').toEqual([[done], [waits]])
})

test('a place is asked for by its province, its city or itself, with or without the zeros behind it', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['1.00'])
  await clearings.extract(client, month)
  const own = (await clearings.page(client, month)).items[0]!.insuredArea ?? ''
  expect(own).toMatch(/^\d{6}$/)
  const found = async (insuredArea: string) => (await clearings.page(client, month, { insuredArea })).total
  const [province, city] = [own.slice(0, 2), own.slice(0, 4)]
  for (const asked of [province, `${province}0000`, city, `${city}00`, own]) expect(await found(asked), asked).toBe(1)
  for (const asked of ['99', '990000', `${province}9900`]) expect(await found(asked), asked).toBe(0)
  expect((await client.send(clearScore.paged, { month, insuredArea: '3' })).statusCode).toBe(400)
})

test('extracted again, a month loses nothing of another one', async () => {
  const [stays, month] = [nextMonth(), nextMonth()]
  for (const each of [stays, month]) {
    const { client } = await clearings.sold('clerk', each, ['1.00'])
    await clearings.extract(client, each)
  }
  const { client } = await clearings.after('clerk', month, '10:00:00')
  await clearings.extract(client, month)
  expect((await clearings.page(client, stays)).summary).toMatchObject({ rows: 1, open: 1 })
})
