import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { order } from '../order/tables.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { clearingRow } from './tables.ts'
import { Clearings } from './test/clearings.ts'

// A month from its extraction to its confirmation and its roll-back, with differences of every kind.

const bench = useBench()
const clearings = new Clearings(() => bench)
let last = 2040
/** A year of its own for every test. */
const nextMonth = () => `${++last}-03`

test('extracted, compared and confirmed: the centre holds what our book says', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['9.00', '0.01'])
  const { text, results } = await clearings.extract(client, month)
  expect([text, results[0]!.text]).toEqual(['1 家门店已提取', '已提取 2 笔'])
  const before = await clearings.page(client, month)
  const shown = before.items.map((row) => [row.total, row.ownTotal, row.paidGap, row.result, row.answer])
  expect(shown.sort()).toEqual([
    ['0.01', '0.01', '0.00', 'equal', 'open'],
    ['9.00', '9.00', '0.00', 'equal', 'open'],
  ])
  expect(before.summary).toMatchObject({ rows: 2, equal: 2, open: 2, months: 1, left: 1, only: [{ state: '2' }] })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 2 笔')
  expect(await clearings.flags('clerk', month)).toEqual(['1', '1'])
  const { items, summary } = await clearings.page(client, month)
  expect(items.every(({ answer, answeredBy }) => answer === 'confirmed' && answeredBy)).toBe(true)
  expect(summary).toMatchObject({ confirmed: 2, open: 0, left: 0, confirmedPaid: '9.01', only: [{ state: '4' }] })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('没有待确认的一致明细')
})

test('persons insured here are not cleared; a reversal is a negative row of its own, a month without any has nothing to do', async () => {
  const month = nextMonth()
  const { ids } = await clearings.sold('clerk', month, ['9.00'])
  expect((await clearings.returned('clerk', month, ids[0]!)).success).toBe(true)
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const { items } = await clearings.page(client, month)
  expect(items.map(({ total, ownTotal, paid, ownPaid, result }) => [total, ownTotal, paid, ownPaid, result])).toEqual([
    ['9.00', '9.00', '9.00', '9.00', 'equal'],
    ['-9.00', '-9.00', '-9.00', '-9.00', 'equal'],
  ])
  expect(new Set(items.map(({ mdtrtId }) => mdtrtId)).size, 'one visit').toBe(1)
  const other = nextMonth()
  const later = (await clearings.after('clerk', other)).client
  await clearings.extract(later, other)
  expect((await clearings.page(later, other)).summary).toMatchObject({ rows: 0, only: [{ state: '0' }], left: 0 })
})

test('midnight: the first and the last second of the month are in it, the one after is the next month’s', async () => {
  const month = nextMonth()
  await clearings.buyAt('clerk', `${month}-01`, '00:00:00', '1.00')
  await clearings.buyAt('clerk', `${month}-31`, '23:59:59', '2.00')
  await clearings.buyAt('clerk', `${month.replace('-03', '-04')}-01`, '00:00:00', '3.00')
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const { items } = await clearings.page(client, month)
  expect(items.map(({ total, result }) => [total, result])).toEqual([
    ['1.00', 'equal'],
    ['2.00', 'equal'],
  ])
})

