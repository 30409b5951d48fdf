import { execFile } from 'node:child_process'
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskOrder } from '../../test/disk-order.ts'
import { ErpToken } from '../cloud/erp-token.ts'
import { writeEnrolCode } from '../install/settings.ts'
import { clearHalfWritten, moveOver, withoutLink, writeWhole } from './disk.ts'

const failing = (times: number, code: string) => {
  const seen = { tries: 0 }
  const rename = () => {
    seen.tries += 1
    if (seen.tries <= times) throw Object.assign(new Error(code), { code })
  }
  return { seen, rename }
}

test('a file that a scanner holds is tried again, and in the end the fault is told', () => {
  const brief = failing(2, 'EPERM')
  moveOver('a', 'b', brief.rename, [1, 1, 1])
  expect(brief.seen.tries).toBe(3)
  const lasting = failing(9, 'EBUSY')
  expect(() => moveOver('a', 'b', lasting.rename, [1, 1, 1])).toThrow('EBUSY')
  expect(lasting.seen.tries).toBe(4)
})

test('a fault of another kind is told at once', () => {
  const full = failing(1, 'ENOSPC')
  expect(() => moveOver('a', 'b', full.rename, [1, 1, 1])).toThrow('ENOSPC')
  expect(full.seen.tries).toBe(1)
})

test('a file is on the disk before it takes the name of the one it replaces, and then so is the name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-disk-'))
  const file = join(folder, 'policy.json')
  const beside = `${file}.${process.pid}.new`
  try {
    expect(await diskOrder(() => writeWhole(file, '{}'))).toEqual([
      `sync ${beside}`,
      `${beside} -> ${file}`,
      `sync ${folder}`,
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what could not take its place leaves nothing beside it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-disk-'))
  try {
    mkdirSync(join(folder, 'policy.json'))
    expect(() => writeWhole(join(folder, 'policy.json'), '{}')).toThrow('EISDIR')
    expect(readdirSync(folder)).toEqual(['policy.json'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('two processes that write at one instant leave one of the two, whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-disk-'))
  const file = join(folder, 'memory.json')
  const disk = JSON.stringify(new URL('./disk.ts', import.meta.url).href)
  const script = (letter: string) =>
    `const { writeWhole } = await import(${disk}); for (let n = 0; n < 400; n++) writeWhole(${JSON.stringify(file)}, '${letter}'.repeat(9999))`
  const write = (letter: string) => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script(letter)])
  try {
    await Promise.all([write('a'), write('b')])
    expect(readFileSync(file, 'utf8')).toMatch(/^(a{9999}|b{9999})$/)
    expect(readdirSync(folder)).toEqual(['memory.json'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what a killed process left half written goes; what one is writing, links and the files of others stay', () => {
  const root = mkdtempSync(join(tmpdir(), 'yb-disk-'))
  const [folder, elsewhere] = [join(root, 'agent'), join(root, 'elsewhere')]
  for (const place of [folder, elsewhere]) mkdirSync(place)
  const put = (file: string, minutes: number) => {
    writeFileSync(file, 'half')
    const at = Date.now() / 1000 - minutes * 60
    utimesSync(file, at, at)
  }
  try {
    put(join(folder, 'policy.json.4711.new'), 11)
    put(join(folder, 'policy.json.4712.new'), 1)
    for (const name of ['policy.json', 'policy.json.new', 'a.4711.new.json']) put(join(folder, name), 11)
    put(join(elsewhere, 'policy.json.4711.new'), 11)
    symlinkSync(elsewhere, join(root, 'linked'))
    symlinkSync(join(elsewhere, 'policy.json.4711.new'), join(folder, 'linked.4711.new'))
    for (const place of [folder, join(root, 'linked'), join(root, 'none')]) clearHalfWritten(place)
    const left = ['a.4711.new.json', 'linked.4711.new', 'policy.json', 'policy.json.4712.new', 'policy.json.new']
    expect(readdirSync(folder).toSorted()).toEqual(left)
    expect(readdirSync(elsewhere)).toEqual(['policy.json.4711.new'])
  } finally {
    rmSync(root, { recursive: true })
  }
})

// On Linux updater and installer are root and work in a folder in which the account of the gateway, and with it a
// vendor's library, may put what it likes.
describe('in the folder of another account', () => {
  let folder = ''
  let theirs = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'yb-disk-'))
    theirs = join(folder, 'passwords')
    writeFileSync(theirs, 'secret', { mode: 0o600 })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test.each<[string, string, (folder: string) => void]>([
    ['a file that is replaced', 'journal.json', (place) => writeWhole(join(place, 'journal.json'), 'new')],
    ['the token of an ERP', 'erp-token.sha256', (place) => void new ErpToken(place).renew()],
    ['the one-time code', 'enrol-code', (place) => writeEnrolCode(place, 'code-1')],
  ])('no link leads elsewhere, and what was left half written is in nobody’s way: %s', (_, name, write) => {
    const beside = `${name}.${process.pid}.new`
    for (const link of [name, beside]) {
      symlinkSync(theirs, join(folder, link))
      write(folder)
      expect([link, readFileSync(theirs, 'utf8'), lstatSync(join(folder, name)).isFile()]).toEqual([
        link,
        'secret',
        true,
      ])
    }
    writeFileSync(join(folder, beside), 'half', { mode: 0o400 })
    write(folder)
    expect(readFileSync(join(folder, name), 'utf8')).not.toBe('half')
  })

  test('it is that account’s to read', () => {
    if (process.getuid?.() !== 0) return // who may give nothing away writes his own
    chownSync(folder, 65_534, 65_534)
    writeWhole(join(folder, 'journal.json'), 'new', 0o600)
    expect(statSync(join(folder, 'journal.json'))).toMatchObject({ uid: 65_534, gid: 65_534 })
  })

  test('a link is taken out of the way, a file is left', () => {
    symlinkSync(theirs, join(folder, 'lock'))
    expect(lstatSync(withoutLink(join(folder, 'lock')), { throwIfNoEntry: false })).toBeUndefined()
    expect(readFileSync(withoutLink(theirs), 'utf8')).toBe('secret')
  })
})
