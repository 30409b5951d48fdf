import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { openDatabase } from '../gateway/database.ts'
import { asAgentError } from '../gateway/error-answer.ts'
import { createJobStore } from '../print/store.ts'
import { takeOwnFolder } from './own-folder.ts'
import { isDiskFull } from './sqlite.ts'

let folder = ''
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const slip = { id: 'slip-1', bytes: Buffer.alloc(50_000, 'x'), copies: 1, paper: 'roll80' as const }

test.each([
  ['a slip that was taken', (file: string) => createJobStore(file)],
  ['a ticket that was spent', (file: string) => openDatabase(file)],
])('a power cut takes back nothing that was said: %s is on the disk by then', (_, open) => {
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
  const database = open(join(folder, 'kept.sqlite'))
  const [connection] = opened.mock.contexts as DatabaseSync[]
  opened.mockRestore()
  // 2 = FULL: each commit waits for the disk, in the log of changes too.
  expect(connection!.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 })
  database.close()
})

test('what was put aside for support is not kept for ever: slips in it bear names', () => {
  const file = join(folder, 'jobs.sqlite')
  const names = ['', '-wal'].map((tail) => `${file}.damaged${tail}`)
  const after = (days: number) => {
    const then = new Date(Date.now() - days * 24 * 3600_000)
    for (const name of names) {
      writeFileSync(name, '王䶮')
      utimesSync(name, then, then)
    }
    createJobStore(file).close()
    return names.map((name) => existsSync(name))
  }
  expect(after(29)).toEqual([true, true])
  expect(after(31)).toEqual([false, false])
})

test('the month begins when it is put aside: it may have been written last long before', () => {
  const file = join(folder, 'jobs.sqlite')
  const before = new Date(Date.now() - 40 * 24 * 3600_000)
  writeFileSync(file, 'what a virus scanner left of it, long enough to be read')
  utimesSync(file, before, before)
  for (let start = 0; start < 2; start += 1) createJobStore(file).close()
  expect(existsSync(`${file}.damaged`)).toBe(true)
})

test('what is damaged is put aside and begun anew; what is whole or only empty is not', () => {
  const file = join(folder, 'jobs.sqlite')
  const keep = () => {
    const store = createJobStore(file)
    store.add(slip)
    store.close()
  }
  keep()
  keep()
  expect(readdirSync(folder)).toEqual(['jobs.sqlite'])
  const whole = readFileSync(file)
  for (const bytes of [
    whole.subarray(0, 3000),
    Buffer.from('what a virus scanner left of it, long enough to be read'),
  ]) {
    rmSync(`${file}.damaged`, { force: true })
    writeFileSync(file, bytes)
    const store = createJobStore(file)
    expect(store.list()).toEqual([])
    expect(store.add(slip).fresh).toBe(true)
    store.close()
    expect(readFileSync(`${file}.damaged`)).toEqual(Buffer.from(bytes))
  }
  rmSync(`${file}.damaged`)
  writeFileSync(file, '')
  createJobStore(file).close()
  expect(existsSync(`${file}.damaged`)).toBe(false)
})

test('what is damaged is closed before it is put aside: Windows renames no file that is open', () => {
  const file = join(folder, 'jobs.sqlite')
  writeFileSync(file, 'what a virus scanner left of it, long enough to be read')
  const close = DatabaseSync.prototype.close
  const asideThen: boolean[] = []
  const closing = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(function (this: DatabaseSync) {
    asideThen.push(existsSync(`${file}.damaged`))
    close.call(this)
  })
  const store = createJobStore(file)
  closing.mockRestore()
  expect([asideThen, existsSync(`${file}.damaged`)]).toEqual([[false], true])
  store.close()
})

test('a damage in the middle is found when it is opened, not by each slip that then does not print', () => {
  const file = join(folder, 'jobs.sqlite')
  const full = createJobStore(file)
  for (let n = 0; n < 12; n += 1) full.add({ ...slip, id: `slip-${n}` })
  full.close()
  const whole = readFileSync(file)
  const pages = whole.length / 4096
  for (const page of [1, Math.floor(pages / 2), pages - 1]) {
    const hurt = Buffer.from(whole)
    hurt.fill('x', page * 4096, (page + 1) * 4096)
    writeFileSync(file, hurt)
    const store = createJobStore(file)
    expect(store.add({ ...slip, id: 'slip-new' }).fresh).toBe(true)
    for (const { id } of store.in('queued')) expect(store.bytes(id)).toEqual(slip.bytes)
    store.prune(0)
    store.close()
  }
})

test('neither a damaged lock nor damaged tickets keep the agent from starting; a lock that is held does', () => {
  for (const name of ['lock.sqlite', 'gateway.sqlite'])
    writeFileSync(join(folder, name), 'no database, but as long as a header would be, and more than that')
  const giveBack = takeOwnFolder(folder, 50)
  expect(() => takeOwnFolder(folder, 50)).toThrow('另一个本机助手正在使用')
  giveBack()
  openDatabase(join(folder, 'gateway.sqlite')).close()
})

test('a full disk is told as such, by the database and by a file', () => {
  const database = new DatabaseSync(join(folder, 'small.sqlite'))
  database.exec('create table t (b blob); pragma max_page_count = 4')
  const fill = () => database.prepare('insert into t values (?)').run(Buffer.alloc(100_000))
  let fault: unknown
  try {
    fill()
  } catch (error) {
    fault = error
  }
  database.close()
  expect(isDiskFull(fault)).toBe(true)
  expect(asAgentError(fault)).toMatchObject({ code: 'DISK_FULL', retryable: true })
  expect(asAgentError(Object.assign(new Error(), { code: 'ENOSPC' })).code).toBe('DISK_FULL')
  expect(asAgentError(new Error('odd')).code).toBe('INTERNAL')
})
