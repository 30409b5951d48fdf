import { expect, test } from 'vitest'
import { labelOf } from './labels.ts'

test('a code has its label in both editions, a longer local code its parent label, an unknown one itself', () => {
  expect(['JX', 'HN'].map((edition) => labelOf(edition as 'JX' | 'HN', 'psn_insu_stas', '1'))).toEqual([
    '正常参保',
    '正常参保',
  ])
  expect(labelOf('HN', 'psn_insu_stas', '2')).toBe('暂停参保')
  expect(labelOf('JX', 'insutype', '310')).toBe('职工基本医疗保险')
  expect(labelOf('JX', 'psn_insu_stas', '9')).toBe('9')
})
