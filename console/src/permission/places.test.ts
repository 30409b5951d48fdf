import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { expect, test } from 'vitest'
import { followPlaces, placeNodes, placesOfTicks, placeTicks } from './places.ts'

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

const [a, b] = ['store:a', 'store:b']
const whole = 'area:320500'
const places = (...ticks: string[]) => placesOfTicks(tree, ticks)

test('a whole area is granted as the area, a part of it by its stores', () => {
  expect(places(whole, a, b)).toEqual({ areas: ['320500'], stores: [] })
  expect(places(b)).toEqual({ areas: [], stores: ['b'] })
})

test('all stores of today are not the area: it is a leaf of its own', () => {
  expect(places(a, b)).toEqual({ areas: [], stores: ['a', 'b'] })
  const [first, second] = placeNodes(tree)
  expect(first!.children!.map(({ key }) => key)).toEqual([whole, 'company:320500'])
  expect(
    second!.children!.map(({ key }) => key),
    'one that he cannot grant',
  ).toEqual(['company:320100'])
  expect(placeTicks([whole, 'company:320500', a])).toEqual([whole, a])
})

test('an area that the person cannot grant is granted by the stores he can', () => {
  expect(places('store:c', 'store:d')).toEqual({ areas: [], stores: ['c', 'd'] })
})

test('the tick of an area brings its stores, and goes with the first of them', () => {
  const follow = followPlaces(tree)
  expect(follow([], [whole])).toEqual([whole, a, b])
  expect(follow([whole, a, b], [whole, b])).toEqual([b])
  expect(follow([a], [a, b])).toEqual([a, b])
  expect(follow([whole, a, b], [a, b]), 'the stores stay when only the area goes').toEqual([a, b])
})
