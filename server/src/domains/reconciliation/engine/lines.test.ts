import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eachLine, LineReader } from './lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'yibao-lines-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Lines from one byte to more than a chunk of reading, a character of four bytes at every place, no end behind the last.
const lines = Array.from({ length: 400 }, (_, i) => `${i} 𠮷${'x'.repeat(i % 100 === 99 ? 300_000 : i * 3)}`)
const path = join(folder, 'lines.txt')
writeFileSync(path, lines.join('\n'))
const size = Buffer.byteLength(lines.join('\n'))

test.each([1, 2, 3, 7])('%i parts give every line once, in order, with its place', (parts) => {
  const found: string[] = []
  const reader = new LineReader(path)
  for (let part = 0; part < parts; part++)
    eachLine(
      path,
      Math.floor((size * part) / parts),
      Math.floor((size * (part + 1)) / parts),
      (bytes, start, end, at) => {
        const text = Buffer.from(bytes.slice(start, end)).toString()
        found.push(text)
        expect(reader.at(at) === text).toBe(true)
      },
    )
  reader.close()
  expect(found.length).toBe(lines.length)
  expect(found.join('\n') === lines.join('\n')).toBe(true)
})

test('a part that begins exactly at a line has that line, and the one before has it not', () => {
  const file = join(folder, 'short.txt')
  writeFileSync(file, 'a\nbb\n\nc\n')
  const linesOf = (from: number, to: number) => {
    const found: string[] = []
    eachLine(file, from, to, (bytes, start, end) => found.push(Buffer.from(bytes.slice(start, end)).toString()))
    return found
  }
  expect([linesOf(0, 2), linesOf(2, 5), linesOf(5, 8)]).toEqual([['a'], ['bb'], ['', 'c']])
})

test('a file that became shorter is no file without those rows', () => {
  expect(() => eachLine(path, 0, size + 1, () => {})).toThrow('变短')
})
