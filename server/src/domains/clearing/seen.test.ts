import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { clearingRow } from './tables.ts'
import { Clearings } from './test/clearings.ts'

// What is answered to the centre is what somebody has seen, and what the centre has said.

const bench = useBench()
const clearings = new Clearings(() => bench)
let month = ''
let year = 2060
beforeEach(async () => {
  month = `${++year}-03`
  await clearings.set({ inFlightMax: 0, authorizeUndo: false })
})
afterEach(() => void vi.restoreAllMocks())

const db = () => bench.counter.server.deps.db
const moved = '选中的明细金额刚有变动，与页面上的不同'

const shown = async () => {
  const { client } = await clearings.sold('clerk', month, ['5.00', '6.00'])
  await clearings.extract(client, month)
  const { items } = await clearings.page(client, month)
  return { client, items, rowIds: items.map(({ id }) => id) }
}
const open = async (client: Parameters<Clearings['page']>[0]) =>
  (await clearings.page(client, month)).items.map(({ answer }) => answer)

test('rows whose amounts were extracted anew since the page showed them are not answered', async () => {
  const { client, items, rowIds } = await shown()
  const asked = { month, rowIds, paid: '11.00', note: '按中心金额' }
  await clearings.drift('clerk', items.find(({ paid }) => paid === '5.00')!.setlSn, { optins: '4.00' })
  await clearings.extract(client, month)
  for (const call of [clearScore.confirm, clearScore.refuse])
    expect((await client.send(call, asked)).resultNotice?.error).toBe(moved)
  expect(await open(client)).toEqual(['open', 'open'])
  await clearings.ended(client, await client.ok(clearScore.confirm, { ...asked, paid: '10.00' }))
  expect(await open(client)).toEqual(['confirmed', 'confirmed'])
})

test('nor are those that become others between the yes and their batch', async () => {
  const { client, rowIds } = await shown()
  const real = db().transaction.bind(db())
  vi.spyOn(db(), 'transaction').mockImplementationOnce(async (...args) => {
    await db().update(clearingRow).set({ paid: 1 }).where(eq(clearingRow.id, rowIds[0]!))
    return real(...args)
  })
  const started = await client.ok(clearScore.confirm, { month, rowIds, paid: '11.00', note: '按中心金额' })
  const { results } = await clearings.ended(client, started)
  expect(results).toMatchObject([{ ok: false, text: expect.stringContaining(moved) }])
  expect(await open(client)).toEqual(['open', 'open'])
})

test('a time that a version of before made up is not told as the centre’s: the month is extracted first', async () => {
  const { client, rowIds } = await shown()
  const first = new Date(`${month}-01T00:00:00+08:00`)
  await db().update(clearingRow).set({ settledAt: first }).where(eq(clearingRow.id, rowIds[0]!))
  const refused = await clearings.confirmAll(client, month)
  expect(refused.results).toMatchObject([{ ok: false, text: expect.stringContaining('不是医保中心给的') }])
  expect(await open(client)).toEqual(['open', 'open'])
  await clearings.extract(client, month)
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 2 笔')
})

test('what was really sold in the first moment of its month is confirmed', async () => {
  await clearings.buyAt('clerk', `${month}-01`, '00:00:00', '7.00')
  const { client } = await clearings.after('clerk', month)
  await clearings.extract(client, month)
  const [row] = (await clearings.page(client, month)).items
  expect(row).toMatchObject({ settledAt: `${month}-01 00:00:00`, result: 'equal' })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
})
