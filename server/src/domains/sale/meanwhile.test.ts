import { sale } from '@yibao/shared/calls/sale.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { leaseAt } from '../../test/clock.ts'
import { withPiece } from './claim.ts'
import { deletePiece } from './delete-piece.ts'
import { salePiece } from './tables.ts'
import { batch, newCode, openShop } from './test/shop.ts'
import { uploadPiece } from './upload-piece.ts'
import { writeSales } from './write.ts'

// Somebody else is at the same piece in the same moment.

const shop = opened(openShop)
beforeEach(async () => {
  await shop.centre.clearFaults()
  await shop.round()
})

const pieceOf = async (orderId: string, kind = 'sale') => (await shop.rows(orderId)).find((one) => one.kind === kind)!

/** Works on a piece under a claim that has become another's before the work begins. */
const tooLate = async <T>(pieceId: string, work: (one: Awaited<ReturnType<typeof pieceOf>>) => Promise<T>) => {
  const mine = eq(salePiece.id, pieceId)
  const others = (claimedUntil: ReturnType<typeof leaseAt> | null) =>
    shop.deps.db.update(salePiece).set({ claimedUntil }).where(mine)
  try {
    return await withPiece(shop.deps, pieceId, async (one) => {
      await others(leaseAt(Date.now() + 61_000))
      return work(one)
    })
  } finally {
    await others(null)
  }
}

test('a deletion whose claim became another’s does not leave: what he told stays, in the book and at the centre', async () => {
  const id = await shop.sell()
  await shop.round()
  const gone = tooLate((await pieceOf(id)).id, (one) => deletePiece(shop.deps, one, '批号填错'))
  await expect(gone).rejects.toThrow('这条明细正在上传')
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
})

test('nor does the 3507 that makes a lost message definite', async () => {
  const id = await shop.sell()
  await shop.fault('dropAfterBooking', '3505')
  await shop.round()
  await shop.landed(id)
  const told = await tooLate((await pieceOf(id)).id, (one) => uploadPiece(shop.deps, one))
  expect(told).toMatchObject({ kind: 'open', text: expect.stringContaining('正在上传') })
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:unknown'], ['3505']])
})

test('a sale is not taken away while its return is on its way', async () => {
  const id = await shop.sell()
  await shop.round()
  await shop.reverse(id)
  await writeSales(shop.deps)
  const [sold, back] = [await pieceOf(id), await pieceOf(id, 'return')]
  await withPiece(shop.deps, back.id, async (one) => {
    const answer = await shop.clerk.send(sale.delete, { id: sold.id, reason: '批号填错' })
    expect(answer.resultNotice?.error).toBe('这条明细正在上传')
    expect((await uploadPiece(shop.deps, one)).kind).toBe('done')
  })
  expect([(await shop.states(id)).sort(), await shop.told(id)]).toEqual([
    ['return:uploaded', 'sale:uploaded'],
    ['3505', '3506'],
  ])
})

test('a lost 3507 is waited for like any message: behind a new 3505 it would take that away', async () => {
  const id = await shop.sell()
  await shop.fault('dropAfterBooking', '3505')
  await shop.round()
  await shop.landed(id)
  await shop.fault('dropBeforeBooking', '3507')
  await shop.round()
  const again = async () => (await shop.upload({ ids: [(await pieceOf(id)).id] })).results[0]?.text
  expect(await again()).toContain('可能还在路上')
  await shop.landed(id)
  expect(await again()).toBeUndefined()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
  await shop.fault('dropBeforeBooking', '3507')
  const remove = async () =>
    (await shop.clerk.send(sale.delete, { id: (await pieceOf(id)).id, reason: '批号填错' })).resultNotice?.error
  expect(await remove()).toContain('不知道是否已删除')
  expect(await remove()).toContain('可能还在路上')
  await shop.landed(id)
  expect(await remove()).toBeUndefined()
  expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:deleted'], []])
})

test('one code saved for two orders in the same moment is one’s: the other hears where it was sold', async () => {
  const ids = [await shop.sell(), await shop.sell()]
  await writeSales(shop.deps)
  for (let n = 0; n < 5; n++) {
    const traceCodes = [newCode()]
    const answers = await Promise.all(
      ids.map((orderId) => shop.clerk.send(sale.saveTrace, { orderId, no: 1, ...batch, traceCodes })),
    )
    const errors = answers.map(({ resultNotice }) => resultNotice?.error ?? '').sort()
    expect(errors).toEqual(['', expect.stringContaining('售出')])
    const codes = (await Promise.all(ids.map(shop.rows))).flat().filter(({ traceCode }) => traceCode === traceCodes[0])
    expect(codes).toHaveLength(1)
  }
})
