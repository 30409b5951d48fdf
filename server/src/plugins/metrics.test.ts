import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { intent, order as orders } from '../domains/order/tables.ts'
import { recoverIntent } from '../domains/settlement/recover/recover.ts'
import { startCentre } from '../domains/settlement/test/centre.ts'
import { type Counter, openCounter, otc, plain } from '../domains/settlement/test/counter.ts'
import { jobNamed } from '../test/job.ts'
import { startTestServer } from '../test/kit.ts'

const metricsToken = 'of-a-watcher-and-long-enough-0123456789'
const centre = opened(startCentre)

let counter: Counter | undefined
afterEach(async () => {
  await centre.clearFaults()
  await counter?.close()
  counter = undefined
})

const ask = (headers: Record<string, string>) => counter!.server.app.inject({ url: '/metrics', headers })
const text = async () => {
  const answer = await ask({ authorization: `Bearer ${metricsToken}` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4')
  return answer.body
}
/** The value of a line, `undefined` when it is not told. */
const figure = (body: string, line: string) => {
  const found = body.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('without a token nobody is answered, with a wrong one nothing is told', async () => {
  const server = await startTestServer()
  try {
    expect((await server.app.inject({ url: '/metrics' })).statusCode).toBe(404)
  } finally {
    await server.close()
  }
  counter = await openCounter('clerk', { config: { metricsToken } }, centre)
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${metricsToken}x` }]) {
    const answer = await ask(headers as Record<string, string>)
    expect([answer.statusCode, answer.body]).toEqual([401, ''])
  }
})

test('a settlement whose answer is lost is counted where somebody watches, until it is definite', async () => {
  counter = await openCounter('clerk', { config: { metricsToken, settleWait: 5000 }, settings: plain }, centre)
  expect(figure(await text(), 'yibao_settlements_unknown')).toBe(0)
  const person = await counter.read('32050000000000000001')
  const order = await counter.preSettle(person, { lines: otc('1.00') })
  await centre.fault({ fault: 'dropAfterBooking', infno: '2102' })
  expect((await counter.settle(order)).result).toMatchObject({ status: '4' })
  const { db } = counter.server.deps
  await db.execute(sql`update settlement_intent set sent_at = sent_at - interval '90 seconds', needs_person = true`)
  const broken = await text()
  expect(figure(broken, 'yibao_settlements_unknown')).toBe(1)
  expect(figure(broken, 'yibao_settlements_needing_person')).toBe(1)
  expect(figure(broken, 'yibao_settlements_unknown_oldest_seconds')).toBeGreaterThanOrEqual(90)
  const sent = 'yibao_centre_calls_total{area="320500",infno="2102",outcome='
  expect(figure(broken, `${sent}"unanswered"}`)).toBe(1)
  expect(figure(broken, 'yibao_calls_total{call="settlement.settle",failed="false"}')).toBe(1)
  expect(broken).not.toMatch(new RegExp(`${order.id}|${order.orderNo}|P32050100001`))
  const [open] = await db.select({ id: intent.id }).from(intent)
  // An attempt that breaks off is reported and postponed, and nobody called it.
  const faults = async () => figure(await text(), 'yibao_faults_total{where="recovery"}') ?? 0
  const [so, { identity }] = [await faults(), (await db.select({ identity: orders.identity }).from(orders))[0]!]
  await db.update(orders).set({ identity: 'gone' })
  await recoverIntent(counter.server.deps, open!.id)
  expect(await faults()).toBe(so + 1)
  await db.update(orders).set({ identity })
  await recoverIntent(counter.server.deps, open!.id)
  const mended = await text()
  expect(figure(mended, 'yibao_settlements_unknown')).toBe(0)
  expect(figure(mended, 'yibao_settlements_needing_person')).toBe(0)
  expect(figure(mended, 'yibao_centre_call_duration_seconds_count{area="320500",infno="5203"}')).toBeGreaterThan(0)
})

test('a node that leaves, its jobs, and a database that does not answer are told', async () => {
  counter = await openCounter('clerk', { config: { metricsToken, recoveryEvery: 1 } }, centre)
  const { deps } = counter.server
  const stop = jobNamed('abandoned').start(deps)
  const rounds = async () => figure(await text(), 'yibao_job_rounds_total{job="abandoned"}')
  await expect.poll(rounds).toBeGreaterThan(0)
  await stop()
  expect(figure(await text(), 'yibao_job_last_round_timestamp_seconds{job="abandoned"}')).toBeGreaterThan(1.7e9)
  expect(figure(await text(), 'yibao_serving')).toBe(1)
  await deps.services.node.want('drained')
  expect(figure(await text(), 'yibao_serving')).toBe(0)
  await deps.db.execute(sql`alter table settlement_intent rename to away`)
  const blind = await text()
  expect([figure(blind, 'yibao_database_up'), figure(blind, 'yibao_settlements_unknown')]).toEqual([0, undefined])
  await deps.db.execute(sql`alter table away rename to settlement_intent`)
  const again = await text()
  expect([figure(again, 'yibao_database_up'), figure(again, 'yibao_settlements_unknown')]).toEqual([1, 0])
})
