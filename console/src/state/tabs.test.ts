import { menuRows } from '@yibao/shared/menu.ts'
import type { MenuRow } from '@yibao/shared/menu-row.ts'
import { expect, test } from 'vitest'
import {
  addressOf,
  changeTab,
  closeAll,
  closeOthers,
  closeTab,
  emptyTabs,
  idOf,
  liveIds,
  liveTabs,
  openTab,
  refreshTab,
  restoreTabs,
  type TabsState,
  takeClosed,
} from './tabs.ts'

const orders = '/reconciliation/order-management'
const detail = '/reconciliation/day-reconciliation-detail'
const attendance = '/medical-insurance-settlement/attendance'

const open = (paths: [string, Record<string, string>?][], from: TabsState = emptyTabs()) =>
  paths.reduce((state, [path, query = {}]) => openTab(state, path, query), from)
const ids = (state: TabsState) => state.tabs.map((tab) => tab.id)

test('home is pinned and there from the start', () => {
  expect(emptyTabs().tabs).toMatchObject([{ id: '/dashboard', pinned: true, title: '首页' }])
})

test('an alias opens the canonical tab; the same page with other parameters is another tab', () => {
  expect(ids(open([['/attendance'], [attendance]]))).toEqual(['/dashboard', attendance])
  const two = open([
    [detail, { groupId: '1' }],
    [detail, { groupId: '2' }],
    [detail, { groupId: '1' }],
  ])
  expect(ids(two)).toEqual(['/dashboard', `${detail}?groupId=1`, `${detail}?groupId=2`])
  expect(idOf(detail, { b: '2', a: '1' })).toBe(idOf(detail, { a: '1', b: '2' }))
})

test('closing the active tab moves to the last remaining one, or home; pinned tabs stay', () => {
  let state = open([[orders], [attendance]])
  state = closeTab(state, attendance)
  expect([ids(state), state.active]).toEqual([['/dashboard', orders], orders])
  state = closeTab(state, orders)
  expect(state.active).toBe('/dashboard')
  expect(ids(closeTab(state, '/dashboard'))).toEqual(['/dashboard'])
})

test('closing another tab does not move; others and all', () => {
  const state = open([[orders], [attendance]])
  expect(closeTab(state, orders).active).toBe(attendance)
  expect(closeOthers(state, orders)).toMatchObject({ active: orders, tabs: [{ id: '/dashboard' }, { id: orders }] })
  expect(ids(closeAll(state))).toEqual(['/dashboard'])
})

test('a closed tab loses what it held', () => {
  const state = { ...open([[orders]]), slices: { [orders]: { list: 1 }, '/dashboard': { x: 1 } } }
  expect(closeTab(state, orders).slices).toEqual({ '/dashboard': { x: 1 } })
})

test('refresh gives a new page and forgets its state', () => {
  const state = refreshTab({ ...open([[orders]]), slices: { [orders]: { list: 1 } } }, orders)
  expect(state.tabs[1]).toMatchObject({ id: orders, version: 1 })
  expect(state.slices).toEqual({})
})

const many = (count: number) =>
  open(Array.from({ length: count }, (_, i): [string, Record<string, string>] => [detail, { groupId: String(i) }]))

test('twelve pages live, the latest used; the first ones are evicted', () => {
  const state = many(30)
  const live = liveIds(state)
  expect(live.size).toBe(liveTabs)
  expect(live.has(`${detail}?groupId=29`)).toBe(true)
  expect(live.has(`${detail}?groupId=17`)).toBe(false)
  expect(liveIds(openTab(state, detail, { groupId: '0' })).has(`${detail}?groupId=0`)).toBe(true)
})

test('a page with unsaved input is never evicted', () => {
  const dirty = changeTab(many(1), `${detail}?groupId=0`, { dirty: true })
  const state = Array.from({ length: 20 }, (_, i) => i + 1).reduce(
    (now, i) => openTab(now, detail, { groupId: String(i) }),
    dirty,
  )
  expect(liveIds(state).has(`${detail}?groupId=0`)).toBe(true)
})

test('a page whose row says noCache is there only while it is active (SPEC 2): no page of today says so', () => {
  expect(menuRows.filter((row) => row.noCache)).toEqual([])
  const fresh: MenuRow = { name: 'Fresh', path: '/fresh', title: '每次新开', menuCode: 'Fresh', noCache: true }
  menuRows.push(fresh)
  try {
    const state = open([[orders], [fresh.path]])
    expect(liveIds(state)).toEqual(new Set([orders, fresh.path]))
    expect(liveIds(openTab(state, orders, {})), 'the other one stays').toEqual(new Set([orders]))
    expect(liveIds(openTab(openTab(state, orders, {}), fresh.path, {}))).toEqual(new Set([orders, fresh.path]))
  } finally {
    menuRows.pop()
  }
})

test('F5 restores the list with its state, mounts nothing yet, drops unknown pages', () => {
  const state = { ...open([[orders]]), slices: { [orders]: { list: 1 } } }
  const stored = JSON.parse(JSON.stringify(state))
  stored.tabs.push({ ...stored.tabs[1], id: '/gone', name: 'Gone' })
  const restored = restoreTabs(stored)
  expect(ids(restored)).toEqual(['/dashboard', orders])
  expect(restored.slices).toEqual({ [orders]: { list: 1 } })
  expect(liveIds(restored)).toEqual(new Set(['/dashboard']))
  expect(ids(restoreTabs('nonsense'))).toEqual(['/dashboard'])
})

test('an unknown path opens nothing', () => {
  expect(ids(open([['/nowhere']]))).toEqual(['/dashboard'])
})

test('a closed tab can be opened again at its address, the latest first', () => {
  let state = openTab(emptyTabs(), '/reconciliation/order-management', { 'f.status': '2' })
  state = openTab(state, '/attendance', {})
  state = closeTab(closeTab(state, idOf('/reconciliation/order-management')), idOf('/attendance'))
  const [once, latest] = takeClosed(state)
  const [twice, before] = takeClosed(once)
  expect([latest, before]).toEqual([
    '/medical-insurance-settlement/attendance',
    '/reconciliation/order-management?f.status=2',
  ])
  expect(takeClosed(twice)[1]).toBeUndefined()
})

test('the view of a page is in its address and not in its id; a link brings another one', () => {
  let state = openTab(emptyTabs(), '/reconciliation/order-management', { 'f.page': '2' })
  const shown = () => state.tabs.map(addressOf)
  expect([state.active, shown()[1]]).toEqual([
    '/reconciliation/order-management',
    '/reconciliation/order-management?f.page=2',
  ])
  state = openTab(state, '/reconciliation/order-management', {})
  expect(shown()[1]).toBe('/reconciliation/order-management?f.page=2')
  state = openTab(state, '/reconciliation/order-management', { 'f.status': '2' })
  expect(shown()).toEqual(['/dashboard', '/reconciliation/order-management?f.status=2'])
})
