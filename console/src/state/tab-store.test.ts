import { beforeEach, expect, test, vi } from 'vitest'
import { dropTabs, enterScope, frontOf, openTab, scopeOf, useTabs } from './tab-store.ts'

const orders = '/reconciliation/order-management'
const attendance = '/medical-insurance-settlement/attendance'
const scope = (medicalAreaCode: string, userId = 'u-1') => scopeOf({ userId, medicalAreaCode })
const ids = () => useTabs.getState().tabs.map(({ id }) => id)

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  // Object.keys of the browser's storage gives its entries.
  const storage = new Proxy(
    {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    {
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  vi.stubGlobal('sessionStorage', storage)
  dropTabs()
})

test('each person and area has its own tabs, found again as they were left', () => {
  enterScope(scope('320500'))
  openTab(orders, { 'f.name': '张*' })
  enterScope(scope('320100'))
  expect(ids()).toEqual(['/dashboard'])
  openTab(attendance, {})
  enterScope(scope('320500'))
  expect(ids()).toEqual(['/dashboard', orders])
  expect(frontOf(scope('320100'))).toBe(attendance)
  expect(frontOf(scope('320500'))).toBe(`${orders}?f.name=%E5%BC%A0*`)
  enterScope(scope('320100', 'u-2'))
  expect(ids()).toEqual(['/dashboard'])
  expect(frontOf(scope('430100'))).toBeUndefined()
})

test('a logout forgets all of them', () => {
  enterScope(scope('320500'))
  openTab(orders, {})
  enterScope(scope('320100'))
  dropTabs()
  expect([...kept.keys()]).toEqual([])
  enterScope(scope('320500'))
  expect(ids()).toEqual(['/dashboard'])
})
