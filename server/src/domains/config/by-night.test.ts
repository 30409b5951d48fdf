import { ybOptions } from '@yibao/shared/calls/config.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { order } from '../order/tables.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const here = { medicalAreaCode: '320500' }
const hours = (n: number) => clock.advance(n * 3_600_000)
/** To the next so many o'clock in Shanghai. */
const until = (hour: number) => hours((hour - ((clock().getUTCHours() + 8) % 24) + 24) % 24)

test('how the centre counts the account is not turned by day where an area has much to turn, and at night it is', async () => {
  const { db } = server.deps
  const put = (from: number, to: number) =>
    db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name,
        state, person, medical_type, basket, lines, total, settled_at, created_at, updated_at)
      select 'o' || n, 'N' || n, '320500', '10001', 's', 'u', '李䶮', 'settled', '{}', '41', '{}', '[]', 1, now(), now(), now()
      from generate_series(${from}::int, ${to}::int) n`)
  const save = async (values: object) => {
    const area = await server.as('area', { areaCode: '320500' })
    const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, here)
    return area.send(ybOptions.saveYBConfigOptions, { ...here, revision, values })
  }
  await put(1, 20_000)
  until(12)
  expect((await save({ fundIncludesAcct: true })).success, 'of few orders').toBe(true)
  await put(20_001, 20_001)
  for (const values of [{ fundIncludesAcct: false }, { mulaidInAcct: false, slipLayout: '58' }]) {
    const refused = await save(values)
    expect(refused).toMatchObject({ success: false, resultExtendInfo: { key: 'config.night' } })
  }
  expect((await save({ fundIncludesAcct: true, slipLayout: 'A5' })).success, 'what stays as it was').toBe(true)
  until(19)
  expect((await save({ fundIncludesAcct: false })).success).toBe(false)
  until(20)
  expect((await save({ fundIncludesAcct: false })).success).toBe(true)
  until(7)
  expect((await save({ mulaidInAcct: false })).success).toBe(true)
  until(8)
  expect((await save({ mulaidInAcct: true })).success).toBe(false)
  // Of what is not booked there may be as much.
  await db.update(order).set({ settledAt: null }).where(eq(order.id, 'o1'))
  expect((await save({ mulaidInAcct: true })).success).toBe(true)
})
