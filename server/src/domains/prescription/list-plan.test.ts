import { rx } from '@yibao/shared/calls/prescription.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { rowsFrom } from '../../database/rows-from.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { sealPersonal } from './personal.ts'
import { ofUse } from './rows.ts'
import { prescription } from './tables.ts'

// A chain's prescriptions: half of them sold, one in a hundred on its way, the others of days gone by but for some.

const clock = testClock()
const today = formatDay(clock())
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  const { db } = server.deps
  await db.execute(sql`insert into prescription (id, company_id, area_code, store_id, number, hospital, doctor, prescribed_on,
      valid_until, rx_type, attribute, personal, masked_name, name_hash, lines, state, entered_name, editors, submitted_at,
      created_at, changed_at)
    select 'rx' || n, '10001', '320500', ${storeIdOf('P32050100001')}, 'CF' || n, '苏州市立医院', '吴𠮷',
      to_char(${addDays(today, -1)}::date - n / 100, 'YYYY-MM-DD'), to_char(${addDays(today, 2)}::date - n / 100, 'YYYY-MM-DD'),
      '1', '01', ${sealPersonal(server.deps.services.vault, { name: '王䶮', certNo: '', diagnosis: '感冒' })}, '王*', n, '[]', 'passed', '李䶮', '[]', now(), now(), now()
    from generate_series(1, 20000) n`)
  await db.execute(sql`insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name,
      state, person, medical_type, basket, lines, total, created_at, updated_at, prescription_id)
    select 'o' || n, 'N' || n, '320500', '10001', ${storeIdOf('P32050100001')}, 'u', '李䶮',
      case when n % 100 = 0 then 'unknown' when n % 6 = 0 then 'reversed' else 'settled' end, '{}', '41', '{}', '[]', 1, now(),
      now(), 'rx' || n from generate_series(2, 20000, 2) n`)
  await db.execute(sql`vacuum analyze prescription, purchase_order`)
})

const planOf = async (use: Parameters<typeof ofUse>[0]): Promise<string> => {
  const answer = await server.deps.db.execute(sql`explain (costs off) select * from ${prescription}
    where ${ofUse(use, clock())} order by prescribed_on desc, id desc limit 10`)
  return JSON.stringify(rowsFrom<unknown>(answer))
}

test('the newest of a use are found one by one, not by joining all with their orders', async () => {
  for (const use of ['unused', 'used', 'expired'] as const) {
    const plan = await planOf(use)
    expect(plan, use).toContain('order_rx')
    expect(plan, use).not.toMatch(/Hash|Merge|Seq Scan on purchase_order/)
  }
})

test('what is on its way is found by the few orders that are, and no other prescription is asked about', async () => {
  const plan = await planOf('inUse')
  expect(plan).toContain('order_abnormal')
  expect(plan).toContain('prescription_pkey')
  expect(plan).not.toMatch(/SubPlan|prescription_day|Seq Scan/)
})

test('each prescription is in one use', async () => {
  const area = await server.as('area', { areaCode: '320500' })
  const of = async (use: 'unused' | 'used' | 'inUse' | 'expired') => {
    const { items, total } = await area.ok(rx.paged, { use, from: addDays(today, -60), pageSize: 100 })
    expect(new Set(items.map((item) => item.use))).toEqual(new Set([use]))
    return total
  }
  const all = (await area.ok(rx.paged, { from: addDays(today, -60) })).total
  const each = [await of('unused'), await of('used'), await of('inUse'), await of('expired')]
  expect(each.reduce((sum, n) => sum + n, 0)).toBe(all)
})
