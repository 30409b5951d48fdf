import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseEra } from '../../../database/life.ts'
import { zhangSan } from '../test/paper.ts'
import { useShop } from './test/use-shop.ts'

// A backup was played back: the centre was told since, and our messages say that it was not.

const { shop } = useShop()

const playedBack = async (id: string, state = 'waiting') => {
  await shop.deps.db.execute(sql`update rx_message set state = ${state}, sent_at = null, told_at = null,
    at = now() - interval '1 hour', next_at = now() - interval '1 minute' where prescription_id = ${id} and state = 'told'`)
  await shop.deps.db.update(databaseEra).set({ beganAt: new Date(Date.now() - 1_800_000) })
}

test.each(['waiting', 'refused'])('what was %s at the backup is asked about, and there once', async (state) => {
  const one = await shop.passed(zhangSan)
  await shop.sell(one, zhangSan)
  await shop.round()
  await playedBack(one.id, state)
  await shop.round()
  await shop.soon(one.id)
  await shop.round()
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:told'])
  expect((await shop.book(zhangSan, one.number)).dispensings).toHaveLength(1)
  expect((await shop.now(one.id)).dispense).toBe('told')
})

test('reversed before anybody asked: the centre hears of the return', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await shop.round()
  await playedBack(one.id)
  await shop.reverse(orderId)
  for (let n = 0; n < 3; n++) {
    await shop.round()
    await shop.soon(one.id)
  }
  expect(await shop.told(one.id)).toEqual(['verdict:told', 'dispense:told', 'return:told'])
  expect((await shop.book(zhangSan, one.number)).dispensings).toMatchObject([{ returned: 1 }])
})
