import { expect, test } from 'vitest'
import type { FigureRow, Figures } from '../../../centre/operations/figures.ts'
import { keyOf } from '../classify/classify.ts'
import { apart, apartText, gapOf } from './apart.ts'
import { pairUp } from './pair.ts'
import { isWhole } from './pull.ts'

const figures = (more: Partial<Figures> = {}): Figures => ({
  ...{ count: 2, total: 1000, pool: 600, aid: 0, account: 300, cash: 100 },
  ...more,
})

test.each([
  ['nothing', {}, 0, []],
  ['a cent', { cash: 101 }, 0, ['cash']],
  ['a cent, allowed', { cash: 101 }, 1, []],
  ['two cents, one allowed', { cash: 102 }, 1, ['cash']],
  ['less of ours', { total: 999, pool: 599 }, 0, ['total', 'pool']],
  ['from a fund to another', { pool: 590, aid: 10 }, 9, ['pool', 'aid']],
  ['a settlement, whatever is allowed', { count: 3 }, 10_000, ['count']],
] as const)('apart by %s', (_, more, tolerance, names) => {
  expect(apart(figures(), figures(more), tolerance)).toEqual(names)
  expect(apart(figures(more), figures(), tolerance), 'whichever side has more').toEqual(names)
})

test('sums below zero and of nothing are compared like others', () => {
  const back = figures({ count: -1, total: -1000, pool: -600, account: -300, cash: -100 })
  expect(apart(back, back, 0)).toEqual([])
  expect(apart(back, { ...back, cash: -101 }, 0)).toEqual(['cash'])
  expect(apart(back, { ...back, cash: -101 }, 1)).toEqual([])
  const none = figures({ count: 0, total: 0, pool: 0, account: 0, cash: 0 })
  expect(apart(none, none, 0)).toEqual([])
  expect(gapOf(back, none)).toEqual(back)
  expect(apartText(back, none, ['count', 'cash'])).toBe('笔数 本地 -1 / 中心 0，现金 本地 -1.00 / 中心 0.00')
})

const row = (setlId: string, more: Partial<FigureRow> = {}): FigureRow => ({
  ...{ setlId, mdtrtId: 'M', psnNo: 'P', msgid: setlId, settledAt: '2026-11-20 10:00:00', refunded: false },
  ...{ total: 100, pool: 60, aid: 0, account: 30, cash: 10, ...more },
})
const reversal = row('S1', { refunded: true, total: -100, pool: -60, account: -30, cash: -10 })
const kept = figures
const nothing = { total: 0, pool: 0, aid: 0, account: 0, cash: 0 }

test('rows are whole when they come to the sums; a reversal counts as one, or takes one away', () => {
  expect(isWhole([row('S1'), reversal], kept({ count: 2, ...nothing }))).toBe(true)
  expect(isWhole([row('S1'), reversal], kept({ count: 0, ...nothing }))).toBe(true)
  expect(isWhole([row('S1')], kept({ count: 2, ...nothing }))).toBe(false)
  expect(isWhole([row('S1')], kept({ count: 1, total: 100, pool: 60, aid: 0, account: 30, cash: 11 }))).toBe(false)
  expect(isWhole([], kept({ count: 0, ...nothing }))).toBe(true)
})

test('a settlement and its reversal under one number are two rows', () => {
  const pairs = pairUp([row('S1')], [reversal, row('S1', { cash: 11 }), row('S2')], keyOf)
  expect(pairs.map(({ local, centre }) => [local?.setlId, centre?.setlId, centre?.refunded])).toEqual([
    ['S1', 'S1', false],
    [undefined, 'S1', true],
    [undefined, 'S2', false],
  ])
})
