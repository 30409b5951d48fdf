import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { order } from '../../order/tables.ts'
import { area } from '../../organisation/tables.ts'
import { makeVisitReady } from '../../visit/test/ready.ts'
import { prescription } from '../tables.ts'
import { zhangSan } from '../test/paper.ts'
import { shopCode } from './test/counter.ts'
import { useShop } from './test/use-shop.ts'

// What 2203 says of a visit on an electronic prescription.

const { centre, shop } = useShop()

test('the diagnosis is the prescription’s own by code and name, sealed until then', async () => {
  await makeVisitReady(shop.deps.db, ['11'])
  const offered = JSON.stringify({ medicalTypes: ['41', '11'] })
  await shop.deps.db.update(area).set({ settings: sql`${area.settings} || ${offered}::jsonb` })
  const { id, number, hospital, doctor } = await shop.passed(zhangSan)
  expect(JSON.stringify(await shop.deps.db.select().from(prescription))).not.toContain('J06.900')
  // Of the one who reviewed it the simulator's centre knows another number.
  const [one] = await shop.deps.db.select().from(prescription).where(eq(prescription.id, id))
  const reviews = one!.reviews.map((review) => ({ ...review, code: 'Y320508000001' }))
  await shop.deps.db.update(prescription).set({ reviews }).where(eq(prescription.id, id))
  const { readId, insutype } = await shop.counter.read(zhangSan)
  const priced = await shop.clerk.ok(settlement.preSettle, {
    ...{ readId, insutype, medicalType: '11', prescription: { id, number, hospital, doctor } },
    lines: [{ ownCode: '100001', quantity: '2', price: '20.00' }],
  } as never)
  const [row] = await shop.deps.db
    .select()
    .from(order)
    .where(eq(order.id, (priced as { id: string }).id))
  const told = (await centre.visits(shopCode)).find(({ mdtrt_id }) => mdtrt_id === row!.mdtrtId)
  expect(told!.diagnoses).toMatchObject([{ diag_code: 'J06.900', diag_name: '急性上呼吸道感染' }])
  expect(told!.info).toMatchObject({ main_cond_dscr: '急性上呼吸道感染', dise_codg: '' })
})
