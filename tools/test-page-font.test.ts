import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testPageFont, testPageFontFile } from './test-page-font.ts'

test('the font of the test page holds its characters, cut from the font of the slips', () => {
  const kept = readFileSync(testPageFontFile, 'utf8')
  expect(kept.length).toBeLessThan(24_000)
  // Another text on the page: run node tools/test-page-font.ts.
  expect(
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(kept)))
      .digest('hex'),
  ).toBe(createHash('sha256').update(JSON.stringify(testPageFont())).digest('hex'))
})
