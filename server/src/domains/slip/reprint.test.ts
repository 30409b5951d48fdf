import { randomBytes } from 'node:crypto'
import { order as orders } from '@yibao/shared/calls/order.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { sweepOnce } from '../../jobs/sweep.ts'
import { sealFile } from '../../secrets/sealed-file.ts'
import { Vault } from '../../secrets/secret.ts'
import { whenPast } from '../../test/clock.ts'
import { session } from '../auth/tables.ts'
import { order } from '../order/tables.ts'
import { store } from '../organisation/tables.ts'
import { openCounter, otc } from '../settlement/test/counter.ts'
import { slip as slips } from './tables.ts'

const counter = opened(() => openCounter('clerk', { database: 'pglite', config: { settleWait: 5_000 } }))

const bought = async () => {
  const priced = await counter.preSettle(await counter.read('32050000000000000001'), { lines: otc('1.00') })
  expect((await counter.settle(priced)).success).toBe(true)
  const document = { orderId: priced.id, kind: 'settlement' } as const
  const make = (more: object = {}) => counter.clerk.ok(slip.make, { ...document, ...more })
  const printed = (slipId: string, state: 'done' | 'failed' | 'unsure' | 'browser', more: object = {}) =>
    counter.clerk.ok(slip.printed, { slipId, state, ...more })
  const left = async () => (await counter.clerk.ok(orders.get, { id: priced.id })).printed
  return { id: priced.id, make, printed, left }
}

/** A job of the queue that is no slip: a test page. */
const stranger = { slipId: 'test-1', state: 'done' } as const

test('one document until it came out; then only a reason makes the next, marked 补打, and the log has it', async () => {
  const { make, printed, left } = await bought()
  const first = await make()
  expect(first).toMatchObject({ printNo: 1, needsReason: false })
  expect((await make()).slipId).toBe(first.slipId)
  await printed(first.slipId, 'done')
  expect(await make()).toMatchObject({ slipId: first.slipId, needsReason: true })
  const again = await make({ reprintReason: 'jam' })
  expect(again).toMatchObject({ printNo: 2, needsReason: false, reprintOf: first.slipId })
  const { blocks } = await counter.clerk.ok(slip.receipt, { slipId: again.slipId })
  expect(blocks).toContain('补打 1')
  // Looked at and not printed: the next reason gets the same paper, not 补打 2.
  expect(await make()).toMatchObject({ needsReason: true })
  expect((await make({ reprintReason: 'lost' })).slipId).toBe(again.slipId)
  await printed(again.slipId, 'done', { reprintReason: 'lost' })
  expect(await left()).toBe(2)
  expect((await make({ reprintReason: 'customer' })).printNo).toBe(3)
  const lines = counter.server.deps.db.select().from(operationLog).where(eq(operationLog.call, 'slip.printed'))
  const log = await lines.orderBy(operationLog.id)
  expect(log.map(({ record }) => record)).toEqual([
    { slipId: first.slipId, state: 'done', reprintReason: null },
    { slipId: again.slipId, state: 'done', reprintReason: 'lost' },
  ])
})

test('paper that never came out is made anew, is no reprint, and counts once it is out', async () => {
  const { make, printed, left } = await bought()
  const first = await make()
  await printed(first.slipId, 'failed')
  expect(await left()).toBe(0)
  const second = await make()
  expect([second.slipId === first.slipId, second.printNo, second.needsReason]).toEqual([false, 1, false])
  // The first is sent again by its queue: it is out, whatever was said before.
  await printed(first.slipId, 'done')
  expect(await left()).toBe(1)
  await printed(first.slipId, 'done')
  expect(await left()).toBe(1)
})

test('in another layout it is a second one as well: the customer would hold two', async () => {
  const { make, printed } = await bought()
  const roll = await make({ layout: '80' })
  // It may still come out of the other printer.
  expect(await make({ layout: 'a4' })).toMatchObject({ slipId: roll.slipId, needsReason: true })
  await printed(roll.slipId, 'browser')
  expect(await make({ layout: 'a4' })).toMatchObject({ slipId: roll.slipId, needsReason: true })
  expect(await make({ layout: 'a4', reprintReason: 'customer' })).toMatchObject({ printNo: 2, reprintOf: roll.slipId })
})

test('a first one that is given up after its 补打 came out takes no number back: each paper has its own', async () => {
  const { make, printed } = await bought()
  const first = await make()
  const again = await make({ layout: 'a5', reprintReason: 'jam' })
  await printed(again.slipId, 'done')
  await printed(first.slipId, 'failed')
  expect([again.printNo, (await make({ reprintReason: 'lost' })).printNo]).toEqual([2, 3])
})

test('the slip of a reversal is its own: the first of it needs no reason, whatever was printed of the settlement', async () => {
  const { id, make, printed, left } = await bought()
  await printed((await make()).slipId, 'done')
  await counter.clerk.ok(settlement.cancel, { orderId: id, reason: '顾客退药' })
  const back = await make({ kind: 'reversal' })
  expect(back).toMatchObject({ printNo: 1, needsReason: false })
  await printed(back.slipId, 'done')
  expect([await left(), (await make({ kind: 'reversal' })).needsReason]).toEqual([2, true])
})

