import { sale } from '@yibao/shared/calls/sale.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { leaseAt } from '../../test/clock.ts'
import { signIn } from '../attendance/tables.ts'
import { move } from '../order/states.ts'
import { order } from '../order/tables.ts'
import { startCentreProcess } from '../settlement/test/centre.ts'
import { withPiece } from './claim.ts'
import { uploadDue } from './round.ts'
import { salePiece } from './tables.ts'
import { line, newCode, openShop, shopCode } from './test/shop.ts'
import { uploadPiece } from './upload-piece.ts'
import { writeSales } from './write.ts'

const centre = opened(startCentreProcess)
const shop = opened(() => openShop({}, centre))
beforeEach(async () => {
  await shop.centre.clearFaults()
  await shop.round()
})

const pieceOf = async (orderId: string) => (await shop.rows(orderId))[0]!
const uploadOne = async (orderId: string) => shop.upload({ ids: [(await pieceOf(orderId)).id] })
const lost: [string, string][] = [
  ['booked, then lost', 'dropAfterBooking'],
  ['never arrived', 'dropBeforeBooking'],
  ['unreadable', 'malformed'],
]

test.each(lost)(
  'a 3505 that was %s is unknown; it is taken away before it is told again, and there once',
  async (_, fault) => {
    const id = await shop.sell([line('1', [newCode()])])
    await shop.fault(fault, '3505')
    await shop.round()
    expect(await pieceOf(id)).toMatchObject({ state: 'unknown', pending: 'upload' })
    await shop.round()
    expect((await uploadOne(id)).results[0]?.text, 'it may still be on its way').toContain('可能还在路上')
    const removal = { id: (await pieceOf(id)).id, reason: '不等了' }
    expect((await shop.clerk.send(sale.delete, removal)).resultNotice?.error).toContain('可能还在路上')
    await shop.landed(id)
    await shop.round()
    expect(await shop.states(id)).toEqual(['sale:uploaded'])
    expect(await shop.told(id)).toEqual(['3505'])
  },
)

test('while it cannot be made definite nothing is sent: the centre says something else, or nothing', async () => {
  const id = await shop.sell([line('1', [newCode()])])
  await shop.fault('dropAfterBooking', '3505')
  await shop.round()
  await shop.landed(id)
  await shop.fault('refuse', '3507', { text: '系统维护中' })
  await shop.round()
  expect(await pieceOf(id)).toMatchObject({ state: 'unknown', message: '未能核实：系统维护中' })
  await shop.landed(id)
  await shop.fault('dropAfterBooking', '3507')
  await shop.round()
  expect((await pieceOf(id)).state).toBe('unknown')
  expect(await shop.told(id), '3507 did it').toEqual([])
  await shop.landed(id)
  await shop.round()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
})

test('what stays unknown is a person’s matter after some attempts', async () => {
  const id = await shop.sell()
  await shop.fault('dropAfterBooking', '3505')
  await shop.round()
  await shop.fault('refuse', '3507', { text: '系统维护中', times: 4 })
  for (let n = 0; n < 4; n++) {
    await shop.landed(id)
    await shop.round()
  }
  expect(await pieceOf(id)).toMatchObject({ state: 'unknown', nextAt: null })
  expect((await uploadOne(id)).error).toBeUndefined()
  expect(await shop.told(id)).toEqual(['3505'])
})

test('a line that is down uses up no attempt: it is looked at again ten minutes later, however long it was', async () => {
  const id = await shop.sell()
  await shop.fault('dropAfterBooking', '3505')
  await shop.round()
  await shop.counter.centre.fault({ fault: 'clock', iso: '2020-01-01T00:00:00Z', gateway: true })
  for (let n = 0; n < 5; n++) {
    await shop.landed(id)
    await shop.round()
  }
  await shop.counter.centre.fault({ fault: 'clock', iso: '', gateway: true })
  expect(await pieceOf(id)).toMatchObject({ state: 'unknown', attempts: 0, nextAt: expect.any(Date) })
  await shop.landed(id)
  await shop.round()
  expect([(await pieceOf(id)).state, await shop.told(id)]).toEqual(['uploaded', ['3505']])
})

test.each(lost)('a deletion that was %s is unknown and ends as deleted', async (_, fault) => {
  const id = await shop.sell()
  await shop.round()
  await shop.fault(fault, '3507')
  const answer = await shop.clerk.send(sale.delete, { id: (await pieceOf(id)).id, reason: '批号填错' })
  expect(answer.resultNotice?.error).toContain('不知道是否已删除')
  expect(await pieceOf(id)).toMatchObject({ state: 'unknown', pending: 'delete' })
  await shop.landed(id)
  await shop.round()
  expect(await pieceOf(id)).toMatchObject({ state: 'deleted', message: '已删除：批号填错' })
  expect(await shop.told(id)).toEqual([])
})

