import { expect, test } from 'vitest'
import { buttonNames } from './button-names.ts'
import { menuRows } from './menu.ts'
import { checkedMenus, grantsOfKeys, lackOf, menuTree, unknownGrants } from './menu-tree.ts'
import { checkedOf, flatten } from './tree.ts'

const root = { isSuperAdmin: true, isAdminUser: true, menus: [], buttons: [] }
const clerk = {
  isSuperAdmin: false,
  isAdminUser: false,
  menus: ['SwipingCard', 'QrCode'],
  buttons: [
    { menuCode: 'SwipingCard', buttonCode: 'settle' },
    { menuCode: 'QrCode', buttonCode: 'query' },
    { menuCode: 'QrCode', buttonCode: 'add' },
  ],
}

test('the tree has every page that can be granted once, and no page of super administrators', () => {
  const menus = flatten(menuTree(root)).filter(({ kind }) => kind === 'menu')
  const codes = menus.map(({ menuCode }) => menuCode)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes).toEqual(expect.arrayContaining(['SwipingCard', 'PrintSettlement', 'OperationLog']))
  for (const row of menuRows.filter(({ denied }) => denied === 'notSuper')) expect(codes).not.toContain(row.menuCode)
  // Home is everybody's: a tick that decides nothing is not offered.
  for (const code of ['Login', 'Dashboard']) expect(codes).not.toContain(code)
})

test('every button has a Chinese name', () => {
  for (const button of menuRows.flatMap(({ buttons = [] }) => buttons)) expect(buttonNames[button]).toMatch(/[一-鿿]/)
})

test('nobody is shown what he has not himself', () => {
  expect(flatten(menuTree(clerk)).map(({ key }) => key)).toEqual([
    'section:medicalInsuranceSettlement',
    'menu:SwipingCard',
    'button:SwipingCard.settle',
    'menu:QrCode',
    'button:QrCode.query',
    'button:QrCode.add',
  ])
  expect(lackOf(clerk, clerk)).toEqual([])
  expect(
    lackOf(clerk, { menus: ['OrderManagement'], buttons: [{ menuCode: 'SwipingCard', buttonCode: 'print' }] }),
  ).toEqual(['「订单管理」', '「刷卡·打印」'])
})

test('checked and half-checked: a page with some buttons, a section with some pages', () => {
  const nodes = menuTree(root)
  const grants = { menus: ['SwipingCard', 'QrCode', 'Attendance'], buttons: clerk.buttons }
  const { checkedKeys, halfCheckedKeys } = checkedMenus(nodes, grants)
  expect(checkedKeys).toEqual(['button:SwipingCard.settle', 'button:QrCode.query', 'button:QrCode.add', 'menu:QrCode'])
  expect(halfCheckedKeys).toEqual(['menu:SwipingCard', 'menu:Attendance', 'section:medicalInsuranceSettlement'])
  const back = grantsOfKeys([...checkedKeys, ...halfCheckedKeys])
  expect(new Set(back.menus)).toEqual(new Set(grants.menus))
  expect(back.buttons).toEqual(grants.buttons)
})

test('everything granted checks everything', () => {
  const nodes = menuTree(root)
  const grants = grantsOfKeys(flatten(nodes).map(({ key }) => key))
  expect(checkedMenus(nodes, grants)).toEqual({
    checkedKeys: expect.arrayContaining(flatten(nodes).map(({ key }) => key)),
    halfCheckedKeys: [],
  })
  expect(unknownGrants(grants)).toEqual([])
})

test('grants that no row knows are named', () => {
  expect(
    unknownGrants({ menus: ['Nowhere', 'Login'], buttons: [{ menuCode: 'QrCode', buttonCode: 'settle' }] }),
  ).toEqual(['Nowhere', 'Login', 'QrCode.settle'])
})

test('a branch without a grant of its own is what its children are', () => {
  const leaf = (key: string) => ({ key, children: [] })
  const nodes = [{ key: 'a', children: [leaf('b'), leaf('c')] }]
  const checked = (...keys: string[]) => checkedOf(nodes, { own: ({ key }) => keys.includes(key), self: () => false })
  expect(checked('b')).toEqual({ checkedKeys: ['b'], halfCheckedKeys: ['a'] })
  expect(checked('b', 'c').checkedKeys).toEqual(['b', 'c', 'a'])
  expect(checked('a')).toEqual({ checkedKeys: [], halfCheckedKeys: [] })
})