test('paper of a booked order lets goods go, and that of a price does not', async () => {
  const { db } = counter.server.deps
  const out = async (id: string) => {
    const [row] = await db.select().from(order).where(eq(order.id, id))
    return [row!.printed, row!.goodsOut]
  }
  const priced = await counter.preSettle(await counter.read('32050000000000000001'), { lines: otc('1.00') })
  const { slipId } = await counter.clerk.ok(slip.make, { orderId: priced.id, kind: 'presettlement' })
  await counter.clerk.ok(slip.printed, { slipId, state: 'done' })
  expect(await out(priced.id)).toEqual([0, false])
  const { id, make, printed } = await bought()
  await printed((await make()).slipId, 'unsure')
  expect(await out(id)).toEqual([1, true])
})

test('a reason that nobody knows is refused', async () => {
  const { make } = await bought()
  await expect(make({ reprintReason: 'bored' })).rejects.toThrow()
})

test('an end that nobody told is asked for, told once by however many pages, and never taken back', async () => {
  const { make, printed, left } = await bought()
  const { slipId } = await make()
  const untold = async (state: 'done' | 'failed' | 'unsure') =>
    (await counter.clerk.ok(slip.untold, { ended: [{ slipId, state }, stranger] })).slipIds
  // The page that printed was closed: the agent's queue knows, the server does not.
  expect([await untold('done'), await left()]).toEqual([[slipId], 0])
  await Promise.all([printed(slipId, 'done', { printer: 'XP-58' }), printed(slipId, 'done'), printed(slipId, 'unsure')])
  expect([await untold('done'), await untold('failed'), await left()]).toEqual([[], [], 1])
  // An old page that lost sight of the job says it did not come out: the next one is marked 补打 all the same.
  await printed(slipId, 'failed')
  expect(await make()).toMatchObject({ slipId, needsReason: true })
})

test('what is in doubt is told again when somebody at the printer has said how it is', async () => {
  const { make, printed, left } = await bought()
  const { slipId } = await make()
  const untold = async (state: 'done' | 'unsure') =>
    (await counter.clerk.ok(slip.untold, { ended: [{ slipId, state }] })).slipIds
  await printed(slipId, 'unsure')
  expect([await untold('unsure'), await untold('done')]).toEqual([[], [slipId]])
  await printed(slipId, 'done')
  expect(await left()).toBe(1)
})

test('the layout that its store prints on is said: it has its own printer', async () => {
  const { make } = await bought()
  expect(await make()).toMatchObject({ layout: '80' })
  expect(await (await bought()).make({ layout: 'a5' })).toMatchObject({ layout: 'a5' })
})

test('the paper is kept sealed for a week; asked for later it is made again, the same, whatever has changed', async () => {
  const { clerk, server } = counter
  const { db } = server.deps
  const { make, printed } = await bought()
  const { slipId } = await make()
  await printed(slipId, 'done')
  const paper = async () => (await clerk.send(slip.get, { slipId })).bytes
  const kept = async () => (await db.select().from(slips).where(eq(slips.id, slipId)))[0]!.pdf
  const first = await paper()
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await kept())!.subarray(0, 7).toString()).toBe('sealed:')
  expect((await kept())!.includes('%PDF-')).toBe(false)
  // Its clerk's session does not go with half a year.
  await db.update(session).set({ expiresAt: whenPast(server.deps, 400 * 86_400_000).clock() })
  const sweepAfter = (days: number) => sweepOnce(whenPast(server.deps, days * 86_400_000))
  await sweepAfter(6)
  expect(await kept()).not.toBeNull()
  await sweepAfter(8)
  expect(await kept()).toBeNull()
  const { storeId, orderId } = (await db.select().from(slips).where(eq(slips.id, slipId)))[0]!
  await db.update(store).set({ fixmedinsName: '䶮城新名店', phone: '1' }).where(eq(store.id, storeId))
  await db.update(order).set({ setlId: 'another' }).where(eq(order.id, orderId))
  expect(await make()).toMatchObject({ slipId, needsReason: true })
  expect(Buffer.compare(await paper(), first)).toBe(0)
  await db.update(slips).set({ pdf: first }).where(eq(slips.id, slipId))
  expect(Buffer.compare(await paper(), first)).toBe(0) // of before slips were sealed
  await db
    .update(slips)
    .set({ pdf: sealFile(new Vault(randomBytes(32)), first) })
    .where(eq(slips.id, slipId))
  expect((await clerk.send(slip.get, { slipId })).resultNotice?.tips).toBe('请补打一张')
  // Of before what it says was kept: its paper is there for half a year, then it says what is known today.
  await db.update(slips).set({ pdf: first, model: null }).where(eq(slips.id, slipId))
  await sweepAfter(179)
  expect(await kept()).not.toBeNull()
  await sweepAfter(181)
  expect(await kept()).toBeNull()
  expect(Buffer.compare(await paper(), first)).not.toBe(0)
})

test('the slip of a reversal does not say that cash goes back: what was left to pay may have been paid by phone', async () => {
  const person = await counter.read('32050000000000000001')
  const priced = await counter.preSettle(person, { lines: otc('2.00'), accountUsed: false })
  expect((await counter.settle(priced)).success).toBe(true)
  const orderId = priced.id
  await counter.clerk.ok(otherPay.bind, { orderId, kind: '02', amount: '2.00' })
  const reversed = { orderId, reason: '顾客退药' }
  expect((await counter.clerk.send(settlement.cancel, reversed, { 'idempotency-key': orderId })).success).toBe(true)
  const { slipId } = await counter.clerk.ok(slip.make, { orderId, kind: 'reversal' })
  const { blocks } = await counter.clerk.ok(slip.receipt, { slipId })
  expect(blocks).toContain('"left":"现金支付","right":"-2.00"')
  expect(blocks).not.toContain('退现金')
})
