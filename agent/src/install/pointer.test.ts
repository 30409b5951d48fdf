import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPointer, writePointer } from './pointer.ts'

const root = mkdtempSync(join(tmpdir(), 'yb-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the pointer names the version it was moved to, and nothing of the move stays', () => {
  expect(readPointer(root)).toBeUndefined()
  for (const version of ['1.2.3', '1.2.4-rc.1']) {
    writePointer(root, version)
    expect([readPointer(root), existsSync(join(root, 'current.new'))]).toEqual([version, false])
  }
})

test.each(['../../etc', '1.2', '', '1.2.3/..', '1.2.3\nx'])(
  '%j is no version: not written, and not believed',
  (text) => {
    expect(() => writePointer(root, text)).toThrow()
    writeFileSync(join(root, 'current'), text)
    expect(readPointer(root)).toBeUndefined()
  },
)
