import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { eq } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { clearingRow } from './tables.ts'
import { Clearings } from './test/clearings.ts'

// Numbers that are not one row's alone: a settlement and its reversal under one, a row that is listed twice, none at all.

const bench = useBench()
const clearings = new Clearings(() => bench)
let month = ''
let year = 2120
beforeEach(async () => {
  month = `${++year}-03`
  await clearings.set({ inFlightMax: 0, authorizeUndo: false })
})

const restore: (() => void)[] = []
afterEach(() => {
  for (const back of restore.splice(0)) back()
})

type Client = Parameters<Clearings['page']>[0]
const fault = (name: string, infno: string) => bench.centre.fault({ fault: name, infno })
const only = async (client: Client) => (await clearings.page(client, month)).summary.only![0]!
const items = async (client: Client) => (await clearings.page(client, month)).items
/** Sum and answer of the centre's own rows. */
const held = async () => (await clearings.listed('clerk', month)).map(({ medfee, cnfm }) => `${medfee} ${cnfm}`).sort()
const ours = async (client: Client) => (await items(client)).map(({ total, answer }) => `${total} ${answer}`).sort()

const reversedUnderOneNumber = async () => {
  const { ids } = await clearings.sold('clerk', month, ['9.00'])
  await clearings.returned('clerk', month, ids[0]!)
  const [sold] = await clearings.orders(ids)
  await clearings.after('clerk', month)
  await clearings.drift('clerk', sold!.reversalSetlId!, { as: sold!.setlId })
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  return { client, sold: sold! }
}

test('a settlement and its reversal under one number are two rows, each beside its own', async () => {
  const { client, sold } = await reversedUnderOneNumber()
  expect((await items(client)).map(({ setlSn, total, ownTotal, result }) => [setlSn, total, ownTotal, result])).toEqual(
    [
      [sold.setlId, '9.00', '9.00', 'equal'],
      [sold.setlId, '-9.00', '-9.00', 'equal'],
    ],
  )
  expect((await clearings.page(client, month)).summary).toMatchObject({ rows: 2, paid: '0.00', oursOnly: 0 })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 2 笔')
  expect(await held()).toEqual(['-9.00 1', '9.00 1'])
  expect(await only(client)).toMatchObject({ state: '4', confirmed: 2, confirmedPaid: '0.00' })
})

test('one of the two is answered and the answer is lost: that one is, the other is open', async () => {
  const { client } = await reversedUnderOneNumber()
  const back = (await items(client)).find(({ total }) => total === '-9.00')!
  const confirmBack = async () =>
    clearings.ended(client, await client.ok(clearScore.confirm, { month, rowIds: [back.id] }))
  await fault('dropBeforeBooking', '3261')
  await confirmBack()
  expect(await held(), 'never arrived').toEqual(['-9.00 2', '9.00 2'])
  expect(await ours(client)).toEqual(['-9.00 open', '9.00 open'])
  await fault('dropAfterBooking', '3261')
  expect((await confirmBack()).results[0]).toMatchObject({ ok: true, text: '已确认 1 笔' })
  expect(await held()).toEqual(['-9.00 1', '9.00 2'])
  expect(await ours(client)).toEqual(['-9.00 confirmed', '9.00 open'])
  await clearings.extract(client, month)
  expect(await ours(client)).toEqual(['-9.00 confirmed', '9.00 open'])
  expect((await items(client)).find(({ total }) => total === '-9.00')!.id).toBe(back.id)
})

test('the centre lists the reversal alone, under the number of its settlement: it stands beside the reversal', async () => {
  const { client, sold } = await reversedUnderOneNumber()
  await clearings.drift('clerk', sold.setlId!, { drop: true })
  await clearings.extract(client, month)
  expect((await items(client)).map(({ total, ownTotal, result }) => [total, ownTotal, result])).toEqual([
    [undefined, '9.00', 'oursOnly'],
    ['-9.00', '-9.00', 'equal'],
  ])
})

const strict = '结算流水号重复'
/**
 * A centre that takes a number once in a message, if at all; the numbers of each message of answers that it got. `before`:
 * awaited before the nth one leaves.
 */
const once = (before?: (n: number) => unknown) => {
  const centre = bench.counter.server.deps.services.centre.of('320500')
  const messages: string[][] = []
  centre.send = async (body, which, waiting) => {
    if (which === '3261') {
      const numbers = [...String(body).matchAll(/"setl_sn":"([^"]*)"/g)].map(([, number]) => number!)
      messages.push(numbers)
      if (new Set(numbers).size < numbers.length)
        await bench.centre.fault({ fault: 'refuse', infno: '3261', text: strict })
      await before?.(messages.length)
    }
    return Object.getPrototypeOf(centre).send.call(centre, body, which, waiting)
  }
  restore.push(() => Reflect.deleteProperty(centre, 'send'))
  return messages
}

