import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { itemMapping } from './tables.ts'
import { openShelf } from './test/shelf.ts'

const storeId = storeIdOf('P32050100001')
const shelf = opened(() => openShelf(500))
const mine = eq(itemMapping.storeId, storeId)

test('all that is mapped is told again, what the store never told too; what a silent centre did not take waits', async () => {
  const { db } = shelf.server.deps
  const rows = await db.select().from(itemMapping).where(mine)
  const codes = rows.map(({ ownCode }) => ownCode).sort()
  await db.delete(itemMapping).where(and(mine, eq(itemMapping.ownCode, codes[0]!)))
  const resend = async () => shelf.ended((await shelf.area.ok(catalogueMenu.resendMatches, { storeId })).progressId)
  const open = () => db.$count(itemMapping, and(mine, ne(itemMapping.state, 'sent')))
  await shelf.centre.fault({ fault: 'dropBeforeBooking', infno: '3301', times: 1 })
  const lost = await resend()
  expect(lost.results[0]).toMatchObject({ ok: false, text: expect.stringContaining('请稍后按「上报未完成的对照」') })
  expect(await open()).toBe(rows.length)
  await shelf.centre.clearFaults()
  expect((await resend()).text).toBe(`1 家门店共上报 ${rows.length} 条对照`)
  expect(await open()).toBe(0)
  // All of them stood as told: they are told once more.
  expect((await resend()).text).toBe(`1 家门店共上报 ${rows.length} 条对照`)
})
