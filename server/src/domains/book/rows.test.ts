import { expect, test } from 'vitest'
import type { Database } from '../../database/open.ts'
import type { OrderRow } from '../order/view.ts'
import { bookRows, reversedRow, rowsInTotals, settledRow, sumsOf } from './rows.ts'

const at = new Date('2026-11-20T10:00:00+08:00')
const order = (values: Partial<OrderRow>): OrderRow =>
  ({
    id: 'o',
    areaCode: '320500',
    insutype: '310',
    setlId: 'S1',
    mdtrtId: 'M1',
    clrOptins: null,
    clrType: null,
    settledAt: at,
    reversedBy: null,
    reversedAt: null,
    reversalSetlId: null,
    total: 300,
    fundTotal: 100,
    account: 150,
    cash: 50,
    ...values,
  }) as OrderRow

test('a reversal is a row of its own with negative amounts; what 2601 undid has none', () => {
  const reversed = order({ reversedBy: '2103', reversedAt: at })
  expect(settledRow(reversed)).toMatchObject({ setlId: 'S1', total: 300, clrOptins: '320500', clrType: '41' })
  expect(reversedRow(reversed)).toMatchObject({ setlId: 'S1', refunded: true, total: -300, fund: -100, account: -150 })
  expect(reversedRow(order({ reversedBy: '2103', reversedAt: at, reversalSetlId: 'S2' }))).toMatchObject({
    setlId: 'S2',
  })
  const undone = order({ reversedBy: '2601', reversedAt: at })
  expect([settledRow(undone), reversedRow(undone)]).toEqual([undefined, undefined])
  expect(settledRow(order({ setlId: null }))).toBeUndefined()
  expect(reversedRow(order({ reversedBy: '2103', reversedAt: at, account: 0 }))?.account).toBe(0)
})

test('of one second, what began first is first, in whatever order the table gives it', async () => {
  const given = [order({ id: 'b' }), order({ id: 'c', settledAt: new Date(at.getTime() - 1000) }), order({ id: 'a' })]
  const db = { select: () => ({ from: () => ({ where: async () => given }) }) } as unknown as Database
  expect((await bookRows(db, 's', '2026-11-20')).map((row) => row.order.id)).toEqual(['c', 'a', 'b'])
})

test.each([
  ['NET', true, { count: 1, total: 300, fund: 100, account: 150, cash: 50 }],
  ['GROSS', true, { count: 3, total: 300, fund: 100, account: 150, cash: 50 }],
  ['GROSS', false, { count: 2, total: 600, fund: 200, account: 300, cash: 100 }],
] as const)('%s, reversals in the totals: %s', (cntMode, refundInTotals, sums) => {
  const reversed = order({ reversedBy: '2103', reversedAt: at })
  const rows = [settledRow(order({})), settledRow(reversed), reversedRow(reversed)].map((row) => row!)
  expect(sumsOf(rowsInTotals(rows, { cntMode, refundInTotals }), { cntMode })).toEqual(sums)
})
