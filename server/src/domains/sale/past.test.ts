import { continuation } from '@yibao/shared/calls/base.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { store } from '../organisation/tables.ts'
import { stockDue } from '../stock/round.ts'
import { stockMessage } from '../stock/tables.ts'
import { tellsFrom } from '../telling/past.ts'
import { salePiece } from './tables.ts'
import { openShop } from './test/shop.ts'
import { writeSales } from './write.ts'

// A store whose ERP's own program told the centre for months begins to tell by itself.

const shop = opened(openShop)
const hour = 3_600_000

const place = () => ({ storeId: shop.storeId })
const save = async (values: object, reset: string[] = []) => {
  const { revision } = await shop.boss.ok(ybOptions.pullYBConfigOptionsV2, place())
  const input = { ...place(), revision, values, reset }
  const answer = await shop.boss.send(ybOptions.saveYBConfigOptions, input as never)
  const press = async (button: string) => {
    const { pubSubId } = answer.confimResultInfo!
    await shop.boss.ok(continuation.complete, { pubSubId, button })
    return shop.boss.send(ybOptions.saveYBConfigOptions, input as never, { pubsubid: pubSubId })
  }
  return { answer, press }
}
const ownOf = async () => {
  const [row] = await shop.deps.db.select().from(store).where(eq(store.id, shop.storeId))
  return row!.settings as Record<string, unknown>
}
const ago = (ms: number) => new Date(Date.now() - ms)

const keep = (moment: object) =>
  shop.deps.db
    .update(store)
    .set({ settings: sql`${store.settings} || ${JSON.stringify(moment)}::jsonb` })
    .where(eq(store.id, shop.storeId))

/** Switched off so long ago, ms. */
const offSince = async (ms: number) => {
  await save({ saleUpload: false })
  await keep({ saleUploadOff: Date.now() - ms })
}
/** An order that was sold so long ago, ms. */
const soldAgo = async (ms: number) => {
  const id = await shop.sell()
  await writeSales(shop.deps)
  const at = ago(ms)
  await shop.deps.db.update(salePiece).set({ soldAt: at, nextAt: at }).where(eq(salePiece.orderId, id))
  return id
}
const listed = async (needs: 'hand' | 'person') => (await shop.clerk.ok(sale.paged, { needs })).items

beforeEach(async () => {
  await shop.deps.db.delete(salePiece)
  await shop.deps.db.delete(stockMessage)
  await shop.deps.db
    .update(store)
    .set({ settings: { saleUploadDelay: 0 } })
    .where(eq(store.id, shop.storeId))
})

test('what was sold while another program told is not told by itself, today’s is, and a person may tell the rest', async () => {
  await offSince(500 * 24 * hour)
  const past = [await soldAgo(400 * 24 * hour), await soldAgo(2 * hour)]
  const bought = { storeId: shop.storeId, areaCode: '320500', kind: 'purchase', docNo: 'CG-past', ownCode: '100002' }
  const about = {
    nationalCode: 'x',
    name: '䶮',
    prescription: false,
    quantity: '1',
    facts: {},
    happenedOn: '2026-01-01',
  }
  const row = { id: 'past', batchNo: 'past', source: 'erp', nextAt: ago(2 * hour), writtenAt: ago(2 * hour) }
  await shop.deps.db.insert(stockMessage).values({ ...bought, ...about, ...row } as never)
  const { answer, press } = await save({ saleUpload: true })
  expect(answer.confimResultInfo?.tips).toContain('关闭期间有 3 条没有上传，以后也不自动上传')
  expect((await press('on')).success).toBe(true)
  expect(Number((await ownOf()).saleUploadFrom)).toBeGreaterThan(Date.now() - 60_000)
  // A settlement has whole seconds.
  await keep({ saleUploadFrom: Date.now() - 5000 })
  const today = await shop.sell()
  await shop.round()
  await stockDue(shop.deps, (fault) => shop.faults.push(fault))
  expect([await shop.told(past[0]!), await shop.told(past[1]!), await shop.told(today)]).toEqual([[], [], ['3505']])
  const waiting = await listed('hand')
  expect(waiting).toHaveLength(2)
  expect(waiting[0]).toMatchObject({ state: 'waiting', message: expect.stringContaining('关闭自动上传期间') })
  expect(await listed('person')).toEqual([])
  const [kept] = await shop.deps.db.select().from(stockMessage)
  expect([kept!.state, kept!.message]).toEqual(['waiting', expect.stringContaining('不自动上传')])
  // Whoever uploads a period means what is still to be told by itself; these are asked for.
  expect((await shop.clerk.send(sale.upload, { from: '2020-01-01' } as never)).error?.message).toContain('没有')
  await shop.upload({ needs: 'hand' })
  expect([await shop.told(past[0]!), await shop.told(past[1]!)]).toEqual([['3505'], ['3505']])
  expect(shop.faults).toEqual([])
})

test('who does not want that stays as he was; who switched off by mistake loses nothing; nor does what came back', async () => {
  await offSince(2 * hour)
  const past = await soldAgo(hour)
  const { press } = await save({ saleUpload: true })
  expect((await press('off')).error?.message).toContain('没有开启自动上传')
  expect(await ownOf()).toMatchObject({ saleUpload: false })
  await offSince(60_000)
  const { answer } = await save({ saleUpload: true })
  expect([answer.success, Number((await ownOf()).saleUploadFrom)]).toEqual([true, 0])
  await shop.round()
  expect(await shop.told(past)).toEqual(['3505'])
  // Sold and told before, taken back while nobody told: the centre has the sale from here.
  await offSince(2 * hour)
  await shop.reverse(past)
  await writeSales(shop.deps)
  await shop.deps.db
    .update(salePiece)
    .set({ nextAt: ago(hour) })
    .where(eq(salePiece.kind, 'return'))
  expect((await save({ saleUpload: true })).answer.success, 'nothing to ask about').toBe(true)
  await shop.round()
  expect(await shop.told(past)).toEqual(['3505', '3506'])
})

test('a level that decides for itself was not switched with the one above', () => {
  const [at, later] = [1000, 2000]
  expect(tellsFrom({}, { saleUploadFrom: at, saleUpload: true }, {})).toBe(at)
  expect(tellsFrom({}, { saleUploadFrom: at, saleUpload: true }, { saleUpload: true })).toBe(0)
  expect(tellsFrom({ saleUpload: true, saleUploadFrom: at }, null, { saleUploadFrom: later })).toBe(later)
})
