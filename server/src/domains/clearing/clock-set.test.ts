import { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { expect, test } from 'vitest'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { afterAnswer } from '../settlement/test/after-answer.ts'
import { tellTime } from '../settlement/test/counter.ts'
import { Clearings } from './test/clearings.ts'

// Somebody sets the server's clock forward by two hours while a confirmation or a roll-back is under way: what may still
// arrive is not said to be lost.

const bench = useBench()
const clearings = new Clearings(() => bench)
const hours = 3_600_000

const inTime = () => tellTime(bench.centre, bench.clock())
const extracted = async (month: string) => {
  await clearings.set({ inFlightMax: 600_000, authorizeUndo: false })
  const { client } = await clearings.sold('clerk', month, ['9.00'])
  await clearings.extract(client, month)
  return { client, only: async () => (await clearings.page(client, month)).summary.only![0]! }
}

test('3261 was lost and the clock is set: neither open again nor rolled back before ten minutes have passed', async () => {
  const month = '2090-03'
  const { client, only } = await extracted(month)
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3261' })
  await clearings.confirmAll(client, month)
  bench.leap(2 * hours)
  await inTime()
  const { id } = await only()
  const early = await client.send(clearScore.resolve, { id })
  expect(early.resultNotice).toMatchObject({ error: '医保中心还没有收到清分确认，但报文可能仍在途中' })
  const back = await client.send(clearScore.rollback, { id, reason: '等不及核实结果' })
  expect(back.resultNotice?.error).toBe(early.resultNotice?.error)
  expect(await only()).toMatchObject({ state: '5', unknown: 1 })
  bench.clock.advance(601_000)
  await inTime()
  expect(await client.ok(clearScore.resolve, { id })).toMatchObject({ state: '2', open: 1 })
  expect((await clearings.confirmAll(client, month)).results[0]!.text).toBe('已确认 1 笔')
  expect(await clearings.flags('clerk', month)).toEqual(['1'])
})

test('3262 was lost and the clock is set: the confirmation is not said to stand before ten minutes have passed', async () => {
  const month = '2091-03'
  const { client, only } = await extracted(month)
  await clearings.confirmAll(client, month)
  const { id } = await only()
  await bench.centre.fault({ fault: 'dropBeforeBooking', infno: '3262' })
  await client.send(clearScore.rollback, { id, reason: '确认的金额有误' })
  bench.leap(2 * hours)
  await inTime()
  expect((await client.send(clearScore.resolve, { id })).resultNotice?.error).toContain('可能仍在途中')
  expect(await only()).toMatchObject({ state: '6', confirmed: 1 })
  bench.clock.advance(601_000)
  await inTime()
  expect(await client.ok(clearScore.resolve, { id })).toMatchObject({ state: '4', confirmed: 1 })
  expect(await clearings.flags('clerk', month)).toEqual(['1'])
})

test.each([
  ['2092-03', '3261', '5', '2'],
  ['2093-03', '3262', '6', '4'],
] as const)(
  '%s: %s was lost, and the ten minutes end while the centre answers: that answer is of before',
  async (...named) => {
    const [month, infno, unknown, open] = named
    const { client, only } = await extracted(month)
    if (infno === '3262') await clearings.confirmAll(client, month)
    await bench.centre.fault({ fault: 'dropBeforeBooking', infno })
    const { id } = await only()
    if (infno === '3261') await clearings.confirmAll(client, month)
    else await client.send(clearScore.rollback, { id, reason: '确认的金额有误' })
    bench.clock.advance(598_000)
    await inTime()
    const quick = afterAnswer(bench.counter.server.deps, '320500', '3260', () => bench.clock.advance(10_000))
    expect((await client.send(clearScore.resolve, { id })).resultNotice?.error).toContain('可能仍在途中')
    quick()
    expect(await only()).toMatchObject({ state: unknown })
    await inTime()
    expect(await client.ok(clearScore.resolve, { id })).toMatchObject({ state: open })
  },
)