test('centre only, ours only and other amounts are told apart; all equal ones are confirmed without them', async () => {
  const month = nextMonth()
  const { ids } = await clearings.sold('clerk', month, ['1.00', '2.00', '3.00', '4.00'])
  const [one, two] = await clearings.orders(ids)
  await clearings.drift('clerk', one!.setlId!, { optins: '0.99' })
  await clearings.drift('clerk', two!.setlId!, { drop: true })
  await clearings.stranger('clerk', month)
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const { items, summary } = await clearings.page(client, month)
  expect(summary).toMatchObject({ rows: 4, equal: 2, differs: 1, centreOnly: 1, oursOnly: 1 })
  const differing = items.find(({ result }) => result === 'differs')!
  expect(differing).toMatchObject({ paid: '0.99', ownPaid: '1.00', paidGap: '0.01', totalGap: '0.00' })
  expect(items.find(({ result }) => result === 'oursOnly')).toMatchObject({ answer: 'none', ownTotal: '2.00' })
  expect(items.find(({ result }) => result === 'oursOnly')!.total).toBeUndefined()
  expect((await clearings.page(client, month, { view: 'all' })).items).toEqual(items)
  const unequal = await clearings.page(client, month, { view: 'unequal' })
  expect(unequal.items.map(({ result }) => result).sort()).toEqual(['centreOnly', 'differs', 'oursOnly'])
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 2 笔')
  expect((await clearings.page(client, month)).summary.only).toMatchObject([{ state: '3', open: 2 }])

  const ofIds = (rows: { id: string }[], note?: string) =>
    client.send(clearScore.confirm, { month, rowIds: rows.map(({ id }) => id), note })
  const stranger = items.find(({ result }) => result === 'centreOnly')!
  const gone = await ofIds([differing, { ...differing, id: '00000000-0000-7000-8000-000000000000' }], '核对过')
  expect(gone.resultNotice?.error).toBe('选中的明细有变动，不能处理')
  expect((await ofIds([differing])).resultNotice?.error).toBe('选中的明细有 1 笔与本地不一致，确认须填写说明')
  const wrongMonth = await client.send(clearScore.confirm, {
    month: nextMonth(),
    rowIds: [differing.id],
    note: '核对过',
  })
  expect(wrongMonth.resultNotice?.error).toBe('选中的明细不是同一个月')
  const ours = items.find(({ result }) => result === 'oursOnly')!
  expect((await ofIds([ours, differing], '已核对')).resultNotice?.error).toContain('1 笔仅本地有')
  const confirmed = items.find(({ result }) => result === 'equal')!
  expect((await ofIds([confirmed])).resultNotice?.error).toContain('1 笔已经处理')
  await clearings.ended(client, (await ofIds([differing], '按中心金额')).result!)
  const no = await client.ok(clearScore.refuse, { month, rowIds: [stranger.id], note: '本店没有这笔结算' })
  await clearings.ended(client, no)
  expect((await clearings.page(client, month)).summary).toMatchObject({
    confirmed: 3,
    refused: 1,
    confirmedPaid: '7.99',
    only: [{ state: '4' }],
  })
  expect((await clearings.flags('clerk', month)).sort()).toEqual(['0', '1', '1', '1'])
})

test('what changed in our book after the comparison is not confirmed as equal', async () => {
  const month = nextMonth()
  const { client, day, ids } = await clearings.sold('clerk', month, ['5.00', '6.00'])
  await clearings.extract(client, month)
  await day.patch(ids[0]!, { total: 501 })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect((await clearings.page(client, month, { answer: 'open' })).items).toMatchObject([
    { result: 'differs', ownTotal: '5.01', totalGap: '0.01' },
  ])
})

test('nor is one that was named without a note; what was answered stands, though the centre lists it no more', async () => {
  const month = nextMonth()
  const { client, day, ids } = await clearings.sold('clerk', month, ['5.00', '6.00'])
  await clearings.extract(client, month)
  const rowIds = (await clearings.page(client, month)).items.map(({ id }) => id)
  await day.patch(ids[0]!, { total: 501 })
  const { results } = await clearings.ended(client, await client.ok(clearScore.confirm, { month, rowIds }))
  expect(results[0]!.text).toBe('已确认 1 笔')
  const [kept] = (await clearings.page(client, month, { answer: 'confirmed' })).items
  expect(kept).toMatchObject({ result: 'equal', ownTotal: '6.00' })
  await clearings.drift('clerk', kept!.setlSn, { drop: true })
  await clearings.extract(client, month)
  expect((await clearings.page(client, month, { answer: 'confirmed' })).items).toMatchObject([{ id: kept!.id }])
})

test('a month is cleared when it is over, where the area clears at all, inside the centre’s window', async () => {
  const month = nextMonth()
  await clearings.sold('clerk', month, ['1.00'])
  const early = await bench.day('clerk', `${month}-30`)
  expect((await early.client.send(clearScore.extract, { month })).resultNotice?.error).toContain('还没有结束')
  const changsha = (await bench.day('clerk3', `${month.replace('-03', '-04')}-02`)).client
  expect((await changsha.send(clearScore.extract, { month })).resultNotice?.error).toBe('本区划没有异地清分')
  await clearings.extract((await clearings.after('clerk', month)).client, month)
  const { client } = await bench.day('clerk', `${month.replace('-03', '-04')}-26`)
  const { results } = await clearings.confirmAll(client, month)
  expect(results[0]!.text).toContain('截止')
  expect((await clearings.page(client, month)).summary.only).toMatchObject([
    { state: '2', message: expect.stringContaining('截止') },
  ])
})

