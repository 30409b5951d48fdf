import { expect, test } from 'vitest'
import { compare } from './days.tsx'
import { yesterdayLook } from './look.ts'

const day = (name: string, cash: string) => ({ day: name, count: 1, fund: '0.00', account: '0.00', cash })

test('the sentence compares with a week before', () => {
  const week = Array.from({ length: 8 }, (_, i) => day(`2026-11-0${i + 1}`, i === 7 ? '112.00' : '100.00'))
  expect(compare(week)).toBe('11-08 比 11-01 +12%')
  expect(compare([day('2026-11-01', '1.00')])).toBe('')
  expect(compare([])).toBe('')
})

test('yesterday in a word', () => {
  expect(yesterdayLook({ state: '3', differences: 4 })).toMatchObject({ tone: 'harm', text: '✕ 不平 4 笔' })
  expect(yesterdayLook({ state: '2', differences: 0 }).tone).toBe('good')
  expect(yesterdayLook({ state: '0', differences: 0 }).tone).toBe('warn')
})
