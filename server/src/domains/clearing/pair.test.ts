import { expect, test } from 'vitest'
import type { Own } from './own.ts'
import { pairUp, type Theirs } from './pair.ts'

const own = (setlSn: string, mdtrtId: string, total: number, more: Partial<Own> = {}): Own => ({
  ...{ orderId: `o${setlSn}`, refunded: total < 0, setlSn, settlementSn: '', mdtrtId, at: '', total, paid: total },
  ...{ insuredArea: '320200', outFlag: '1', ...more },
})
const theirs = (setlSn: string, mdtrtId: string, total: number, paid = total): Theirs => ({
  ...{ id: `c${setlSn}`, setlSn, mdtrtId, total, paid },
})
const shown = (centre: Theirs[], ours: Own[]) => {
  const { pairs, left } = pairUp(centre, ours)
  return [pairs.map((pair) => [pair.id, pair.own?.setlSn, pair.result]), left.map(({ setlSn }) => setlSn)]
}

test('the number decides before the visit; one fen makes it differ', () => {
  const ours = [own('1', 'V', 900), own('2', 'V', -900)]
  expect(shown([theirs('2', 'V', -900), theirs('1', 'V', 900, 899)], ours)).toEqual([
    [
      ['c2', '2', 'equal'],
      ['c1', '1', 'differs'],
    ],
    [],
  ])
})

test('what has its own row is no partner of another row of the visit: of one sum that is cleared twice one is told', () => {
  const twice = [theirs('7', 'V', 900), theirs('1', 'V', 900)]
  expect(shown(twice, [own('1', 'V', 900)])).toEqual([
    [
      ['c7', undefined, 'centreOnly'],
      ['c1', '1', 'equal'],
    ],
    [],
  ])
})

test('a reversal without a number of its own is known by its visit and its sign', () => {
  const ours = [own('1', 'V', 900), own('', 'V', -900)]
  expect(shown([theirs('8', 'V', -900), theirs('1', 'V', 900)], ours)[0]).toEqual([
    ['c8', '', 'equal'],
    ['c1', '1', 'equal'],
  ])
  expect(shown([theirs('9', 'V', -901)], ours)).toEqual([[['c9', '', 'differs']], ['1']])
})

test('nothing of 0.00 is taken twice, and what has no partner is told', () => {
  const ours = [own('1', 'V', 0), own('', 'V', 0, { refunded: true })]
  expect(shown([theirs('1', 'V', 0), theirs('7', 'V', 0), theirs('8', 'V', 0)], ours)).toEqual([
    [
      ['c1', '1', 'equal'],
      ['c7', '', 'equal'],
      ['c8', undefined, 'centreOnly'],
    ],
    [],
  ])
  expect(shown([], ours)).toEqual([[], ['1', '']])
})

test('what a settlement shares with its reversal is told apart by the sign, also where one of the two is not listed', () => {
  const back = own('9', 'V', -900, { settlementSn: '1', orderId: 'o1' })
  const ours = [own('1', 'V', 900), back]
  const listed = { ...theirs('1', 'V', -900), id: 'back' }
  expect(shown([listed, theirs('1', 'V', 900)], ours)[0]).toEqual([
    ['back', '9', 'equal'],
    ['c1', '1', 'equal'],
  ])
  expect(shown([listed], ours)).toEqual([[['back', '9', 'equal']], ['1']])
  expect(shown([listed], [own('1', '', 900), { ...back, mdtrtId: '' }])).toEqual([[['back', '9', 'equal']], ['1']])
})

test('of several of one number the one with our sums is ours; a reversal with a sign of its own still differs', () => {
  const parts = [
    { ...theirs('1', 'V', 300), id: 'part' },
    { ...theirs('1', 'V', 900), id: 'whole' },
  ]
  expect(shown(parts, [own('1', 'V', 900)])[0]).toEqual([
    ['part', undefined, 'centreOnly'],
    ['whole', '1', 'equal'],
  ])
  const ours = [own('1', 'V', 900), own('9', 'V', -900, { settlementSn: '1' })]
  expect(shown([theirs('9', 'V', 900)], ours)).toEqual([[['c9', '9', 'differs']], ['1']])
})

test('nothing is known by a number or a visit that neither side has', () => {
  expect(shown([theirs('', '', 900)], [own('', '', -900), own('', '', 900)])).toEqual([
    [['c', undefined, 'centreOnly']],
    ['', ''],
  ])
})
