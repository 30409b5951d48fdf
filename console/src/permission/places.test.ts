import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { expect, test } from 'vitest'
import { placesOfKeys } from './places.ts'

const store = (storeId: string): OrganNode => ({
  key: `store:${storeId}`,
  kind: 'store',
  name: storeId,
  storeId,
  children: [],
})
const area = (areaCode: string, disabled: boolean, ...stores: OrganNode[]): OrganNode => ({
  ...{ key: `area:${areaCode}`, kind: 'area' as const, name: areaCode, areaCode, disabled },
  children: [{ key: `company:${areaCode}`, kind: 'company', name: '示例连锁', children: stores }],
})
const tree = [area('320500', false, store('a'), store('b')), area('320100', true, store('c'), store('d'))]

test('a whole area is granted as the area, a part of it by its stores', () => {
  expect(placesOfKeys(tree, ['area:320500', 'company:320500', 'store:a', 'store:b'])).toEqual({
    areas: ['320500'],
    stores: [],
  })
  expect(placesOfKeys(tree, ['store:b'])).toEqual({ areas: [], stores: ['b'] })
})

test('an area that the person cannot grant is granted by the stores he can', () => {
  const all = ['area:320100', 'company:320100', 'store:c', 'store:d']
  expect(placesOfKeys(tree, all)).toEqual({ areas: [], stores: ['c', 'd'] })
})
