import { expect, test } from 'vitest'
import { limitOf, openWords, sellable } from './look.ts'

const rx = { source: 'circulation', state: 'waiting', use: 'unused' } as const
const lines = [
  { name: '氨氯地平片', ownCode: '100001' },
  { name: '本店没有的药䶮', ownCode: '' },
  { name: '𠮷参片', ownCode: '' },
]
const title = '本店没有的药䶮、𠮷参片 没有对应本店商品，结算时不会带入'

test('drugs that no goods stand for are named, with where goods are chosen as long as they can be', () => {
  expect(openWords({ ...rx, lines })).toEqual({ title, next: expect.stringContaining('「选择本店商品」') })
  expect(openWords({ ...rx, lines, state: 'passed' })).toEqual({ title })
  expect(openWords({ ...rx, lines, source: 'paper' })).toEqual({ title })
})

test('nothing is said where all have some, of one that is used, or that is undone', () => {
  expect(openWords({ ...rx, lines: lines.slice(0, 1) })).toBeUndefined()
  expect(openWords({ ...rx, lines, use: 'used' })).toBeUndefined()
  expect(openWords({ ...rx, lines, state: 'undone' })).toBeUndefined()
})

test('what is counted as the shop counts is as many as prescribed; anything else, and no unit, a person says', () => {
  const boxes = { unit: '盒' }
  const limits = ['盒', ' 盒 ', '粒', '', undefined].map((unit) => limitOf({ quantity: '24', unit }, boxes))
  expect(limits).toEqual(['24', '24', '', '', ''])
  expect([limitOf({ quantity: '24', unit: '' }, { unit: '' }), limitOf({ quantity: '24' }, undefined)]).toEqual([
    '',
    '',
  ])
})

test('what can be settled on: passed, good today, in nobody’s basket, and known to its centre where that has to know', () => {
  const good = { state: 'passed', use: 'unused', source: 'paper', verdict: undefined } as const
  expect(sellable(good)).toBe(true)
  expect(sellable({ ...good, source: 'circulation', verdict: 'told' })).toBe(true)
  const not = [
    ...(['waiting', 'second', 'refused', 'returned', 'undone'] as const).map((state) => ({ ...good, state })),
    ...(['inUse', 'used', 'expired'] as const).map((use) => ({ ...good, use })),
    ...([undefined, 'waiting', 'unknown', 'refused'] as const).map((verdict) => ({
      ...good,
      source: 'circulation' as const,
      verdict,
    })),
  ]
  expect(not.filter(sellable)).toEqual([])
})