test('what the centre does not delete is still there', async () => {
  const id = await shop.sell()
  await shop.round()
  await shop.fault('refuse', '3507', { text: '已结账，不能删除' })
  const answer = await shop.clerk.send(sale.delete, { id: (await pieceOf(id)).id, reason: '批号填错' })
  expect(answer.resultNotice?.error).toContain('已结账')
  expect(await pieceOf(id)).toMatchObject({ state: 'uploaded', message: '没有删除：已结账，不能删除' })
  expect(await shop.told(id)).toEqual(['3505'])
})

test('taken back before it was written, or before it left: neither side is told', async () => {
  const before = await shop.sell()
  await shop.reverse(before)
  await shop.round()
  const written = await shop.sell()
  await writeSales(shop.deps)
  await shop.reverse(written)
  await writeSales(shop.deps)
  expect((await shop.states(written)).sort(), 'at once').toEqual(['return:needless', 'sale:needless'])
  await shop.round()
  for (const id of [before, written]) {
    expect((await shop.states(id)).sort()).toEqual(['return:needless', 'sale:needless'])
    expect(await shop.told(id)).toEqual([])
  }
  expect((await shop.clerk.send(sale.upload, { ids: [(await pieceOf(written)).id] })).resultNotice?.error).toContain(
    '没有可以上传的明细',
  )
})

test('an order that cannot be written holds up none of the others', async () => {
  const [broken, other] = [await shop.sell(), await shop.sell()]
  const { db } = shop.deps
  await db.execute(sql`create function refuse_piece() returns trigger language plpgsql as $$ begin
    if new.order_id = (select id from refused_piece) then raise exception 'broken'; end if; return new; end $$`)
  await db.execute(sql`create table refused_piece as select ${broken}::text as id`)
  await db.execute(
    sql`create trigger refuse_piece before insert on sale_piece for each row execute function refuse_piece()`,
  )
  expect(await writeSales(shop.deps)).toBe(1)
  expect([await shop.states(broken), await shop.states(other)]).toEqual([[], ['sale:waiting']])
  await db.execute(sql`update refused_piece set id = ''`)
  expect(await writeSales(shop.deps)).toBe(1)
  expect(await shop.states(broken)).toEqual(['sale:waiting'])

  await db.execute(sql`alter table sale_piece rename to sale_piece_gone`)
  await shop.reverse(other)
  await expect(writeSales(shop.deps), 'what is wrong with all of them is told').rejects.toThrow()
  await db.execute(sql`alter table sale_piece_gone rename to sale_piece`)
  await db.execute(sql`drop trigger refuse_piece on sale_piece`)
})

test('taken back while it is on its way: the centre hears of both', async () => {
  const id = await shop.sell([line('1', [newCode()])])
  await writeSales(shop.deps)
  await shop.fault('delay', '3505', { ms: 600 })
  const telling = uploadDue(shop.deps, (fault) => shop.faults.push(fault))
  await expect.poll(async () => (await pieceOf(id)).state).toBe('unknown')
  await shop.reverse(id)
  await writeSales(shop.deps)
  await telling
  await shop.round()
  await shop.round()
  expect((await shop.states(id)).sort()).toEqual(['return:uploaded', 'sale:uploaded'])
  expect(await shop.told(id)).toEqual(['3505', '3506'])
})

test('taken back while its sale is unknown: when the centre holds nothing of it, nothing more is told', async () => {
  const id = await shop.sell()
  await shop.fault('dropAfterBooking', '3505')
  await shop.round()
  await shop.reverse(id)
  await shop.round()
  expect((await shop.states(id)).sort()).toEqual(['return:waiting', 'sale:unknown'])
  await shop.landed(id)
  await shop.round()
  await shop.landed(id)
  await shop.round()
  expect((await shop.states(id)).sort()).toEqual(['return:needless', 'sale:needless'])
  expect(await shop.told(id)).toEqual([])
})

test.each(lost)('taken back after it was told; a 3506 that was %s is there once in the end', async (_, fault) => {
  const code = newCode()
  const id = await shop.sell([line('1', [code])])
  await shop.round()
  await shop.reverse(id)
  await shop.fault(fault, '3506')
  await shop.round()
  expect((await shop.states(id)).sort()).toEqual(['return:unknown', 'sale:uploaded'])
  const sold = (await shop.rows(id)).find(({ kind }) => kind === 'sale')!
  const removal = await shop.clerk.send(sale.delete, { id: sold.id, reason: '批号填错' })
  expect(removal.resultNotice?.error, 'its return may be there').toContain('先删除销售')
  await shop.landed(id)
  await shop.round()
  expect((await shop.states(id)).sort()).toEqual(['return:uploaded', 'sale:uploaded'])
  expect(await shop.told(id)).toEqual(['3505', '3506'])
  const back = (await shop.centre.pieces(shopCode)).find(({ infno, data }) => infno === '3506' && data.setl_id)
  expect(back).toBeDefined()
  // The pack may be sold again.
  const again = await shop.sell([line('1', [code])])
  await shop.round()
  expect(await shop.states(again)).toEqual(['sale:uploaded'])
})

