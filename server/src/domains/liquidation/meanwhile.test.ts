import { settlement } from '@yibao/shared/calls/settlement.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../base/ids.ts'
import type { Client } from '../../test/kit.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { order } from '../order/tables.ts'
import { area } from '../organisation/tables.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { requireReversible } from './in-application.ts'
import { Claims } from './test/claims.ts'

// A month is applied for while one of its settlements is taken back, where the area takes back nothing that is claimed.

const bench = useBench()
const claims = new Claims(() => bench)
let month = '2045-01'
const db = () => bench.counter.server.deps.db

beforeEach(async () => {
  month = addMonths(month, 2)
  await db()
    .update(area)
    .set({ settings: sql`${area.settings} || '{"reverseLiquidated": false}'::jsonb` })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await bench.centre.clearFaults()
})

const cancel = (client: Client, orderId: string) =>
  client.send(settlement.cancel, { orderId, reason: '顾客退药' }, { 'idempotency-key': newId() })
const stateOf = async (id: string) => (await db().select().from(order).where(eq(order.id, id)))[0]!.state
const beingReversed = '这份申请中有结算正在撤销，或结果未知，没有发出申请'

test('applied for between the look at a reversal and its leaving: it does not leave', async () => {
  const { client, draft, ids } = await claims.drafted('clerk', month, ['9.00'])
  const real = db().transaction.bind(db())
  vi.spyOn(db(), 'transaction').mockImplementationOnce(async (...args) => {
    expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1' })
    return real(...args)
  })
  expect((await cancel(client, ids[0]!)).resultNotice?.error).toBe(
    `这笔结算已在 ${month} 的清算申请中，本区划不允许撤销`,
  )
  expect([await stateOf(ids[0]!), await claims.centre('clerk', month)]).toMatchObject(['settled', [{ stas: '20' }]])
})

test.skipIf(usual !== 'postgres')(
  'an application waits for a reversal that is about to leave, and then sees it',
  async () => {
    const { client, draft, ids } = await claims.drafted('clerk', month, ['9.00'])
    const [one] = await db().select().from(order).where(eq(order.id, ids[0]!))
    const commit = await held(db(), async (tx) => {
      await requireReversible({ db: tx }, one!)
      await tx.update(order).set({ state: 'reversing' }).where(eq(order.id, one!.id))
    })
    const applied = claims.apply(client, draft)
    await untilWaiting(db(), 1)
    await commit()
    expect((await applied).resultNotice?.error).toBe(beingReversed)
    expect(await claims.centre('clerk', month)).toEqual([])
  },
)

test('while nobody knows whether one was taken back it is not applied for', async () => {
  const { client, draft, ids } = await claims.drafted('clerk2', month, ['9.00'])
  await bench.centre.fault({ fault: 'dropAfterBooking', infno: '2103' })
  await cancel(client, ids[0]!)
  expect(await stateOf(ids[0]!)).toBe('unknown')
  expect((await claims.apply(client, draft)).resultNotice?.error).toBe(beingReversed)
  expect([await claims.listed(client, month), await claims.centre('clerk2', month)]).toMatchObject([
    [{ state: '0' }],
    [],
  ])
})
