import { rx } from '@yibao/shared/calls/prescription.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../../tools/opened.ts'
import { settableClock } from '../../../test/clock.ts'
import { area } from '../../organisation/tables.ts'
import { startCentre } from '../../settlement/test/centre.ts'
import { tellTime } from '../../settlement/test/counter.ts'
import { zhangSan } from '../test/paper.ts'
import { openCirculation } from './test/counter.ts'

// Somebody sets the server's clock forward by two hours while a 7206 is under way: sent again now, it would be told twice
// if it still arrived.

const { clock, steady, set, pass } = settableClock()
const centre = opened(startCentre)
const shop = opened(async () => {
  await tellTime(centre, clock())
  return openCirculation(centre, 'pglite', { clock, steady })
})

test('what may still arrive is not told again before its time has really passed', async () => {
  const one = await shop.passed(zhangSan)
  await shop.sell(one, zhangSan)
  await shop.deps.db.update(area).set({ settings: sql`${area.settings} || '{"inFlightMax": 600000}'::jsonb` })
  await centre.fault({ fault: 'dropBeforeBooking', infno: '7206' })
  await shop.round()
  set(2 * 3_600_000)
  await tellTime(centre, clock())
  const early = await shop.clerk.ok(rx.tell, { id: one.id })
  expect(early).toMatchObject({ done: false, text: expect.stringContaining('可能还在路上') })
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:unknown'])
  expect((await shop.book(zhangSan, one.number)).dispensings).toEqual([])
  pass(12 * 60_000)
  await tellTime(centre, clock())
  await shop.clerk.ok(rx.tell, { id: one.id })
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:told'])
  expect((await shop.book(zhangSan, one.number)).dispensings).toHaveLength(1)
})
