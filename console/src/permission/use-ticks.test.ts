import { expect, test } from 'vitest'
import { joined } from './use-ticks.ts'

const opened = { ticks: ['a', 'b', 'c'], mark: '1' }
const now = (...ticks: string[]) => ({ ticks, mark: '2' })

test('what I ticked and what another one ticked meanwhile both stand', () => {
  expect(joined(opened, ['a', 'b', 'c', 'mine'], now('a', 'b', 'c', 'his')).sort()).toEqual([
    'a',
    'b',
    'c',
    'his',
    'mine',
  ])
})

test('what either of us took stays away', () => {
  expect(joined(opened, ['b', 'c'], now('a', 'b'))).toEqual(['b'])
})

test('what we both did is done once', () => {
  expect(joined(opened, ['b', 'c', 'x'], now('b', 'c', 'x')).sort()).toEqual(['b', 'c', 'x'])
})
