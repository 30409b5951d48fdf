import { report } from '@yibao/shared/calls/dashboard.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { doctor } from '../staff/tables.ts'
import { salePiece } from './tables.ts'
import { batch, line, newCode, openShop } from './test/shop.ts'

// What the program moves no more is shown to whoever can: on the home page, on the page it leads to, and in the row.

const shop = opened(openShop)
beforeEach(async () => {
  await shop.centre.clearFaults()
  await shop.deps.db.delete(salePiece)
})

const tile = async () => (await shop.clerk.ok(report.dashboard)).pending.find(({ stuck }) => stuck)?.text
const listed = async () => (await shop.clerk.ok(sale.paged, { needs: 'person' })).items
const pieceOf = async (orderId: string) => (await shop.rows(orderId))[0]!
const { lot: _, madeOn: __, expiresOn: ___, ...bare } = line()

test('a pack without lot and day stands on the home page until somebody has filled them in', async () => {
  await shop.sell()
  const id = await shop.sell([bare])
  await shop.round()
  expect(await tile()).toBe('1 条')
  const rows = await listed()
  expect(rows).toMatchObject([
    { orderId: id, state: 'waiting', needs: 'person', message: '缺批号、生产日期，请按「补录」或「填写批号」填写' },
  ])
  await shop.clerk.ok(sale.saveBatch, { ids: rows.map((one) => one.id), ...batch })
  expect([await tile(), await listed()]).toEqual([undefined, []])
  await shop.round()
  expect(await shop.states(id)).toEqual(['sale:uploaded'])
})

/** What a console of an agent that was installed before can show; it fails on any other. */
const olderKinds = ['unknown', 'parked', 'notTold', 'unprinted', 'refusedSale', 'refusedStock', 'toReturn']

test('a console of before shows it among what was refused, as a row of its own', async () => {
  await shop.sell([bare])
  const refused = await shop.sell([line('1', [newCode()])])
  await shop.fault('refuse', '3505', { text: '批次流水号重复' })
  await shop.round()
  expect(await shop.states(refused)).toEqual(['sale:refused'])
  const { pending } = await shop.clerk.ok(report.dashboard)
  expect(pending.map(({ kind }) => kind).filter((kind) => !olderKinds.includes(kind))).toEqual([])
  expect(pending.filter(({ kind }) => kind === 'refusedSale').map(({ stuck }) => stuck)).toEqual([undefined, true])
  expect(new Set(pending.map(({ id }) => id)).size, 'each row has a key of its own').toBe(pending.length)
})

test('so does what a store without a pharmacist sold, though it is looked at every hour', async () => {
  const of = eq(doctor.storeId, shop.storeId)
  const known = await shop.deps.db.select().from(doctor).where(of)
  await shop.deps.db.delete(doctor).where(of)
  const id = await shop.sell()
  await shop.round()
  expect(await tile()).toBe('1 条')
  expect(await listed()).toMatchObject([{ orderId: id, message: '缺药师：请在「医保医师药师」登记姓名和资格证号' }])
  await shop.deps.db.insert(doctor).values(known)
  await shop.upload({ ids: [(await pieceOf(id)).id] })
  expect([await tile(), await shop.states(id)]).toEqual([undefined, ['sale:uploaded']])
})

/** A 3505 that never arrived and whose 3507 is answered with something that says nothing. */
const unknownAfter = async (attempts: number) => {
  const id = await shop.sell([line('1', [newCode()])])
  await shop.fault('dropBeforeBooking', '3505')
  await shop.round()
  await shop.fault('refuse', '3507', { text: '该业务暂不开放，单据3205001990030700', times: 9 })
  for (let n = 0; n < attempts; n++) {
    await shop.landed(id)
    await shop.round()
  }
  return id
}

