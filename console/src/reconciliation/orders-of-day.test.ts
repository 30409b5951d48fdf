import { afterEach, expect, test } from 'vitest'
import { setNavigate } from '../state/go.ts'
import { type SessionMe, setMe } from '../state/me.ts'
import { openOrdersOfDay, ordersOfDay } from './orders-of-day.ts'

const group = { day: '2026-11-20', storeId: 's1', insutype: '310', clrType: '41', clrOptins: '329900' }
const gone: string[] = []

const as = (...menus: string[]) => {
  setMe({ user: { isAdminUser: false }, isSuperAdmin: false, menus, buttons: [] } as unknown as SessionMe)
  gone.length = 0
  setNavigate((path) => gone.push(path))
}
afterEach(() => {
  setNavigate(() => undefined)
  setMe(null)
})

test('a group of a day leads to exactly its settlements and reversals', () => {
  as('OrderManagement', 'MedicalSettlementReport')
  openOrdersOfDay(group)
  const narrowed = 'f.storeId=s1&f.insutype=310&f.clrType=41&f.clrOptins=329900'
  expect(gone).toEqual([`/report-management/medical-settlement-report?f.from=2026-11-20&f.to=2026-11-20&${narrowed}`])
})

test('and who may not open them to the orders of its insurance on that day', () => {
  as('OrderManagement')
  openOrdersOfDay(group)
  const days = 'f.settledFrom=2026-11-20&f.settledTo=2026-11-20'
  expect(gone).toEqual([`/reconciliation/order-management?${days}&f.storeId=s1&f.insutype=310`])
})

test("one without an insurance leads to nobody else's", () => {
  as('OrderManagement', 'MedicalSettlementReport')
  const none = { ...group, insutype: '' }
  expect([ordersOfDay.shown!(none), ordersOfDay.shown!(group)]).toEqual([false, true])
  openOrdersOfDay(none)
  expect(gone).toEqual([])
})
