import { expect, test } from 'vitest'
import { leadOf } from './lead.ts'
import { lateOf } from './settlement-list.ts'

const moved = { month: '2026-02', storeId: 's1', clrOptins: '329900', books: 'moved' } as const

test('an application leads to the list of what came too late for it, wherever its words send somebody there', () => {
  expect(lateOf({ ...moved, state: '3', clrType: '41', clrWay: '03', insutype: '310' })).toBe(
    '/report-management/medical-settlement-report?f.from=2026-02-01&f.to=2026-02-28&f.storeId=s1&f.clrOptins=329900&f.clrType=41&f.clrWay=03&f.insutype=310&f.claim=none',
  )
  // One of all kinds and insurances: so is its list.
  expect(lateOf({ ...moved, state: '1' })).toMatch(/f\.clrOptins=329900&f\.claim=none$/)
  expect(lateOf({ ...moved, books: 'same', state: '3' })).toBeUndefined()
  for (const state of ['0', '1', '2', '3', '4', '5', '6', '7', '8'] as const)
    expect(lateOf({ ...moved, state }) !== undefined, state).toBe(
      leadOf({ ...moved, state, deducted: '0.00' }).includes('「结算报表」'),
    )
})
