import { expect, test } from 'vitest'
import { canonical, launchesGuest, launchTarget, menuRows, routeOfKey, rowOfName, rowOfPath } from './menu.ts'
import { sidebarRows } from './permission.ts'

test('names and paths are unique', () => {
  for (const key of ['name', 'path'] as const)
    expect(new Set(menuRows.map((row) => row[key])).size).toBe(menuRows.length)
})

test('all pages of SPEC 2: 76 in sections, 9 public, 4 of their own, 7 aliases', () => {
  expect(menuRows.filter((row) => row.section)).toHaveLength(76)
  expect(menuRows.filter((row) => row.public)).toHaveLength(9)
  expect(menuRows.filter((row) => row.of).map((row) => row.path)).toEqual([
    '/swiping-card',
    '/day-reconciliation',
    '/manager-store',
    '/attendance',
    '/menu-diff',
    '/msg-center',
    '/hint-management',
  ])
})

test('SPEC 6’s own spellings', () => {
  for (const code of [
    'companyManager',
    'MedicalDll',
    'CardReadDll',
    'CacheManager',
    'HintManagement',
    'SystemConfig',
    'UpgradeClientConfig',
  ])
    expect(menuRows.find((row) => row.menuCode === code)?.denied, code).toBe('notSuper')
  for (const code of ['ClientMonitor', 'OperationLog', 'Menudiffstatistics'])
    expect(menuRows.find((row) => row.menuCode === code)?.denied, code).toBe('notAdmin')
})

test('an alias shows its canonical row', () => {
  expect(canonical(rowOfPath('/swiping-card')!)).toBe(rowOfName('SwipingCard'))
})

test('all eleven route keys and an unknown one', () => {
  expect(Array.from({ length: 11 }, (_, i) => routeOfKey(i + 1))).toEqual([
    '/',
    '/day-reconciliation',
    '/manager-store',
    '/attendance',
    '/attendance',
    '/menu-diff',
    '/menu-diff',
    '/swiping-card',
    '/disease-select',
    '/print-settlement',
    '/reconciliation/rx-management',
  ])
  for (const key of [12, 0, '01', 'constructor', '__proto__', undefined]) expect(routeOfKey(key)).toBeUndefined()
})

test('a launch leads to the page of its flags, of its key, or home; on is true alone', () => {
  const [qr, orders] = ['/medical-insurance-settlement/qr-code', '/abnormal-manager/abnormal-order-manager']
  const cases = [
    [{}, '/', false],
    [{ routeKey: '' }, '/', false],
    [{ routeKey: '8' }, '/swiping-card', false],
    [{ routeKey: '99' }, undefined, false],
    [{ routeKey: '99', isQrCode: 'true' }, qr, true],
    [{ isQrCode: true, isExOrder: true }, qr, true],
    [{ isExOrder: 'true' }, orders, true],
    [{ isQrCode: '1', isExOrder: 'false', routeKey: '2' }, '/day-reconciliation', false],
  ] as const
  for (const [launch, target, guest] of cases)
    expect([launchTarget(launch), launchesGuest(launch)], JSON.stringify(launch)).toEqual([target, guest])
})

test('the sidebar holds granted pages and their sections only', () => {
  const rows = sidebarRows({
    isSuperAdmin: false,
    isAdminUser: false,
    menus: ['Dashboard', 'SwipingCard'],
    buttons: [],
  })
  expect(rows.map((row) => row.name)).toEqual(['Dashboard', 'medicalInsuranceSettlement', 'SwipingCard'])
})
