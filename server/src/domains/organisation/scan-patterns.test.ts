import { expect, test } from 'vitest'
import { scanPatternsFault, scanPatternsOf } from './scan-patterns.ts'

test('a row a line, in their order; empty lines are none', () => {
  const text = '电子凭证 ^EC[A-Z\\d]{10,12}$\n\n  追溯码\t^8\\d{19}$ '
  expect(scanPatternsFault(text)).toBeUndefined()
  expect(scanPatternsOf(text)).toEqual([
    { kind: 'eVoucher', pattern: '^EC[A-Z\\d]{10,12}$' },
    { kind: 'trace', pattern: '^8\\d{19}$' },
  ])
  expect([scanPatternsFault(''), scanPatternsOf('')]).toEqual([undefined, []])
})

test.each([
  ['no kind of ours', '发票 ^\\d{8}$'],
  ['a word of every object', 'constructor ^\\d{8}$'],
  ['a kind alone', '条码'],
  ['not the whole text', '条码 \\d{8}$'],
  ['an open end', '条码 ^\\d{8}'],
  ['as many as you like', '条码 ^\\d+$'],
  ['a group', '条码 ^(\\d{1,9}){1,9}$'],
  ['what does not compile', '条码 ^\\d{9,2}$'],
  ['a range that is none', '条码 ^[9-0]$'],
  ['letters that no scan has', '条码 ^abc$'],
  ['too many open places', '条码 ^\\d{0,99}\\d{0,99}\\d{0,99}\\d{0,99}A$'],
  ['too long', `条码 ^${'1'.repeat(99)}$`],
])('%s is refused with its line, and is no row', (_, line) => {
  expect(scanPatternsFault(`条码 ^\\d{8}$\n${line}`)).toContain('第 2 行不是扫码规则')
  expect(scanPatternsOf(`条码 ^\\d{8}$\n${line}`)).toHaveLength(1)
})

test('there are at most twenty', () => {
  const rows = (n: number) => Array.from({ length: n }, () => '条码 ^\\d{8}$').join('\n')
  expect([scanPatternsFault(rows(20)), scanPatternsFault(rows(21))]).toEqual([undefined, '最多 20 行扫码规则'])
})
