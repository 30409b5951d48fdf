import { canonical, routeOfKey, rowOfPath } from '@yibao/shared/menu.ts'
import { expect, test } from 'vitest'
import { clerkRole, viewerRole } from './roles.ts'

// SPEC 2's routeKeys; 1 is the root.
const keys = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

test.each([clerkRole, viewerRole])('wherever an ERP sends its operator, a $name may open the page', ({ menus }) => {
  const closed = keys
    .map((key) => canonical(rowOfPath(routeOfKey(key)!)!))
    .filter((row) => !row.hidden && !menus.includes(row.menuCode))
  expect(closed.map(({ path }) => path)).toEqual([])
})

test('a clerk looks at the own store and changes nothing of it', () => {
  const buttons = clerkRole.buttons.filter(({ menuCode }) => menuCode === 'StoreData')
  expect(buttons.map(({ buttonCode }) => buttonCode)).toEqual(['query'])
})