test('what stayed unknown says that somebody has to look it up, and goes on when he has', async () => {
  const id = await unknownAfter(3)
  const { id: row } = await pieceOf(id)
  const seen = () => shop.clerk.send(sale.notHeld, { id: row })
  expect((await seen()).resultNotice?.error, 'the program still asks').toContain('系统还在向医保中心核实')
  expect(await tile()).toBeUndefined()
  await shop.landed(id)
  await shop.round()
  expect(await tile()).toBe('1 条')
  const [stuck] = await listed()
  expect(stuck).toMatchObject({ state: 'unknown', needs: 'person' })
  expect(stuck!.message).toContain('未能核实：该业务暂不开放')
  expect(stuck!.message).toContain('有就按「删除」，没有就按「中心没有」')
  expect((await seen()).result).toMatchObject({ state: 'waiting', message: '已由人工核对：医保中心没有这一条' })
  expect(await tile()).toBeUndefined()
  await shop.round()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
  expect((await seen()).success, 'it is at the centre').toBe(false)
  expect(JSON.stringify(await shop.deps.db.select().from(operationLog))).not.toContain('3205001990030700')
})

test('a person’s own attempt is waited for before he may say so', async () => {
  const id = await unknownAfter(4)
  const { id: row } = await pieceOf(id)
  await shop.centre.clearFaults()
  await shop.fault('dropAfterBooking', '3507')
  await shop.upload({ ids: [row] })
  const { resultNotice } = await shop.clerk.send(sale.notHeld, { id: row })
  expect(resultNotice?.error).toContain('可能还在路上')
})

test('a deletion that stayed unknown ends as deleted when somebody saw that nothing is there', async () => {
  const id = await shop.sell()
  await shop.round()
  const { id: row } = await pieceOf(id)
  await shop.fault('dropAfterBooking', '3507')
  await shop.clerk.send(sale.delete, { id: row, reason: '批号填错' })
  await shop.fault('refuse', '3507', { text: '该业务暂不开放', times: 9 })
  for (let n = 0; n < 4; n++) {
    await shop.landed(id)
    await shop.round()
  }
  expect((await shop.clerk.ok(sale.notHeld, { id: row })).state).toBe('deleted')
  await shop.round()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:deleted'], []])
})

test('a return whose sale waits for a person is looked at once an hour, and told when that has ended', async () => {
  const id = await unknownAfter(4)
  await shop.reverse(id)
  await shop.round()
  await shop.round()
  const back = async () => (await shop.rows(id)).find(({ kind }) => kind === 'return')!
  const { nextAt } = await back()
  expect(nextAt!.getTime() - Date.now()).toBeGreaterThan(50 * 60_000)
  const sold = (await shop.rows(id)).find(({ kind }) => kind === 'sale')!
  await shop.clerk.ok(sale.notHeld, { id: sold.id })
  await shop.landed(id)
  await shop.round()
  expect((await shop.states(id)).sort(), 'the centre knows of neither').toEqual(['return:needless', 'sale:needless'])
  expect(await shop.told(id)).toEqual([])
})

test.each([['未查询到该批次流水号'], ['未查询到对应的销售记录'], ['要删除的数据不存在']])(
  'a 3507 that is answered “%s” took nothing away: the sale is told anew by itself',
  async (text) => {
    const id = await shop.sell([line('1', [newCode()])])
    await shop.fault('dropBeforeBooking', '3505')
    await shop.round()
    await shop.landed(id)
    await shop.fault('refuse', '3507', { text })
    await shop.round()
    expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
  },
)

test('a row that was given up before says what to do as well', async () => {
  const id = await unknownAfter(4)
  const { id: row } = await pieceOf(id)
  await shop.deps.db.update(salePiece).set({ message: '未能核实：系统维护中' }).where(eq(salePiece.id, row))
  expect((await listed())[0]!.message).toBe(
    '未能核实：系统维护中。系统不再自己核实：请到医保中心查这一条，有就按「删除」，没有就按「中心没有」',
  )
})
