import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databaseEra } from '../../database/life.ts'
import { stockMessage } from './tables.ts'
import { jx, openStock, purchaseRow } from './test/shop.ts'

// A backup was played back: what was told after it is there, and our rows say that it is not, or are no more.

const shop = opened(openStock)

const told = async (no: string) => {
  await shop.report({ purchase: [purchaseRow(no)] })
  await shop.round()
  expect(await shop.told(no)).toHaveLength(1)
}
const playedBack = () => shop.deps.db.update(databaseEra).set({ beganAt: new Date(Date.now() - 60_000) })
const infnos = async (no: string) => (await shop.told(no)).map(({ infno }) => infno)

test('a row that waits in the backup and was told since: the centre has it once, and our row says so', async () => {
  await told('R1')
  await shop.set('R1', { state: 'waiting', sentAt: null, uploadedAt: null, nextAt: new Date(0) })
  await shop.deps.db.execute(sql`update area set settings = settings || '{"inFlightMax":0}'::jsonb`)
  await playedBack()
  await shop.round()
  expect([await shop.state('R1'), await infnos('R1')]).toEqual(['uploaded', ['3503']])
})

test('a row that the backup does not know and its ERP says again is the same one at the centre', async () => {
  await told('R2')
  await shop.deps.db.delete(stockMessage).where(eq(stockMessage.docNo, 'R2'))
  await playedBack()
  await told('R2')
  expect([await shop.state('R2'), await infnos('R2')]).toEqual(['uploaded', ['3503']])
  expect(
    (await shop.centre.pieces(jx.code)).filter(({ fixmedins_bchno }) => fixmedins_bchno.startsWith('P')),
  ).toHaveLength(2)
})

test('a row that waits in the backup and was told since is taken away at the centre, not only here', async () => {
  await told('R3')
  await shop.set('R3', { state: 'waiting', sentAt: null, uploadedAt: null, nextAt: new Date(0) })
  await shop.deps.db.execute(sql`update area set settings = settings || '{"inFlightMax":0}'::jsonb`)
  await playedBack()
  await shop.remove('R3')
  expect([await shop.state('R3'), await infnos('R3')]).toEqual(['deleted', []])
})
