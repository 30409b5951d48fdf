import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeOnce } from './make-once.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yibao-once-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lock = () => join(folder, 'lock')
const thing = () => join(folder, 'thing')
const isMissing = () => !existsSync(thing())

test('what is there is not made again', async () => {
  const make = async () => writeFileSync(thing(), '', { flag: 'wx' })
  await makeOnce(lock(), isMissing, make)
  await makeOnce(lock(), isMissing, make)
  expect(readdirSync(folder)).toEqual(['thing'])
})

test('who comes while it is made waits, and makes nothing', async () => {
  const other = JSON.stringify({ pid: process.ppid, since: new Date().toISOString() })
  writeFileSync(lock(), other)
  let isMade = false
  const asked = { times: 0 }
  const waiting = makeOnce(
    lock(),
    () => {
      asked.times++
      return !isMade
    },
    () => Promise.reject(new Error('made twice')),
  )
  await expect.poll(() => asked.times).toBeGreaterThan(2)
  isMade = true
  await waiting
  expect(existsSync(lock())).toBe(true)
})

test('a maker that was killed holds nobody up', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(lock(), JSON.stringify({ pid, since: new Date().toISOString() }))
  await makeOnce(lock(), isMissing, async () => writeFileSync(thing(), ''))
  expect(readdirSync(folder)).toEqual(['thing'])
})

test('what could not be made is told, and the next one tries', async () => {
  await expect(makeOnce(lock(), isMissing, () => Promise.reject(new Error('no space left')))).rejects.toThrow(
    'no space',
  )
  await makeOnce(lock(), isMissing, async () => writeFileSync(thing(), ''))
  expect(readdirSync(folder)).toEqual(['thing'])
})
