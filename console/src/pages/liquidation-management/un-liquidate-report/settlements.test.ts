import { expect, test } from 'vitest'
import { dealtWith, placesOf } from './settlements.ts'

const row = (insutype: string, reason: string) => ({ key: `2026-02/s1/329900/41/${insutype}/${reason}` })

test('a row leads to the settlements it sums and to nothing else', () => {
  const group = 'f.storeId=s1&f.clrOptins=329900&f.clrType=41&f.insutype=310'
  expect(placesOf(row('310', 'rejected'), {})).toEqual({
    days: '/liquidation-management/liquidation?f.from=2026-02&f.to=2026-02&f.storeId=s1',
    settlements: `/report-management/medical-settlement-report?f.from=2026-02-01&f.to=2026-02-28&f.refunded=0&${group}&f.claim=rejected`,
    reversals: `/report-management/medical-settlement-report?f.from=2026-02-01&f.to=2026-02-28&f.refunded=1&${group}&f.claim=rejected`,
  })
  expect(placesOf(row('310', 'unequal'), {}).days).toMatch(/^\/reconciliation\/month-reconciliation\?/)
  expect(placesOf(row('310', 'unequal'), {}).settlements).toMatch(/&f\.claim=none$/)
})

test('without an insurance only to its month, of other groups nowhere', () => {
  expect(Object.keys(placesOf(row('', 'notApplied'), {}))).toEqual(['days'])
  expect(placesOf({ key: 's1' }, { groupBy: 'store' })).toEqual({})
})

test.each([
  ['unchecked', 'MonthReconciliation'],
  ['unequal', 'MonthReconciliation'],
  ['notApplied', 'Liquidation'],
  ['rejected', 'Liquidation'],
  ['unknown', 'Liquidation'],
])('whoever may open the page that a row which is %s leads to is shown its way', (reason, menuCode) => {
  expect(dealtWith(row('310', reason)).menuCode).toBe(menuCode)
})
