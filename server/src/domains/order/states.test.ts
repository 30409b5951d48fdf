import { expect, test } from 'vitest'
import { moves } from './moves.ts'
import { statesOf, statusOf } from './states.ts'

test('a settled order leaves by a reversal, an undo, or by taking a backfill back, and nothing books twice', () => {
  const leaving = Object.entries(moves).filter(([, { from }]) => (from as readonly string[]).includes('settled'))
  expect(leaving.map(([name]) => name)).toEqual([
    'reverse',
    'undoneLater',
    'foundReversed',
    'backToPresettled',
    'backToVoided',
    'backToReversed',
    'backToUnknown',
  ])
  const intoSettling = Object.values(moves).filter(({ to }) => to === 'settling')
  expect(intoSettling.map(({ from }) => from)).toEqual([['presettled']])
})

test('an unknown order leaves only by a definite answer', () => {
  const leaving = Object.entries(moves).filter(([, { from }]) => (from as readonly string[]).includes('unknown'))
  expect(leaving.map(([name]) => name)).toEqual(['foundBooked', 'undone', 'reversed', 'notReversed', 'backfilled'])
})

test.each([
  [{ state: 'settled', reversedBy: null, flags: [] }, '2'],
  [{ state: 'settled', reversedBy: null, flags: ['amount'] }, '6'],
  [{ state: 'reversed', reversedBy: '2103', flags: [] }, '3'],
  [{ state: 'reversed', reversedBy: '2601', flags: [] }, '5'],
  [{ state: 'reversing', reversedBy: null, flags: [] }, '4'],
  [{ state: 'voided', reversedBy: null, flags: [] }, '7'],
] as const)('%o shows %s', (row, status) => {
  expect(statusOf({ ...row, flags: [...row.flags] })).toBe(status)
  expect(statesOf(status)).toContain(row.state)
})
