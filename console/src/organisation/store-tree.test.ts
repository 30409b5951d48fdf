import { expect, test } from 'vitest'
import { storeTree } from './store-tree.ts'

const store = (storeId: string, companyId: string, areaCode: string) => ({
  ...{ storeId, name: `店${storeId}`, fixmedinsCode: `P${storeId}`, areaCode, areaName: `区${areaCode}` },
  ...{ companyId, companyName: `公司${companyId}` },
})

test('company, area and store in the order they come, each company once; only stores can be chosen unless branches may', () => {
  const stores = [
    store('1', 'a', '320500'),
    store('2', 'b', '320500'),
    store('3', 'a', '320100'),
    store('4', 'a', '320500'),
  ]
  const shown = (branches: boolean) =>
    storeTree(stores, branches).flatMap(({ title, value, selectable, children = [] }) =>
      children.map((area) => [
        ...[title, value, selectable, area.title, area.value],
        ...(area.children ?? []).map((leaf) => `${leaf.title} ${leaf.value} ${leaf.selectable}`),
      ]),
    )
  expect(shown(false)).toEqual([
    ['公司a', 'company:a', false, '区320500', 'area:a:320500', '店1 1 true', '店4 4 true'],
    ['公司a', 'company:a', false, '区320100', 'area:a:320100', '店3 3 true'],
    ['公司b', 'company:b', false, '区320500', 'area:b:320500', '店2 2 true'],
  ])
  expect(storeTree(stores, true).map(({ selectable }) => selectable)).toEqual([true, true])
})

test('stores that were given up are one branch behind the others', () => {
  const gone = { ...store('2', 'b', '320100'), closed: true }
  expect(storeTree([store('1', 'a', '320500')], false)).toHaveLength(1)
  expect(storeTree([store('1', 'a', '320500'), gone], false)).toMatchObject([
    { value: 'company:a' },
    { title: '已停用', selectable: false, children: [{ value: '2', title: '店2', selectable: true }] },
  ])
})
