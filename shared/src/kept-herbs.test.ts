import { expect, test } from 'vitest'
import { keptHerbs } from './kept-herbs.ts'

const herb = (ownCode: string, quantity = '70') => ({ ownCode, nationalCode: `T${ownCode}`, quantity })
const said = { use: '1', doses: 7 } as const

test('herbs that stay whole are what they were, alone as well; nothing is said of a basket without any', () => {
  const sold = [herb('1'), herb('2'), { ownCode: '3', nationalCode: 'X1', quantity: '2' }]
  expect(keptHerbs(sold, [{ ownCode: '1', quantity: '70.0000' }], said)).toEqual(said)
  // Other goods may be given back in part.
  expect(keptHerbs(sold, [{ ownCode: '3', quantity: '1' }, herb('2')], said)).toEqual(said)
  expect(keptHerbs(sold, [{ ownCode: '3', quantity: '2' }], said)).toBeUndefined()
  expect(keptHerbs([{ ownCode: '3', nationalCode: 'X1', quantity: '2' }], [], said)).toBeUndefined()
})

test('of a part of a herb nobody knows how many doses it makes', () => {
  expect(keptHerbs([herb('1'), herb('2')], [herb('1', '35'), herb('2')], said)).toEqual({ use: '1' })
  // Two lines of one herb are one amount of it.
  expect(keptHerbs([herb('1', '35'), herb('1', '35')], [herb('1')], said)).toEqual(said)
})

test('an order of before said nothing: several that were sold together were a formula, one alone was none', () => {
  expect(keptHerbs([herb('1'), herb('2')], [herb('1')], undefined)).toEqual({ use: '1' })
  expect(keptHerbs([herb('1')], [herb('1')], undefined)).toEqual({ use: '2' })
})
