import { stock } from '@yibao/shared/calls/stock.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { held, untilWaiting } from '../../test/locks.ts'
import { usual } from '../../test/postgres.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { item } from '../catalogue/tables.ts'
import { store } from '../organisation/tables.ts'
import { mark, withMessage } from './claim.ts'
import { tellStock } from './send.ts'
import { stockMessage } from './tables.ts'
import { backRow, changeRow, hn, jx, openStock, purchaseRow, takeRow } from './test/shop.ts'
import { writeStock } from './write.ts'

// Which row counts as the first, goes before which, and is whose.

const shop = opened(openStock)

test('a return that was known before its purchase goes after it all the same, and only that purchase’s stand in its way', async () => {
  await shop.report({ back: [backRow('CT13'), backRow('CT14')] })
  await shop.report({
    purchase: [purchaseRow('CG13'), purchaseRow('CG14')],
    back: [backRow('CT13', { purchaseNo: 'CG13' })],
  })
  await shop.round()
  expect([await shop.state('CG13'), await shop.state('CT13')]).toEqual(['uploaded', 'uploaded'])
  const theirs = { purchase: [purchaseRow('CG14')], back: [backRow('CT14', { purchaseNo: 'CG14' })] }
  await shop.report(theirs, hn.storeNo)
  await shop.round()
  expect((await shop.rows('CT14')).map(({ state }) => state)).toEqual(['uploaded', 'uploaded'])
  expect((await shop.remove('CG14')).result, 'the other store’s return names its own').toMatchObject({
    state: 'deleted',
  })
  await shop.set('CT13', { state: 'unknown' })
  expect((await shop.remove('CG13')).resultNotice?.error).toContain('这条采购的退货在医保中心')
  await shop.set('CT13', { state: 'uploaded' })
})

test('a purchase is not taken away while its return is on its way', async () => {
  await shop.report({ purchase: [purchaseRow('CG16')], back: [backRow('CT16', { purchaseNo: 'CG16' })] })
  await withMessage(shop.deps, (await shop.one('CG16')).id, (one) => tellStock(shop.deps, one))
  await withMessage(shop.deps, (await shop.one('CT16')).id, async (one) => {
    expect((await shop.remove('CG16')).resultNotice?.error).toBe('这条明细正在上传')
    expect((await tellStock(shop.deps, one)).kind).toBe('done')
  })
  expect([await shop.state('CG16'), await shop.state('CT16')]).toEqual(['uploaded', 'uploaded'])
})

test('whoever uploads both at once uploads the purchase first', async () => {
  await shop.report({ back: [backRow('CT15')] })
  await shop.report({ purchase: [purchaseRow('CG15')], back: [backRow('CT15', { purchaseNo: 'CG15' })] })
  const ids = [await shop.one('CT15'), await shop.one('CG15')].map(({ id }) => id)
  await untilEnded(shop.clerk, (await shop.clerk.ok(stock.upload, { ids })).progressId)
  expect([await shop.state('CG15'), await shop.state('CT15')]).toEqual(['uploaded', 'uploaded'])
})

test('a first stock take that was taken away is none: the next one is the first', async () => {
  const { db } = shop.deps
  await db.delete(stockMessage).where(eq(stockMessage.kind, 'take'))
  await shop.report({ take: [takeRow('PD10')] })
  expect((await shop.remove('PD10')).result).toMatchObject({ state: 'needless' })
  await shop.report({ take: [takeRow('PD11', { on: '2026-11-03' })] })
  expect(await shop.rows('PD11#初始')).toHaveLength(1)
})

test.skipIf(usual !== 'postgres')(
  'of two first stock takes at once the earlier day is the first, and no other',
  async () => {
    const { db } = shop.deps
    await db.delete(stockMessage).where(eq(stockMessage.kind, 'take'))
    const [mine] = await db.select().from(store).where(eq(store.fixmedinsCode, jx.code))
    const [goods] = await db.select().from(item).where(eq(item.ownCode, '100001')).limit(1)
    const writing = { now: new Date(), shop: mine!, kind: 'take', source: 'sheet' } as const
    const row = takeRow('PD20', { on: '2026-10-01' })
    const commit = await held(db, (tx) => writeStock({ ...writing, db: tx }, [{ goods: goods!, row }]))
    const reported = shop.report({ take: [takeRow('PD21', { on: '2026-10-02' })] })
    await untilWaiting(db, 1)
    await commit()
    expect((await reported).result).toMatchObject([{ ok: true }])
    expect([(await shop.rows('PD20#初始')).length, (await shop.rows('PD21#初始')).length]).toEqual([1, 0])
  },
)

