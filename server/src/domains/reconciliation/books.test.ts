import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId } from '../../seed/organisation.ts'
import { leaseAt } from '../../test/clock.ts'
import { startTestServer } from '../../test/kit.ts'
import { type OrderValues, sold } from '../../test/orders.ts'
import { bookRows, rowsInTotals, sumsOf } from '../book/rows.ts'
import { intent } from '../order/tables.ts'
import { isOut, lockedOrders, ownerOf } from './classify/owner.ts'
import { ownFigures } from './figures/own.ts'
import { bookedOn, sumsOfDays } from './groups/days.ts'

// What of our own book a day's comparison speaks of, and whose a message is.

const storeId = seedId(1, 1)
const server = opened(() => startTestServer({ handlers: {} }))

const at = (time: string) => new Date(`2026-${time}+08:00`)
const sell = (id: string, values: OrderValues) => sold(server.deps, { id, msgid: `M-${id}`, total: 100, ...values })

test('a settlement is in the book of its day and its reversal in that of its own, over the end of a month', async () => {
  const reversed = { state: 'reversed', reversedBy: '2103', reversedAt: at('12-01T00:00:00') } as const
  await sell('late', { settledAt: at('11-30T23:59:59.999'), ...reversed })
  await sell('same', { settledAt: at('11-30T00:00:00'), ...reversed, reversedAt: at('11-30T23:59:59.5') })
  await sell('undone', { settledAt: at('11-30T12:00:00'), ...reversed, reversedBy: '2601' })
  await sell('other', { settledAt: at('11-30T12:00:00'), storeId: seedId(1, 3) })
  const book = async (day: string) =>
    (await bookRows(server.deps.db, storeId, day)).map(({ order: { id }, refunded, total }) => [id, refunded, total])
  expect(await book('2026-11-30')).toEqual([
    ['same', false, 100],
    ['same', true, -100],
    ['late', false, 100],
  ])
  expect(await book('2026-12-01')).toEqual([['late', true, -100]])
})

test.each([
  ['NET', true],
  ['NET', false],
  ['GROSS', true],
  ['GROSS', false],
] as const)(
  'row by row, as sums of a day and as figures a day counts the same: %s, refunds in it %s',
  async (cntMode, refundInTotals) => {
    const how = { cntMode, refundInTotals }
    const { db } = server.deps
    for (const day of ['2026-11-30', '2026-12-01']) {
      const counted = rowsInTotals(await bookRows(db, storeId, day), how)
      const sums = sumsOf(counted, how)
      expect(sumsOfDays(await bookedOn(db, [{ storeId, day }]), how), day).toEqual(sums)
      const span = { from: day, until: day }
      const figures = [...(await ownFigures(db, { storeIds: [storeId], span, by: 'day' }, () => how)).values()]
      expect(
        figures.map(({ count, total }) => [count, total]),
        day,
      ).toEqual(counted.length ? [[sums.count, sums.total]] : [])
    }
  },
)

test('a message is that of its order: an earlier sending too, in its store, and of its kind', async () => {
  const { db } = server.deps
  const row = await sell('mine', { goodsOut: false, printed: 1 })
  const sent = (id: string, values: Partial<typeof intent.$inferInsert>) => ({
    ...{ id, msgid: id, infno: '2103' as const, orderId: 'mine', areaCode: '320500', companyId: '10001', storeId },
    ...{ userId: 'u', callName: 'x', idempotencyKey: id, payload: '', node: 'n', outcome: 'booked' as const },
    ...{ leaseUntil: leaseAt(0), sentAt: new Date(0), createdAt: new Date(0), ...values },
  })
  await db
    .insert(intent)
    .values([
      sent('R3', { earlierMsgids: ['R1', 'R2'] }),
      sent('P1', { infno: '2102', outcome: 'unknown', orderId: 'asked', needsPerson: false }),
      sent('P2', { infno: '2102', outcome: 'unknown', orderId: 'person', needsPerson: true }),
    ])
  const owner = async (msgid: string, refunded: boolean, store = storeId) =>
    (await ownerOf(db, store, { msgid, refunded }))?.order.id
  expect([await owner('R1', true), await owner('R3', true)]).toEqual(['mine', 'mine'])
  expect([await owner('R1', false), await owner('R3', true, seedId(1, 3)), await owner('R9', true)]).toEqual([
    ...[undefined, undefined, undefined],
  ])
  expect(await owner('M-mine', false)).toBe('mine')
  // The slip left under this very message: a later one of the order says nothing of an earlier.
  expect([isOut({ order: row, intent: undefined }, 'M-mine'), isOut({ order: row, intent: undefined }, 'M-0')]).toEqual(
    [...[true, false]],
  )
  expect([...(await lockedOrders(db, ['mine', 'asked', 'person']))], 'a person’s matter waits for nobody').toEqual([
    'asked',
  ])
})
