import { report } from '@yibao/shared/calls/dashboard.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { area } from '../../organisation/tables.ts'
import { salePiece } from '../../sale/tables.ts'
import { zhangSan } from '../test/paper.ts'
import { useShop } from './test/use-shop.ts'

// What is handed out on an electronic prescription is told with the lots and codes that somebody completed afterwards, and
// what its centre refused is seen and can be mended: the centre's book, ours, and what the clerk reads.

const { centre, shop } = useShop()

const batch = { lot: 'A20260901', madeOn: '2026-09-01', expiresOn: '2028-08-31' }
const delay = (ms: number) =>
  shop.deps.db
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify({ saleUploadDelay: ms })}::jsonb` })
beforeEach(() => delay(0))

let serial = 0
const newCode = () => `81234567${String(Date.now()).slice(-8)}${String(++serial).padStart(4, '0')}`
const complete = (orderId: string, traceCodes: string[], more: object = {}) =>
  shop.clerk.ok(sale.saveTrace, { orderId, no: 1, ...batch, ...more, traceCodes } as never)
const drugs = async (number: string) =>
  (await shop.book(zhangSan, number)).dispensings.map(({ data }) => data.drugs as Record<string, string>[]).at(-1)
const tiles = async () =>
  (await shop.clerk.ok(report.dashboard)).pending
    .filter(({ kind, prescription }) => kind === 'refusedSale' && prescription)
    .map(({ text }) => text)
const listed = async () => (await shop.clerk.ok(rx.paged, { dispense: 'refused' })).items.map(({ id }) => id)

test('it is told as long after the settlement as sales are, with what was completed until then', async () => {
  await delay(600_000)
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await shop.round()
  expect((await shop.told(one.id)).at(-1)).toBe('dispense:waiting')
  expect(await drugs(one.number), 'nothing has left').toBeUndefined()
  const codes = [newCode(), newCode()]
  await complete(orderId, codes)
  const [due] = (await shop.messages(one.id)).slice(-1)
  expect(due!.nextAt!.getTime() - due!.at.getTime()).toBe(600_000)
  await shop.soon(one.id)
  await shop.round()
  expect(await drugs(one.number)).toMatchObject([
    { manu_lotnum: 'A20260901', manu_date: '2026-09-01', expy_end: '2028-08-31', drug_trac_codg: codes.join() },
  ])
})

test('what is taken back before its time is told to nobody', async () => {
  await delay(600_000)
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await shop.round()
  await shop.reverse(orderId)
  await shop.round()
  expect((await shop.told(one.id)).slice(1)).toEqual(['dispense:needless', 'return:needless'])
  expect((await shop.book(zhangSan, one.number)).dispensings).toEqual([])
})

test('refused, it stands on the home page until it is completed and told again', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'refuse', infno: '7206', text: '生产批号不能为空', times: 2 })
  expect(await tiles()).toEqual([])
  await shop.round()
  expect([await tiles(), await listed()]).toEqual([['电子处方 1 条'], [one.id]])
  expect(await shop.clerk.ok(rx.tell, { id: one.id })).toEqual({
    done: false,
    text: '医保中心：“生产批号不能为空”；批号或追溯码不对的，请先到「销售明细」补录再重新上传',
  })
  const codes = [newCode(), newCode()]
  await complete(orderId, codes)
  expect(await shop.clerk.ok(rx.tell, { id: one.id })).toMatchObject({ done: true })
  expect(await drugs(one.number)).toMatchObject([{ manu_lotnum: 'A20260901', drug_trac_codg: codes.join() }])
  expect([await tiles(), await listed()]).toEqual([[], []])
})

test('what comes back is told as it was handed out, whatever 销售明细 was given since', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await shop.round()
  await complete(orderId, [newCode(), newCode()])
  await shop.reverse(orderId)
  await shop.round()
  const [told] = (await shop.book(zhangSan, one.number)).dispensings
  const row = { manu_lotnum: '', drug_trac_codg: '' }
  expect([told!.data.drugs, told!.back!.drugs]).toMatchObject([[row], [row]])
})

test('packs of two lots are two rows, and their money is the line’s', async () => {
  const one = await shop.passed(zhangSan)
  const orderId = await shop.sell(one, zhangSan)
  await centre.fault({ fault: 'refuse', infno: '7206', text: '批号不符' })
  await shop.round()
  const codes = [newCode(), newCode()]
  await complete(orderId, codes)
  const [, second] = await shop.deps.db
    .select()
    .from(salePiece)
    .where(eq(salePiece.orderId, orderId))
    .orderBy(asc(salePiece.part))
  await shop.clerk.ok(sale.saveBatch, { ids: [second!.id], ...batch, lot: 'B7' } as never)
  expect(await shop.clerk.ok(rx.tell, { id: one.id })).toMatchObject({ done: true })
  const row = { sel_retn_cnt: '1.0000', sumamt: '20.00' }
  expect(await drugs(one.number)).toMatchObject([
    { ...row, manu_lotnum: 'A20260901', drug_trac_codg: codes[0] },
    { ...row, manu_lotnum: 'B7', drug_trac_codg: codes[1] },
  ])
})

test('a line of more codes than a row holds is told in rows that hold them all', async () => {
  const one = await shop.passed(zhangSan, { drugs: [{ code: '100002', cnt: '60' }] })
  const orderId = await shop.sell(one, zhangSan, [{ ownCode: '100002', quantity: '50.5', price: '3.3333' }])
  const { lines } = await shop.orderOf(orderId)
  await centre.fault({ fault: 'refuse', infno: '7206', text: '追溯码不全' })
  await shop.round()
  const codes = Array.from({ length: 51 }, newCode)
  await complete(orderId, codes)
  expect(await shop.clerk.ok(rx.tell, { id: one.id })).toMatchObject({ done: true })
  const rows = (await drugs(one.number))!
  expect(rows.map((row) => [row.sel_retn_cnt, row.trdn_flag, row.drug_trac_codg!.split(',').length])).toEqual([
    ['23.0000', '0', 23],
    ['23.0000', '0', 23],
    ['4.5000', '1', 5],
  ])
  expect(rows.flatMap((row) => row.drug_trac_codg!.split(','))).toEqual(codes)
  const cents = rows.reduce((total, { sumamt }) => total + Math.round(Number(sumamt) * 100), 0)
  expect((cents / 100).toFixed(2)).toBe(lines[0]!.amount)
})
