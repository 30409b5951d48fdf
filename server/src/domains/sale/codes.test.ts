import { sale } from '@yibao/shared/calls/sale.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { drugOfCode } from './drug-of-code.ts'
import { salePiece } from './tables.ts'
import { batch, line, newCode, openShop, zhangSan } from './test/shop.ts'
import { writeSales } from './write.ts'

// What is a pack's code, and which packs our own books call sold.

const shop = opened(openShop)

const complete = (orderId: string, traceCodes: string[]) =>
  shop.clerk.send(sale.saveTrace, { orderId, no: 1, ...batch, traceCodes } as never)
const sold = async (codes: string[]) =>
  (await shop.clerk.ok(settlement.soldCodes, { codes })).map(({ code, orderNo }) => `${code} ${orderNo}`)

test.each([
  ['the bar code of the box', '6901234567892'],
  ['a person’s credential', '1'.repeat(28)],
  ['letters', 'A1234567890123456789'],
])('%s is no pack’s code: neither completed nor settled with', async (_, code) => {
  const id = await shop.sell([line('1')])
  await writeSales(shop.deps)
  expect(JSON.stringify((await complete(id, [code])).error)).toContain('追溯码应为 20 位数字')
  expect((await shop.rows(id)).map(({ traceCode }) => traceCode)).toEqual([''])
  const person = await shop.counter.read(zhangSan)
  await expect(shop.counter.preSettle(person, { lines: [line('1', [code])] } as never)).rejects.toThrow('20 位数字')
})

test('a row of before whose code has another form is read as it is', async () => {
  const id = await shop.sell([line('1')])
  await writeSales(shop.deps)
  const old = '6901234567892'
  await shop.deps.db.update(salePiece).set({ traceCode: old }).where(eq(salePiece.orderId, id))
  expect((await shop.clerk.ok(sale.detail, { orderId: id })).lines).toMatchObject([{ traceCodes: [old] }])
  expect((await shop.clerk.ok(sale.paged, { keyword: old })).items.map(({ orderId }) => orderId)).toContain(id)
})

test('a pack that was completed is known to be sold; one that was scanned wrongly and replaced is free', async () => {
  const [wrong, right, bare] = [newCode(), newCode(), newCode()]
  const scanned = await shop.sell([line('1', [wrong])])
  const without = await shop.sell([line('1')])
  expect(await sold([wrong, right, bare]), 'before anything is written').toHaveLength(1)
  await writeSales(shop.deps)
  const [first, second] = [(await shop.rows(scanned))[0]!.orderNo, (await shop.rows(without))[0]!.orderNo]
  expect(await sold([wrong, right, bare])).toEqual([`${wrong} ${first}`])
  expect((await complete(scanned, [right])).success).toBe(true)
  expect((await complete(without, [bare])).success).toBe(true)
  expect((await sold([wrong, right, bare])).sort()).toEqual([`${right} ${first}`, `${bare} ${second}`].sort())
  // What the counter reads before it settles.
  const person = await shop.counter.read(zhangSan)
  const priced = await shop.counter.preSettle(person, { lines: [line('1', [bare])] } as never)
  expect(priced.warnings.join()).toContain(`…${bare.slice(-6)} 已在订单 ${second} 售出`)
  await shop.reverse(without)
  expect(await sold([right, bare]), 'it came back').toEqual([`${right} ${first}`])
})

test('补录 gives a code no more than one pack, whether the other sales are whole, broken, written or on their way', async () => {
  const of = async (quantity: string, codes?: string[]) => {
    const id = await shop.sell([line(quantity, codes)])
    return { id, write: () => writeSales(shop.deps) }
  }
  const errorOf = async (id: string, codes: string[]) => {
    const { error, success } = await complete(id, codes)
    return success ? '' : (error?.message ?? 'refused')
  }
  const [code, unwritten] = [newCode(), newCode()]
  const [whole, half, bare] = [await of('1', [code]), await of('0.5'), await of('1')]
  await half.write()
  expect(await errorOf(half.id, [code]), 'all of it and half of it').toContain('售出')
  await shop.reverse(whole.id)
  expect(await errorOf(half.id, [code]), 'it came back').toBe('')
  expect(await errorOf(half.id, [code]), 'its own line is no other sale').toBe('')
  expect(await errorOf(bare.id, [code])).toContain('拆零售出 0.5，加上本次 1 超过一整包装')
  await of('0.5', [unwritten])
  expect(await errorOf(bare.id, [unwritten]), 'settled, and not written yet').toContain('拆零售出 0.5')
})

test('the last sixth of a pack is no second sale of it: parts are told with four decimals, and six of them are 1.0002', async () => {
  const code = newCode()
  const warned = async () => {
    const person = await shop.counter.read(zhangSan)
    const priced = await shop.counter.preSettle(person, { lines: [line('0.1667', [code])] } as never)
    return priced.warnings.filter((text) => text.includes('售出'))
  }
  for (let n = 0; n < 5; n++) await shop.sell([line('0.1667', [code])])
  expect(await warned()).toEqual([])
  const last = await shop.sell([line('0.1667')])
  await writeSales(shop.deps)
  expect((await complete(last, [code])).success).toBe(true)
  expect(await warned()).toEqual([expect.stringContaining('售出')])
})

test('which pack of an order was broken is known before it is written: the one that was open already', async () => {
  const [open, whole] = [newCode(), newCode()]
  await shop.sell([line('0.5', [open])])
  await writeSales(shop.deps)
  await shop.sell([line('1.5', [open, whole])])
  const person = await shop.counter.read(zhangSan)
  const { warnings } = await shop.counter.preSettle(person, { lines: [line('0.5', [whole])] } as never)
  expect(warnings.join()).toContain(`…${whole.slice(-6)} 已在订单`)
})

test('whose a pack is, packs tell that stayed sold under a national code: not those that came back, nor goods without one', async () => {
  const { db } = shop.deps
  const ids = [await shop.sell(), await shop.sell(), await shop.sell(), await shop.sell(), await shop.sell()]
  await writeSales(shop.deps)
  const named = async (orderId: string, values: object) =>
    db.update(salePiece).set(values).where(eq(salePiece.orderId, orderId))
  const code = (n: number) => `9876543${String(n).padStart(13, '0')}`
  const right = 'XA00AAA000A001010100001'
  await named(ids[0]!, { traceCode: code(1), nationalCode: right })
  // Scanned for the wrong goods, and brought back, before the centre heard of it and behind that.
  await named(ids[1]!, { traceCode: code(2), nationalCode: 'XB01', state: 'uploaded' })
  await named(ids[2]!, { traceCode: code(3), nationalCode: 'XB01' })
  for (const id of [ids[1]!, ids[2]!]) await shop.reverse(id)
  await writeSales(shop.deps)
  for (const [n, id] of [ids[3]!, ids[4]!].entries())
    await named(id, { traceCode: code(4 + n), ownCode: '100009', nationalCode: '100009' })
  expect(await drugOfCode(db, code(77))).toBe(right)
  await named(ids[0]!, { nationalCode: '' })
  expect(await drugOfCode(db, code(77))).toBe('')
})