test('what doubled a stock take goes with it: taken away, or no longer of the first day or of anything on the shelf', async () => {
  const { db } = shop.deps
  await db.delete(stockMessage)
  const first = ['PD30', 'PD31', 'PD32']
  await shop.report({ take: first.map((no) => takeRow(no)) })
  expect(await Promise.all(first.map((no) => shop.state(`${no}#初始`)))).toEqual(['waiting', 'waiting', 'waiting'])
  await shop.remove('PD30')
  await shop.report({ take: [takeRow('PD31', { on: '2026-11-09' }), takeRow('PD32', { quantity: '0' })] })
  await shop.round()
  expect(await Promise.all(first.map(async (no) => (await shop.told(`${no}#初始`)).length))).toEqual([0, 0, 0])
  expect((await shop.one('PD30#初始')).message).toBe('盘存已删除：录错批号')
  expect(await shop.state('PD31#初始')).toBe('needless')
})

test('what was taken off is not uploaded among others: nobody has it on the shelf', async () => {
  await shop.deps.db.delete(stockMessage)
  await shop.report({ take: [takeRow('PD50'), takeRow('PD51')] })
  await shop.report({ take: [takeRow('PD51', { on: '2026-11-09' })] })
  expect(await shop.state('PD51#初始')).toBe('needless')
  const ids = (await shop.deps.db.select().from(stockMessage)).map(({ id }) => id)
  await untilEnded(shop.clerk, (await shop.clerk.ok(stock.upload, { ids })).progressId)
  expect([await shop.state('PD51#初始'), await shop.told('PD51#初始')]).toEqual(['needless', []])
  expect([(await shop.told('PD51')).length, (await shop.told('PD50#初始')).length]).toEqual([1, 1])
  // Taken off between the reading and the claim.
  const one = await shop.one('PD51#初始')
  await withMessage(shop.deps, one.id, (mine) => tellStock(shop.deps, mine))
  expect([await shop.state('PD51#初始'), await shop.told('PD51#初始')]).toEqual(['needless', []])
  expect((await shop.clerk.send(stock.upload, { ids: [one.id] })).resultNotice?.error).toContain('没有可以上传')
})

test('goods are those of the store’s own company', async () => {
  const { db } = shop.deps
  const [known] = await db.select().from(item).where(eq(item.ownCode, '100001')).limit(1)
  await db.insert(item).values({ ...known!, companyId: '90009', ownCode: 'FOREIGN' })
  expect((await shop.report({ take: [takeRow('PD12', { ownCode: 'FOREIGN' })] })).result).toMatchObject([
    { ok: false, text: expect.stringContaining('本公司没有商品 FOREIGN') },
  ])
})

test('the rows of one call stand in its order, however many a millisecond takes', async () => {
  const numbers = Array.from({ length: 9 }, (_, n) => `PD2${9 - n}`)
  await shop.report({ take: numbers.map((docNo) => takeRow(docNo, { on: '2026-11-12' })) })
  const rows = await shop.deps.db
    .select({ docNo: stockMessage.docNo })
    .from(stockMessage)
    .where(eq(stockMessage.happenedOn, '2026-11-12'))
    .orderBy(stockMessage.id)
  expect(rows.map(({ docNo }) => docNo)).toEqual(numbers)
})

