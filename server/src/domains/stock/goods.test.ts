import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { item } from '../catalogue/tables.ts'
import { stockMessage } from './tables.ts'
import { backRow, changeRow, openStock, purchaseRow, takeRow } from './test/shop.ts'

// Goods change while what was written of them waits, or is at the centre.

const shop = opened(openStock)
const own = 'STJ900'
const mine = and(eq(item.companyId, '10001'), eq(item.ownCode, own), eq(item.areaCode, '320500'))
const goods = (values: Partial<typeof item.$inferInsert>) => shop.deps.db.update(item).set(values).where(mine)

beforeEach(async () => {
  const { db } = shop.deps
  await shop.centre.clearFaults()
  await db.delete(stockMessage)
  await db.delete(item).where(mine)
  const of = { companyId: '10001', areaCode: '320500', ownCode: own, name: '䶮参片', producer: '𠮷䶮制药有限公司' }
  await db.insert(item).values({ ...of, price: '9.80' })
})

const code = async (docNo: string) => (await shop.told(docNo))[0]?.data.med_list_codg

test('goods that are mapped after their stock came in are told under the national code', async () => {
  await shop.report({ take: [takeRow('PD70', { ownCode: own })] })
  await goods({ nationalCode: 'XA01ABD075A002010100001', prescription: true })
  await shop.round()
  expect([await code('PD70'), await code('PD70#初始')]).toEqual(Array(2).fill('XA01ABD075A002010100001'))
  expect((await shop.told('PD70'))[0]?.data.rx_flag).toBe('1')
  expect(await shop.one('PD70')).toMatchObject({ state: 'uploaded', nationalCode: 'XA01ABD075A002010100001' })
})

test('a row that was refused under the shop’s own code says why, and goes as mapped when somebody uploads it', async () => {
  await shop.fault('refuse', '3502', { text: '医疗目录编码不存在' })
  await shop.report({ change: [changeRow('BG70', { ownCode: own })] })
  await shop.round()
  const { state, message } = await shop.one('BG70')
  expect(state).toBe('refused')
  expect(message).toContain('医疗目录编码不存在')
  expect(message).toContain('商品还没有对照国家码')
  await goods({ nationalCode: 'XA01ABD075A002010100001' })
  expect((await shop.upload('BG70')).text).toBe('1 条已处理')
  expect([await shop.state('BG70'), await code('BG70')]).toEqual(['uploaded', 'XA01ABD075A002010100001'])
})

test('what goes back goes under what it was bought as', async () => {
  await goods({ nationalCode: 'XA01ABD075A002010100001' })
  const back = backRow('CT70', { ownCode: own, purchaseNo: 'CG70' })
  await shop.report({ purchase: [purchaseRow('CG70', { ownCode: own })] })
  await shop.round()
  await goods({ nationalCode: 'XA01ABD075A002010100002' })
  await shop.report({ back: [back] })
  await shop.round()
  expect([await code('CG70'), await code('CT70')]).toEqual(Array(2).fill('XA01ABD075A002010100001'))
})

test('an ERP that says the same of goods that changed is told how its rows stand', async () => {
  const rows = {
    take: [takeRow('PD71', { ownCode: own })],
    change: [changeRow('BG71', { ownCode: own })],
    purchase: [purchaseRow('CG71', { ownCode: own })],
  }
  await shop.report(rows)
  await shop.round()
  const change = { name: '䶮参片(薄膜衣)', nationalCode: 'XA01ABD075A002010100001', prescription: true }
  await goods({ ...change, price: '12.50', producer: '另一家制药有限公司' })
  const { result } = await shop.report(rows)
  expect(result?.map(({ docNo, ok, state }) => `${docNo} ${ok} ${state}`).sort()).toEqual([
    'BG71 true uploaded',
    'CG71 true uploaded',
    'PD71 true uploaded',
  ])
  // Taken away by a person, it is not brought back by the goods' new name.
  await shop.remove('CG71')
  await goods({ name: '䶮参片' })
  expect((await shop.report({ purchase: rows.purchase })).result).toMatchObject([{ ok: true, state: 'deleted' }])
  // Nor does it matter that the goods are gone.
  await shop.deps.db.delete(item).where(mine)
  expect((await shop.report({ change: rows.change })).result).toMatchObject([{ ok: true, state: 'uploaded' }])
  // What the row itself says otherwise is still refused.
  const other = { change: [changeRow('BG71', { ownCode: own, quantity: '9' })] }
  expect((await shop.report(other)).result).toMatchObject([{ ok: false }])
})
