import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { storeIdOf } from '../../seed/organisation.ts'
import { order } from '../order/tables.ts'
import { type Day, stores } from '../reconciliation/test/bench.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'

// What another store settled for the person whose card lies at this counter: it is nobody's business here.

const bench = useBench()
const { person } = stores.clerk
const [here, there] = ['P32050100001', 'P32050100002']

const query = async (day: Day) => {
  const { readId } = (await day.counter.read(person, day.client)) as { readId: string }
  return { ...(await day.client.ok(outpatient.queryCentre, { readId, from: day.date, to: day.date })), readId }
}

test('a settlement of another store is neither taken in nor undone here, whoever names its numbers', async () => {
  const day = await bench.day('clerk', '2027-05-21')
  await day.centreOnly(`${here}20270521000000009999`)
  const { visits, readId } = await query(day)
  const { setlId, mdtrtId } = visits[0]!
  const wanted = { readId, setlId: setlId!, mdtrtId: mdtrtId!, reason: '顾客说扣了钱' }
  const centre = bench.counter.server.deps.services.centre.of('320500')
  onTestFinished(() => void Reflect.deleteProperty(centre, 'send'))
  // A centre that answers for every store of the city.
  centre.send = async (...sent) => {
    const outcome = await Object.getPrototypeOf(centre).send.apply(centre, sent)
    return JSON.parse(JSON.stringify(outcome).replaceAll(`"fixmedins_code":"${here}"`, `"fixmedins_code":"${there}"`))
  }
  for (const call of [outpatient.backfill, outpatient.reverse]) {
    const { resultNotice } = await day.client.send(call, wanted)
    expect(resultNotice?.error).toContain('这笔结算不是本店的')
  }
  expect(await day.book()).toHaveLength(1)
  expect(await day.deps.db.$count(order, eq(order.setlId, wanted.setlId))).toBe(0)
})

test('of a number that another store of the area has in its book this one is shown no order', async () => {
  const day = await bench.day('clerk', '2027-05-22')
  const { id } = await day.buy('12.00')
  expect((await query(day)).visits).toMatchObject([{ verdict: 'equal', orderId: id }])
  await day.deps.db
    .update(order)
    .set({ storeId: storeIdOf(there) })
    .where(eq(order.id, id))
  const [shown] = (await query(day)).visits
  expect(shown?.orderId).toBeUndefined()
})
