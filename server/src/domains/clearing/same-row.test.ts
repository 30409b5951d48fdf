import { parseTime } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import type { Clearing } from '../../centre/operations/clearing.ts'
import { eachOnce, type Kept, knownAgain, toldOf } from './same-row.ts'

const at = '2026-10-09 09:00:00'
const listed = (setlSn: string, total: number, more: Partial<Clearing> = {}): Clearing => ({
  ...{ seqno: '', setlSn, mdtrtId: 'V', certNo: '', settledAt: at, advance: false, total, paid: total },
  ...{ answered: 'none', ...more },
})
const kept = (id: string, setlSn: string, total: number, more: Partial<Kept> = {}) => ({
  ...{ id, setlSn, mdtrtId: 'V', settledAt: parseTime(at), total, paid: total, answer: 'open' as const, asked: '' },
  ...more,
})
const again = (page: Clearing[], rows: ReturnType<typeof kept>[]) => {
  const found = knownAgain(page, rows)
  return page.map((one) => found.get(one)?.id)
}
const told = (rows: ReturnType<typeof kept>[], list: Clearing[]) => {
  const found = toldOf(rows, list)
  return rows.map((row) => found.get(row)?.answered)
}

test('rows of one number are known by their sums; of twins each by its answer; what is new is new', () => {
  const rows = [kept('sold', '1', 900), kept('back', '1', -900), kept('twin', '1', 900, { answer: 'refused' })]
  expect(again([listed('1', -900), listed('1', 900, { answered: 'refused' }), listed('1', 900)], rows)).toEqual([
    'back',
    'twin',
    'sold',
  ])
  expect(again([listed('1', 900), listed('1', 900), listed('1', 900)], rows)).toEqual(['sold', 'twin', undefined])
})

test('other sums under a number are that row’s, unless it was answered and the centre does not say so of these', () => {
  expect(again([listed('1', 800)], [kept('open', '1', 900)])).toEqual(['open'])
  const answered = kept('answered', '1', 900, { answer: 'confirmed' })
  expect(again([listed('1', 800, { answered: 'confirmed' })], [answered])).toEqual(['answered'])
  expect(again([listed('1', 800, { answered: undefined })], [answered])).toEqual([undefined])
  expect(again([listed('1', -900)], [answered]), 'its reversal is another one').toEqual([undefined])
})

test('a number that comes later, or is gone, makes no other row; without number and visit nothing but all of it does', () => {
  expect(again([listed('1', 900)], [kept('bare', '', 900)])).toEqual(['bare'])
  expect(again([listed('', 900)], [kept('named', '1', 900)])).toEqual(['named'])
  expect(again([listed('2', 900)], [kept('named', '1', 900)])).toEqual([undefined])
  const nothing = { mdtrtId: '' }
  expect(again([listed('', 900, nothing), listed('', 800, nothing)], [kept('bare', '', 900, nothing)])).toEqual([
    'bare',
    undefined,
  ])
})

test('a visit that comes later, or is gone, makes no other row: the number and the sign tell it', () => {
  const nowhere = { mdtrtId: '' }
  expect(again([listed('1', 900)], [kept('bare', '1', 900, nowhere)])).toEqual(['bare'])
  expect(again([listed('1', 900, nowhere)], [kept('whole', '1', 900)])).toEqual(['whole'])
  expect(again([listed('1', -900)], [kept('sold', '1', 900, nowhere)]), 'its reversal').toEqual([undefined])
  expect(again([listed('1', 900, { mdtrtId: 'W' })], [kept('whole', '1', 900)]), 'of another visit').toEqual([
    undefined,
  ])
  const yes = { answer: 'confirmed' as const }
  expect(again([listed('1', 900, { ...nowhere, answered: 'confirmed' })], [kept('whole', '1', 900, yes)])).toEqual([
    'whole',
  ])
  expect(again([listed('1', 900, { ...nowhere, answered: undefined })], [kept('whole', '1', 900, yes)])).toEqual([
    undefined,
  ])
})

test('what the funds pay alone is no other row, answered or not', () => {
  const row = kept('answered', '1', 900, { answer: 'confirmed' })
  expect(again([listed('1', 900, { paid: 700, answered: undefined })], [row])).toEqual(['answered'])
})

test('told twice under one seqno it is one row; a seqno that others bear too tells nothing', () => {
  const of = (...page: Clearing[]) => eachOnce(page).length
  expect(of(listed('1', 900, { seqno: '7' }), listed('1', 900, { seqno: '7' }))).toBe(1)
  expect(of(listed('1', 900, { seqno: '7' }), listed('1', 900, { seqno: '8' }))).toBe(2)
  expect(of(listed('1', 900), listed('1', 900))).toBe(2)
  expect(of(listed('1', 900, { seqno: '0' }), listed('1', 900, { seqno: '0' }), listed('2', 1, { seqno: '0' }))).toBe(3)
})

const asked = (id: string, total = 900) => kept(id, '1', total, { answer: 'unknown', asked: 'confirmed' })

test('what became of a row is told by what the others of its kind leave over', () => {
  const other = kept('other', '1', 900, { answer: 'confirmed' })
  const yes = listed('1', 900, { answered: 'confirmed' })
  expect(told([other, asked('a')], [yes, listed('1', 900)])).toEqual(['confirmed', 'none'])
  expect(told([asked('a'), other], [listed('1', 900), yes])).toEqual(['none', 'confirmed'])
  expect(told([asked('a'), kept('b', '1', 900)], [listed('1', 900), yes])).toEqual(['confirmed', 'none'])
  expect(told([asked('a'), kept('b', '1', 900)], [listed('1', 900), listed('1', 900)])).toEqual(['none', 'none'])
  expect(told([asked('a'), asked('b')], [yes, listed('1', 900)])).toEqual(['confirmed', 'none'])
})

test('the answer to a reversal is none to its settlement; what the centre has changed meanwhile is told by its number', () => {
  const list = [listed('1', 900), listed('1', -900, { answered: 'confirmed' })]
  expect(told([asked('sold'), asked('back', -900)], list)).toEqual(['none', 'confirmed'])
  expect(told([asked('sold')], [listed('1', 800, { answered: 'refused' })])).toEqual(['refused'])
  expect(told([asked('sold')], [listed('1', 900, { answered: undefined })])).toEqual([undefined])
})
