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
  // The bar code of the box, a person's credential, a tracing code of another kind: the centre would take each for the pack's.
  for (const text of ['', '阿莫西林', '12345', '6901234567892', '1'.repeat(28), 'A1234567890123456789'])
    expect(scanned([], text, 1).problem).toContain('不是追溯码')
})