test('taken back in the moment it is sent: it does not leave', async () => {
  const id = await shop.sell()
  await writeSales(shop.deps)
  const { id: pieceId } = await pieceOf(id)
  const told = await withPiece(shop.deps, pieceId, async (one) => {
    await shop.deps.db.update(salePiece).set({ state: 'needless' }).where(eq(salePiece.id, pieceId))
    return uploadPiece(shop.deps, one)
  })
  expect(told).toEqual({ kind: 'open', text: '明细刚刚变化，没有上传，请刷新后查看' })
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:needless'], []])
})

test('of an order that was settled anew before it was told, the first settlement is not told', async () => {
  const id = await shop.sell()
  await writeSales(shop.deps)
  await shop.deps.db.update(order).set({ setlId: 'ANEW' }).where(eq(order.id, id))
  await uploadDue(shop.deps, (fault) => shop.faults.push(fault))
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:needless'], []])
})

test('undone, and told back to settled by a person: returned, then sold once more', async () => {
  const id = await shop.sell([line('1', [newCode()])])
  await shop.round()
  const patch = { reversedBy: '2601' as const, reversedAt: new Date() }
  await move(shop.deps.db, id, 'undoneLater', new Date(), { by: '测试', patch })
  await shop.round()
  expect(await shop.told(id)).toEqual(['3505', '3506'])
  await move(shop.deps.db, id, 'takenBack', new Date(), { by: '测试', patch: { reversedBy: null, reversedAt: null } })
  await shop.round()
  expect(await shop.told(id)).toEqual(['3505', '3506', '3505'])
  const detail = await shop.clerk.ok(sale.detail, { orderId: id })
  expect(detail.lines).toHaveLength(1)
  expect(detail.rows.map(({ kind }) => kind)).toEqual(['sale', 'sale', 'return'])
})

test('two nodes and a person at once: each piece leaves once', async () => {
  const ids = [await shop.sell([line('2', [newCode(), newCode()])]), await shop.sell()]
  await shop.fault('delay', '3505', { ms: 100, times: 0 })
  await writeSales(shop.deps)
  const other = { ...shop.deps, config: { ...shop.deps.config, node: 'other' } }
  const report = (fault: unknown) => shop.faults.push(fault)
  await Promise.all([uploadDue(shop.deps, report), uploadDue(other, report), uploadOne(ids[0]!)])
  await shop.round()
  expect(await Promise.all(ids.map(shop.told))).toEqual([['3505', '3505'], ['3505']])
  expect(await Promise.all(ids.map(shop.states))).toEqual([['sale:uploaded', 'sale:uploaded'], ['sale:uploaded']])
  expect(shop.faults).toEqual([])
})

test('a program that died while it sent leaves it unknown, and free again after its lease', async () => {
  const id = await shop.sell([line('1', [newCode()])])
  await shop.round()
  const died = (until: Date) =>
    shop.deps.db
      .update(salePiece)
      .set({ state: 'unknown', pending: 'upload', claimedUntil: leaseAt(until) })
      .where(eq(salePiece.orderId, id))
  await shop.landed(id)
  await died(new Date(Date.now() + 60_000))
  await shop.round()
  expect((await uploadOne(id)).results[0]?.text).toContain('正在上传')
  await died(new Date(Date.now() - 1))
  await shop.round()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
})

test('a centre that is not there, or that forgot the system’s sign-in, is told later', async () => {
  // The system has signed in by it.
  await shop.sell()
  await shop.round()
  const id = await shop.sell()
  await centre.kill()
  await shop.round()
  const later = { state: 'waiting', nextAt: expect.any(Date) }
  expect(await pieceOf(id)).toMatchObject(later)
  await centre.restart()
  await shop.deps.db.update(signIn).set({ signNo: 'GONE' }).where(eq(signIn.system, true))
  const soon = () =>
    shop.deps.db
      .update(salePiece)
      .set({ nextAt: new Date(0) })
      .where(eq(salePiece.orderId, id))
  await soon()
  await shop.round()
  expect(await pieceOf(id), 'nobody has to press for it').toMatchObject(later)
  await soon()
  await shop.round()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
  expect(shop.faults).toEqual([])
})
