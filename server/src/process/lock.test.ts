import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderTaken, takeDataFolder } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lock = () => join(folder, 'lock')
const holder = () => JSON.parse(readFileSync(lock(), 'utf8'))
const now = () => new Date().toISOString()

test('a folder is taken, named, released and taken again', () => {
  const release = takeDataFolder(folder)
  expect(holder().pid).toBe(process.pid)
  release()
  expect(readdirSync(folder)).toEqual([])
  takeDataFolder(folder)()
})

test('a living holder is named', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  writeFileSync(lock(), JSON.stringify({ pid: other.pid, since: now() }))
  expect(() => takeDataFolder(folder)).toThrow(DataFolderTaken)
  expect(() => takeDataFolder(folder)).toThrow(`正由进程 ${other.pid} 使用`)
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  await ended
  takeDataFolder(folder)
  expect(holder().pid).toBe(process.pid)
})

test('a lock is stale when its process is gone, is another one by now, or never was ours', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const stale = [{ pid, since: now() }, { pid: process.pid, since: now() }, 'half a li']
  // A number that was given to a younger process, as after a restart of the machine.
  if (process.platform === 'linux') stale.push({ pid: process.ppid, since: '2001-01-01T00:00:00.000Z' })
  for (const content of stale) {
    writeFileSync(lock(), typeof content === 'string' ? content : JSON.stringify(content))
    takeDataFolder(folder)
    expect(holder().pid).toBe(process.pid)
    expect(readdirSync(folder)).toEqual(['lock'])
  }
})

test('a release removes only its own lock', () => {
  const release = takeDataFolder(folder)
  const other = JSON.stringify({ pid: process.ppid, since: now() })
  writeFileSync(lock(), other)
  release()
  expect(readFileSync(lock(), 'utf8')).toBe(other)
})