test('a centre that takes a number once in a message holds nothing up: the reversal goes with the next one', async () => {
  await clearings.sold('clerk', month, ['7.00'])
  const { client, sold } = await reversedUnderOneNumber()
  const messages = once()
  expect((await clearings.confirmAll(client, month)).results).toMatchObject([{ ok: true, text: '已确认 3 笔' }])
  expect(messages.map(({ length }) => length)).toEqual([2, 1])
  expect(messages[1]).toEqual([sold.setlId])
  expect(await held()).toEqual(['-9.00 1', '7.00 1', '9.00 1'])
  expect(await ours(client)).toEqual(['-9.00 confirmed', '7.00 confirmed', '9.00 confirmed'])
  expect(await only(client)).toMatchObject({ state: '4', confirmed: 3, open: 0, confirmedPaid: '7.00' })
})

test('the message behind it is lost: what the first one took stands, and the clerk reads how far it came', async () => {
  const { client } = await reversedUnderOneNumber()
  once((n) => n === 2 && fault('dropBeforeBooking', '3261'))
  const { results } = await clearings.confirmAll(client, month)
  expect(results).toMatchObject([{ ok: false, text: expect.stringMatching(/^已确认 1 笔后停止：/) }])
  expect(await held()).toEqual(['-9.00 2', '9.00 1'])
  expect(await ours(client)).toEqual(['-9.00 open', '9.00 confirmed'])
})

const listedTwice = async () => {
  const { ids } = await clearings.sold('clerk', month, ['5.00'])
  const [sold] = await clearings.orders(ids)
  const { client } = await clearings.after('clerk', month)
  await clearings.drift('clerk', sold!.setlId!, { twin: true })
  await clearings.extract(client, month)
  return { client, sold: sold! }
}

test('a settlement that is cleared twice is two rows, and the clerk reads it; the second one is refused', async () => {
  const { client } = await listedTwice()
  const before = await items(client)
  expect(before.map(({ result, alike }) => [result, alike])).toEqual([
    ['equal', '2 笔中的第 1 笔'],
    ['centreOnly', '2 笔中的第 2 笔'],
  ])
  expect((await clearings.page(client, month)).summary).toMatchObject({ rows: 2, paid: '10.00' })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(await held()).toEqual(['5.00 1', '5.00 2'])
  const no = { month, rowIds: [before[1]!.id], note: '同一笔结算清分了两次' }
  await clearings.ended(client, await client.ok(clearScore.refuse, no))
  expect(await held()).toEqual(['5.00 0', '5.00 1'])
  await clearings.extract(client, month)
  expect((await items(client)).map(({ id, answer, note }) => [id, answer, note])).toEqual([
    [before[0]!.id, 'confirmed', undefined],
    [before[1]!.id, 'refused', no.note],
  ])
  expect(await only(client)).toMatchObject({ state: '4', confirmedPaid: '5.00' })
})

test('the second one was answered first: each keeps what was said of it, in whatever order the centre tells them', async () => {
  const { client } = await listedTwice()
  const [first, second] = await items(client)
  const no = { month, rowIds: [second!.id], note: '同一笔结算清分了两次' }
  await clearings.ended(client, await client.ok(clearScore.refuse, no))
  expect(
    (await clearings.listed('clerk', month)).map(({ cnfm }) => cnfm),
    'the centre takes its first',
  ).toEqual(['0', '2'])
  await clearings.extract(client, month)
  expect((await items(client)).map(({ id, answer, note }) => [id, answer, note])).toEqual([
    [first!.id, 'open', undefined],
    [second!.id, 'refused', no.note],
  ])
})

test('what the centre holds of one is no answer about the other: a message that never arrived is sent again', async () => {
  const { client } = await listedTwice()
  await clearings.confirmAll(client, month)
  const [, second] = await items(client)
  const yes = { month, rowIds: [second!.id], note: '中心确有两笔' }
  const confirmSecond = async () => clearings.ended(client, await client.ok(clearScore.confirm, yes))
  await fault('dropBeforeBooking', '3261')
  await confirmSecond()
  expect(await held()).toEqual(['5.00 1', '5.00 2'])
  expect(await ours(client)).toEqual(['5.00 confirmed', '5.00 open'])
  await fault('dropAfterBooking', '3261')
  expect((await confirmSecond()).results[0]!.text).toBe('已确认 1 笔')
  expect(await held()).toEqual(['5.00 1', '5.00 1'])
  expect(await only(client)).toMatchObject({ state: '4', confirmed: 2, confirmedPaid: '10.00' })
})

test('both of two that are equal are chosen: each goes in a message of its own', async () => {
  const { client } = await listedTwice()
  const messages = once()
  const rowIds = (await items(client)).map(({ id }) => id)
  const both = { month, rowIds, paid: '10.00', note: '中心确有两笔' }
  const { results } = await clearings.ended(client, await client.ok(clearScore.confirm, both))
  expect(results).toMatchObject([{ ok: true, text: '已确认 2 笔' }])
  expect(messages.map(({ length }) => length)).toEqual([1, 1])
  expect(await held()).toEqual(['5.00 1', '5.00 1'])
  expect(await only(client)).toMatchObject({ state: '4', confirmed: 2, confirmedPaid: '10.00' })
})

