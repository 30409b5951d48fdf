import { expect, test } from 'vitest'
import { scanned } from './codes.ts'

const code = '81234567890123456789'

test('a line takes as many codes as it has packs, each once', () => {
  expect(scanned([], code, 2)).toEqual({ codes: [code] })
  expect(scanned([code], code, 2).problem).toContain('已在这一行中')
  expect(scanned([code], '81234567890123456780', 1).problem).toContain('只需要 1 个')
})

test('full-width digits of an IME are digits; what is no code is said to be none', () => {
  expect(scanned([], ' ８１２３４５６７８９０１２３４５６７８９ ', 1)).toEqual({ codes: [code] })
  for (const text of ['', '阿莫西林', '12345']) expect(scanned([], text, 1).problem).toContain('不是追溯码')
})
