import { expect, test } from 'vitest'
import { canonical, launchesGuest, launchTarget, menuRows, routeOfKey, rowOfName, rowOfPath } from './menu.ts'
import { can, sidebarRows } from './permission.ts'

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

test('what roles cannot open is SPEC 6’s list and what docs/decisions/who-may.md adds to it', () => {
  const denied = (ground: string) => new Set(menuRows.filter((row) => row.denied === ground).map((row) => row.menuCode))
  const more = ['plugin', 'PluginPackage', 'PluginService', 'PluginMonitor', 'PluginPackageDetail']
  const ours = ['SiteLoad', 'SlowSql', 'SqlVerManagement']
  const spec = ['companyManager', 'MedicalDll', 'CardReadDll', 'CacheManager', 'HintManagement', 'SystemConfig']
  expect(denied('notSuper')).toEqual(
    new Set([...spec, 'UpgradeClientConfig', 'CompanyManager', 'CompanyInit', ...more, ...ours]),
  )
  const hits = ['ServiceHitStatisticsChart', 'ServiceHitStatisticsByDay']
  expect(denied('notAdmin')).toEqual(new Set(['ClientMonitor', 'OperationLog', 'Menudiffstatistics', ...hits]))
})

test('home needs no grant: / and the last tab that is closed lead there', () => {
  const cashier = { isSuperAdmin: false, isAdminUser: false, menus: ['SwipingCard'], buttons: [] }
  expect(can(cashier, { menuCode: 'Dashboard' })).toBe(true)
  expect(can(cashier, { menuCode: 'Dashboard', buttonCode: 'query' })).toBe(false)
  expect(sidebarRows(cashier).map((row) => row.name)).toEqual([
    'Dashboard',
    'medicalInsuranceSettlement',
    'SwipingCard',
  ])
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
