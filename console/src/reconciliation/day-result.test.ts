import { expect, test } from 'vitest'
import { groups } from '../../test/samples-recon.ts'
import { countText, detailText, equalUntil, type Group, openText } from './day-result.ts'

test('an equal result is the whole day’s only once the day was over', () => {
  const [, equal] = groups as [Group, Group]
  expect(equalUntil(equal)).toBeUndefined()
  expect(equalUntil({ ...equal, at: `${equal.day} 15:02:10` })).toBe('15:02')
  expect(equalUntil({ ...equal, at: `${equal.day} 15:02:10`, state: '3' })).toBeUndefined()
})

test('how many differences an unequal group has is not known before its rows were compared: never 0', () => {
  expect(countText({ state: '3', detailed: false }, 0)).toBe('--')
  expect(countText({ state: '3' }, 0)).toBe('--')
  expect([countText({ state: '3', detailed: true }, 2), countText({ state: '2' }, 0)]).toEqual(['2', '0'])
})

test('an unequal group without a difference says what to look at, not to do again what was done', () => {
  expect(openText({ state: '0' })).toBe('这一组还没有对完，请先对总账')
  expect(openText({ state: '3', detailed: false })).toBe('两边合计不平，还没有对明细')
  expect(openText({ state: '3', detailed: true })).toContain('先处理这一天其他组的差异，再重新对明细')
})

test('what is left after 对明细 says where it is dealt with; where nothing is left nothing is asked', () => {
  expect(detailText(3, 1)).toBe('3 笔差异 · 系统已处理 1。点开这一组，处理其余 2 笔')
  expect([detailText(0, 0), detailText(2, 2)]).toEqual(['0 笔差异 · 系统已处理 0', '2 笔差异 · 系统已处理 2'])
})
