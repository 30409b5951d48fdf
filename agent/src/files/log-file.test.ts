import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFile } from './log-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const line = (n: number) => `${String(n).padStart(9, '0')}\n`
const limits = { bytes: 100, files: 3 }

test('files turn by size, the oldest goes, nobody else may read them', () => {
  const log = openLogFile(join(folder, 'logs'), limits)
  for (let n = 0; n < 95; n += 1) log.write(line(n))
  log.close()
  const names = readdirSync(join(folder, 'logs')).sort()
  expect(names).toEqual(['agent.1.log', 'agent.2.log', 'agent.log'])
  for (const name of names) expect(statSync(join(folder, 'logs', name)).size).toBeLessThanOrEqual(limits.bytes)
  expect(statSync(join(folder, 'logs', 'agent.log')).mode & 0o777).toBe(0o600)
})

test('the end is whole lines, over the turn of a file and after a restart', () => {
  const log = openLogFile(folder, limits)
  for (let n = 0; n < 13; n += 1) log.write(line(n))
  expect(log.tail(55)).toBe([8, 9, 10, 11, 12].map(line).join(''))
  log.close()
  const next = openLogFile(folder, limits)
  next.write(line(13))
  expect(next.tail(20)).toBe(line(13))
  expect(next.tail(10_000).split('\n')).toHaveLength(15)
  next.close()
})

test('a line longer than a file is written all the same, and a broken disk stops nobody', () => {
  const log = openLogFile(folder, limits)
  log.write(`${'x'.repeat(500)}\n`)
  log.write(line(1))
  expect(log.tail(30)).toContain(line(1))
  log.close()
  expect(() => log.write(line(2))).not.toThrow()
})

test('while somebody holds an old file the log grows, loses no line, and touches no other file; then it turns again', () => {
  const log = openLogFile(folder, limits)
  // As on Windows: there, and not to be removed.
  const held = join(folder, 'agent.2.log')
  mkdirSync(held)
  for (let n = 0; n < 25; n += 1) log.write(line(n))
  const other = openSync(join(folder, 'other'), 'w')
  log.write(line(25))
  expect(writeSync(other, 'mine')).toBe(4)
  closeSync(other)
  expect(log.tail(10_000).split('\n')).toHaveLength(27)
  expect(readFileSync(join(folder, 'agent.1.log'), 'utf8')).toContain(line(0))
  rmSync(held, { recursive: true })
  log.write(line(26))
  expect(statSync(join(folder, 'agent.log')).size).toBe(10)
  log.close()
})

test('a link in its place leads to no other file: the updater, which may be root, has its log in the gateway’s folder', () => {
  const other = join(folder, 'cron')
  writeFileSync(other, 'theirs')
  symlinkSync(other, join(folder, 'agent.log'))
  const log = openLogFile(folder, limits)
  log.write(line(1))
  log.close()
  expect([readFileSync(other, 'utf8'), readFileSync(join(folder, 'agent.log'), 'utf8')]).toEqual(['theirs', line(1)])
})
