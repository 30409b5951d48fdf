import { inflateSync } from 'node:zlib'
import { paperNames } from '@yibao/shared/agent/documents.ts'
import { expect, test } from 'vitest'
import { testPage } from './test-page.ts'
import { testPageLines } from './test-page-text.ts'

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
/** What the n-th object of a PDF holds, unpacked. */
const streamOf = (page: Buffer, n: number) => {
  const text = latin1(page)
  const at = text.indexOf(`\n${n} 0 obj\n`)
  const start = text.indexOf('stream\n', at) + 'stream\n'.length
  const length = Number(/\/Length (\d+)/.exec(text.slice(at))![1])
  expect(text.slice(start + length, start + length + 10)).toBe('\nendstream')
  return inflateSync(page.subarray(start, start + length))
}

test.each(paperNames)('on %s it says in Chinese what must be seen, and every character has its glyph', (paper) => {
  const page = testPage(paper, Date.UTC(2026, 10, 21, 16, 0, 5))
  const toUnicode = new Map(
    [...latin1(streamOf(page, 9)).matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, glyph, code]) => [
      glyph,
      String.fromCharCode(...code!.match(/.{4}/g)!.map((unit) => Number.parseInt(unit, 16))),
    ]),
  )
  const shown = [...latin1(streamOf(page, 4)).matchAll(/<([0-9a-f]+)> Tj/g)].map(([, hex]) =>
    hex!
      .match(/.{4}/g)!
      .map((glyph) => toUnicode.get(glyph))
      .join(''),
  )
  // The counter's own time, not Greenwich's.
  expect(shown).toEqual(testPageLines(paper, '2026-11-22 00:00:05'))
  expect(latin1(streamOf(page, 8).subarray(0, 4))).toBe('true')
})

test('its table of contents is right', () => {
  const text = latin1(testPage('roll80', 0))
  const start = Number(/startxref\n(\d+)/.exec(text)![1])
  const offsets = [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map((match) => Number(match[1]))
  expect(offsets.map((offset, i) => text.startsWith(`${i + 1} 0 obj`, offset))).toEqual(offsets.map(() => true))
  expect(text.slice(start, start + 4)).toBe('xref')
})
