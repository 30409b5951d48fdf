import { integer, note, optional, ratio } from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { drawnOf } from './drawn.ts'

const shape = { name: note('分组'), calls: integer('次数'), rate: optional(ratio('命中率')) }
const chart = { bars: ['calls'], line: 'rate', most: 2 }
const row = (key: string, calls: number, rate?: string) => ({ key, name: key, calls, ...(rate && { rate }) })

test('the greatest groups are drawn, the others are one bar that leads to no group', () => {
  const rows = [row('a', 1), row('b', 9, '0.2500'), row('c', 2), row('d', 8)]
  const { names, keys, bars, line } = drawnOf(shape, chart, rows)
  expect(names).toEqual(['b', 'd', '其余 2 项'])
  expect(keys).toEqual(['b', 'd', undefined])
  expect(bars[0]!.values).toEqual(['9', '8', '3'])
  expect(line!.values, 'a share in hundredths, and a gap where nobody knows').toEqual([25, undefined])
})

test('one more than that is drawn as it is: a bar for one group would only hide its name', () => {
  expect(drawnOf(shape, chart, [row('a', 1), row('b', 2), row('c', 3)]).names).toEqual(['a', 'b', 'c'])
})

test('the axis has the short of a name, and words are apart from each other', () => {
  const short = (name: string) => name.split(' /')[0]!
  const words = drawnOf(shape, { ...chart, short }, [row('读卡片 /api/Card/Read', 1)])
  expect([words.names, words.keys, words.apart]).toEqual([['读卡片'], ['读卡片 /api/Card/Read'], true])
  expect(drawnOf(shape, chart, [row('2026-10', 1)]).apart).toBe(false)
})

test('many names that are words stand aslant, so that each is read; days do not, for one follows from the other', () => {
  const named = (names: string[]) =>
    drawnOf(
      shape,
      chart,
      names.map((name) => row(name, 1)),
    ).aslant
  const all = { ...chart, most: 20 }
  const eight = (name: (i: number) => string) =>
    drawnOf(
      shape,
      all,
      Array.from({ length: 8 }, (_, i) => row(name(i), 1)),
    ).aslant
  expect(eight((i) => `210${i} 药店预结算`)).toBe(true)
  expect(eight((i) => `11-2${i} 11:00`)).toBe(false)
  expect(named(['药店预结算', '药店结算'])).toBe(false)
})