test.skipIf(usual !== 'postgres')('two calls with the same rows in other orders are both taken', async () => {
  const { db } = shop.deps
  const rows = Array.from({ length: 100 }, (_, n) => changeRow(`BG4${100 + n}`))
  await shop.report({ change: rows })
  const middle = eq(stockMessage.docNo, 'BG4150')
  const commit = await held(db, (tx) => tx.select().from(stockMessage).where(middle).for('update'))
  const corrected = rows.map((row) => ({ ...row, quantity: '3' }))
  const answers = [shop.report({ change: corrected }), shop.report({ change: corrected.toReversed() })]
  await untilWaiting(db, 2)
  await commit()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('a stock take whose deletion got no answer takes along what doubled it, when that is known', async () => {
  const { db } = shop.deps
  await db.delete(stockMessage)
  await shop.report({ take: [takeRow('PD40')] })
  await withMessage(shop.deps, (await shop.one('PD40')).id, (one) => tellStock(shop.deps, one))
  await shop.fault('dropAfterBooking', '3507')
  expect((await shop.remove('PD40')).resultNotice?.error).toContain('不知道是否已删除')
  await shop.round()
  expect([await shop.state('PD40'), await shop.state('PD40#初始')], 'it waits').toEqual(['unknown', 'waiting'])
  await shop.landed('PD40')
  await shop.round()
  await shop.landed('PD40#初始')
  await shop.round()
  expect([await shop.state('PD40'), await shop.state('PD40#初始')]).toEqual(['deleted', 'needless'])
  expect([...(await shop.told('PD40')), ...(await shop.told('PD40#初始'))]).toEqual([])
})

/** A stock take that the centre has, whose deletion got no answer. */
const beingDeleted = async (no: string) => {
  await shop.deps.db.delete(stockMessage)
  await shop.report({ take: [takeRow(no)] })
  await withMessage(shop.deps, (await shop.one(no)).id, (one) => tellStock(shop.deps, one))
  await shop.fault('dropAfterBooking', '3507')
  await shop.remove(no)
}

test('what doubled a stock take is looked at when that is, never while it waits for a person, and at once when he ended it', async () => {
  await beingDeleted('PD41')
  await shop.round()
  const { nextAt } = await shop.one('PD41')
  expect(nextAt).toBeInstanceOf(Date)
  expect((await shop.one('PD41#初始')).nextAt).toEqual(nextAt)
  await shop.fault('refuse', '3507', { text: '系统维护中', times: 4 })
  for (let n = 0; n < 4; n++) {
    await shop.landed('PD41')
    await shop.round()
  }
  expect((await shop.one('PD41')).nextAt).toBeNull()
  await shop.landed('PD41#初始')
  await shop.round()
  expect(await shop.one('PD41#初始')).toMatchObject({ state: 'waiting', nextAt: null })
  expect((await shop.upload('PD41')).error).toBeUndefined()
  expect(await shop.state('PD41')).toBe('deleted')
  await shop.round()
  expect([await shop.state('PD41#初始'), await shop.told('PD41#初始')]).toEqual(['needless', []])
})

test('what doubled a stock take and was refused is sent again by nobody but a person', async () => {
  await beingDeleted('PD42')
  await shop.set('PD42#初始', { state: 'refused', nextAt: null })
  expect((await shop.upload('PD42#初始')).results[0]?.text).toContain('盘存的删除还没有结果')
  expect(await shop.one('PD42#初始')).toMatchObject({ state: 'refused', nextAt: null })
})

test.skipIf(usual !== 'postgres')(
  'a deletion that ends while what it doubled begins to wait for it is not waited for',
  async () => {
    const { db } = shop.deps
    await beingDeleted('PD43')
    await shop.set('PD43', { nextAt: null })
    const ids = [await shop.one('PD43'), await shop.one('PD43#初始')].map(({ id }) => id) as [string, string]
    await withMessage(shop.deps, ids[0], (take) =>
      withMessage(shop.deps, ids[1], async (double) => {
        const ended = { state: 'deleted', pending: '', nextAt: null } as const
        const commit = await held(db, (tx) => mark({ ...shop.deps, db: tx }, take, ended))
        const telling = tellStock(shop.deps, double)
        await untilWaiting(db, 1)
        await commit()
        await telling
      }),
    )
    await shop.round()
    expect(await shop.state('PD43#初始')).toBe('needless')
  },
)