test('one of two leaves the list: what is left is not said to be one of two', async () => {
  const { client, sold } = await listedTwice()
  const [, second] = await items(client)
  await clearings.ended(client, await client.ok(clearScore.refuse, { month, rowIds: [second!.id], note: '清分了两次' }))
  await clearings.drift('clerk', sold.setlId!, { drop: true })
  await clearings.extract(client, month)
  expect((await items(client)).map(({ answer, alike }) => [answer, alike])).toEqual([
    ['open', undefined],
    ['refused', undefined],
  ])
})

test('what is open again bears no note of an answer', async () => {
  const { client } = await listedTwice()
  const [, second] = await items(client)
  const said = { answer: 'refused', note: '清分了两次', answeredBy: '李䶮', answeredAt: new Date() } as const
  await bench.counter.server.deps.db.update(clearingRow).set(said).where(eq(clearingRow.id, second!.id))
  await clearings.extract(client, month)
  const [, now] = await items(client)
  expect(now).toMatchObject({ id: second!.id, answer: 'open' })
  expect([now!.note, now!.answeredBy, now!.answeredAt]).toEqual([undefined, undefined, undefined])
})

test('the visit of a row that is kept comes later: it is that row, and counts once', async () => {
  const { client } = await clearings.sold('clerk', month, ['5.00'])
  await clearings.extract(client, month)
  const [row] = await items(client)
  const bare = { mdtrtId: '', answer: 'confirmed' } as const
  await bench.counter.server.deps.db.update(clearingRow).set(bare).where(eq(clearingRow.id, row!.id))
  expect(await items(client)).toMatchObject([{ lacks: '就诊号' }])
  await clearings.extract(client, month)
  expect(await items(client)).toMatchObject([{ id: row!.id, mdtrtId: row!.mdtrtId, answer: 'open' }])
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(await held()).toEqual(['5.00 1'])
  expect(await only(client)).toMatchObject({ rows: 1, confirmed: 1, confirmedPaid: '5.00' })
})

test('a row without a number stops nobody: it is shown, explained, not confirmed, and has its number when the centre does', async () => {
  const { ids } = await clearings.sold('clerk', month, ['5.00', '6.00'])
  const [sold] = await clearings.orders(ids)
  const { client } = await clearings.after('clerk', month)
  await clearings.drift('clerk', sold!.setlId!, { as: '' })
  expect((await clearings.extract(client, month)).results[0]!.text).toBe('已提取 2 笔')
  const shown = async () =>
    (await items(client)).map(({ setlSn, lacks, total, result }) => [setlSn, lacks, total, result]).toSorted()
  const other = (await items(client)).find(({ total }) => total === '6.00')!
  expect(await shown()).toEqual([
    ['--', '结算流水号', '5.00', 'equal'],
    [other.setlSn, undefined, '6.00', 'equal'],
  ])
  const { results } = await clearings.confirmAll(client, month)
  expect(results[0]!.text).toBe('已确认 1 笔，另有 1 笔医保中心没有给结算流水号或就诊号，没有确认')
  expect(await held()).toEqual(['5.00 2', '6.00 1'])
  expect(await only(client)).toMatchObject({ state: '3', confirmed: 1, open: 1 })
  const unnamed = (await items(client)).find(({ lacks }) => lacks)!
  for (const call of [clearScore.confirm, clearScore.refuse]) {
    const { resultNotice } = await client.send(call, { month, rowIds: [unnamed.id], note: '按中心金额' })
    expect(resultNotice?.error).toBe('选中的明细有 1 笔医保中心没有给结算流水号或就诊号，不能处理')
  }
  const admin = await bench.counter.server.as('admin')
  const asked = { call: 'clearScore.paged', input: { month }, columns: ['setlSn', 'lacks', 'total'], title: '清分' }
  const { exportId } = await admin.ok(exporting.create, asked)
  const [, ...rows] = (await readXlsx((await admin.send(exporting.file, { exportId })).bytes))[0]!.data
  expect(rows.find(([, lacks]) => lacks)).toEqual(['--', '结算流水号', 5])

  await clearings.drift('clerk', sold!.setlId!, { as: sold!.setlId })
  await clearings.extract(client, month)
  expect((await shown()).map(([, lacks]) => lacks)).toEqual([undefined, undefined])
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(await held()).toEqual(['5.00 1', '6.00 1'])
  expect(await only(client)).toMatchObject({ state: '4', confirmed: 2, rows: 2 })
})

test('other sums of a row that was answered: it is that row with them, and counts once', async () => {
  const { ids } = await clearings.sold('clerk', month, ['5.00'])
  const [sold] = await clearings.orders(ids)
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const [before] = await items(client)
  await clearings.confirmAll(client, month)
  await clearings.drift('clerk', sold!.setlId!, { medfee: '4.00', optins: '4.00' })
  await clearings.extract(client, month)
  expect(await items(client)).toMatchObject([{ id: before!.id, total: '4.00', answer: 'confirmed', result: 'differs' }])
  expect(await only(client)).toMatchObject({ rows: 1, confirmedPaid: '4.00' })
})
