import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clearMoves, readPointer, writePointer } from './pointer.ts'

const root = mkdtempSync(join(tmpdir(), 'yb-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the pointer names the version it was moved to, and nothing of the move stays', () => {
  expect(readPointer(root)).toBeUndefined()
  for (const version of ['1.2.3', '1.2.4-rc.1']) {
    writePointer(root, version)
    expect([readPointer(root), readdirSync(root)]).toEqual([version, ['current']])
  }
})

test('what killed moves left goes with the installation, and nothing else does', () => {
  for (const name of ['current.new', 'current.4711.new', 'currency.new']) writeFileSync(join(root, name), '1.2.3')
  clearMoves(root)
  expect(readdirSync(root).toSorted()).toEqual(['currency.new', 'current'])
  rmSync(join(root, 'currency.new'))
})

test.each(['../../etc', '1.2', '', '1.2.3/..', '1.2.3\nx'])(
  '%j is no version: not written, and not believed',
  (text) => {
    expect(() => writePointer(root, text)).toThrow()
    writeFileSync(join(root, 'current'), text)
    expect(readPointer(root)).toBeUndefined()
  },
)