test('320100 counts the funds alone', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk2', month, ['7.00'])
  await clearings.extract(client, month)
  expect((await clearings.page(client, month)).items).toMatchObject([
    { paid: '0.00', ownPaid: '0.00', result: 'equal' },
  ])
})

test('rolled back: everything of the month is open again, at the centre and here, and can be confirmed anew', async () => {
  const month = nextMonth()
  const { client } = await clearings.sold('clerk', month, ['1.00'])
  await clearings.extract(client, month)
  await clearings.confirmAll(client, month)
  const { id } = (await clearings.page(client, month)).summary.only![0]!
  const input = { id, reason: '确认的金额有误' }
  expect((await client.send(clearScore.rollback, { ...input, reason: '错' })).statusCode).toBe(400)
  await clearings.authorized(true)
  expect((await client.send(clearScore.rollback, input)).resultNotice?.error).toContain('授权')
  const authorizationId = await clearings.approve(id)
  const back = await client.ok(clearScore.rollback, { ...input, authorizationId })
  expect(back).toMatchObject({ state: '2', open: 1, confirmed: 0, message: expect.stringContaining('授权人 王药师') })
  expect((await client.send(clearScore.rollback, { ...input, authorizationId })).resultNotice?.error).toContain(
    '待确认',
  )
  await clearings.authorized(false)
  expect(await clearings.flags('clerk', month)).toEqual(['2'])
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
})

test('the list leaves as a sheet; a certificate is sealed and shown in part; another store sees nothing of it', async () => {
  const month = nextMonth()
  const { client, day } = await clearings.sold('clerk', month, ['1.00'])
  await clearings.extract(client, month)
  const [row] = (await clearings.page(client, month)).items
  const [kept] = await day.deps.db.select().from(clearingRow).where(eq(clearingRow.id, row!.id))
  expect(row!.maskedCertNo).toMatch(/^\d{4}\*+\d?/)
  expect(JSON.stringify(kept)).not.toContain(day.deps.services.vault.open(kept!.cert!))
  const admin = await bench.counter.server.as('admin')
  const asked = { call: 'clearScore.paged', input: { month }, columns: ['setlSn', 'total', 'result'], title: '清分' }
  const { exportId } = await admin.ok(exporting.create, asked)
  const [, ...rows] = (await readXlsx((await admin.send(exporting.file, { exportId })).bytes))[0]!.data
  expect(rows).toEqual([[row!.setlSn, 1, '一致']])
  const at = async (storeId: string) => (await admin.ok(clearScore.paged, { month, storeId })).summary.rows
  expect([await at(row!.storeId), await at(storeIdOf('P32050100002'))]).toEqual([1, 0])
  const other = await bench.counter.server.as('clerk2')
  expect((await clearings.page(other, month)).items).toEqual([])
  const { id } = (await clearings.page(client, month)).summary.only![0]!
  expect((await other.send(clearScore.resolve, { id })).statusCode).toBe(404)
  expect((await other.send(clearScore.refuse, { month, rowIds: [row!.id], note: '不是我店的' })).statusCode).toBe(409)
})

test('a reversal that bears its settlement’s number has none of its own: each stands beside its own row, or alone', async () => {
  const month = nextMonth()
  const { ids } = await clearings.sold('clerk', month, ['9.00'])
  await clearings.returned('clerk', month, ids[0]!)
  const [sold] = await clearings.orders(ids)
  const { db } = bench.counter.server.deps
  await db.update(order).set({ reversalSetlId: sold!.setlId }).where(eq(order.id, sold!.id))
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const shown = async () =>
    (await clearings.page(client, month)).items.map(({ total, ownTotal, result }) => [total, ownTotal, result])
  expect(await shown()).toEqual([
    ['9.00', '9.00', 'equal'],
    ['-9.00', '-9.00', 'equal'],
  ])
  for (const setlSn of [sold!.setlId!, sold!.reversalSetlId!]) await clearings.drift('clerk', setlSn, { drop: true })
  expect((await clearings.extract(client, month)).error).toBeUndefined()
  expect((await shown()).toSorted()).toEqual([
    [undefined, '-9.00', 'oursOnly'],
    [undefined, '9.00', 'oursOnly'],
  ])
})
