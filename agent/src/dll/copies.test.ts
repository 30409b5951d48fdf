import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { diskOrder } from '../../test/disk-order.ts'
import { tempFolder } from '../../test/native.ts'
import { scanner } from '../../test/scanner.ts'
import { sha256hex } from '../hash.ts'
import { copyFor, keepCopies, sweepCopies } from './copies.ts'

const root = tempFolder()
afterAll(() => rmSync(root, { recursive: true, force: true }))
const dayMs = 24 * 3600_000
let copies: string
let n = 0
beforeEach(() => {
  copies = join(root, `copies-${++n}`)
})
afterEach(() => vi.useRealTimers())

/** A driver's folder of this version. */
const driver = (version: string, id = 'reader') => {
  const dir = join(root, `${id}@${version}-${n}`)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'driver.json'), JSON.stringify({ id, version }))
  writeFileSync(join(dir, 'x.dll'), version)
  return dir
}
const age = (place: string, days: number) => {
  const at = new Date(Date.now() - days * dayMs)
  utimesSync(place, at, at)
}
const left = () => readdirSync(copies).sort()
const nameOf = (place: string) => place.slice(copies.length + 1)

test('what no desk has used for a week goes; what is used, or was a day ago, stays', () => {
  const [old, former, used] = ['1', '2', '3'].map((version) => copyFor(driver(version), copies))
  age(old!, 8)
  age(former!, 6)
  age(used!, 400)
  writeFileSync(join(copies, 'not-ours.txt'), '')
  sweepCopies(copies, new Set([used!]))
  expect(left()).toEqual([nameOf(former!), nameOf(used!), 'not-ours.txt'].sort())
})

test('a copy that is come back to is in use from then on, whoever sweeps', () => {
  const dir = driver('1')
  const place = copyFor(dir, copies)
  writeFileSync(join(place, 'log.txt'), 'kept')
  age(place, 30)
  expect(copyFor(dir, copies)).toBe(place)
  sweepCopies(copies, new Set())
  expect(readFileSync(join(place, 'log.txt'), 'utf8')).toBe('kept')
})

test('a copy that a virus scanner holds for a moment is in its place all the same', () => {
  const { held, move } = scanner()
  const place = copyFor(driver('1'), copies, move)
  expect([left(), held.length, readFileSync(join(place, 'x.dll'), 'utf8')]).toEqual([[nameOf(place)], 1, '1'])
})

test('a copy is on the disk before it takes its place', async () => {
  const dir = driver('1')
  mkdirSync(join(dir, 'lib'))
  writeFileSync(join(dir, 'lib', 'x.ini'), 'ip=10.0.0.1')
  let place = ''
  const order = await diskOrder(() => {
    place = copyFor(dir, copies)
  })
  const moved = order.findIndex((step) => step.endsWith(` -> ${place}`))
  const half = order[moved]!.split(' -> ')[0]!
  for (const name of ['driver.json', 'x.dll', 'lib/x.ini'])
    expect(order.findIndex((step) => step.startsWith(`sync ${half}/${name}`))).toSatisfy((at) => at >= 0 && at < moved)
  expect(order[moved + 1]).toBe(`sync ${copies}`)
})

test('what a power cut left of a copy comes from its source again, and a library that is another one; the rest stays', () => {
  const dir = driver('1')
  const library = 'MZ library 1'
  writeFileSync(join(dir, 'driver.json'), JSON.stringify({ files: { 'win32-ia32': { sha256: sha256hex(library) } } }))
  const sources = { 'x.dll': library, 'Helper.dll': 'MZ helper\0\0', 'x.ini': 'ip=10.0.0.1' }
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(dir, name), text)
  const place = copyFor(dir, copies)
  const inCopy = () =>
    Object.fromEntries(Object.keys(sources).map((name) => [name, readFileSync(join(place, name), 'utf8')]))
  writeFileSync(join(place, 'log.txt'), 'kept')
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(place, name), Buffer.alloc(text.length))
  expect([copyFor(dir, copies), inCopy()]).toEqual([place, sources])
  // Not a whole number of zeros: a page in the middle of a library is gone.
  writeFileSync(join(place, 'x.dll'), library.replace('lib', '\0\0\0'))
  writeFileSync(join(place, 'x.ini'), 'ip=1')
  copyFor(dir, copies)
  expect(inCopy()).toEqual(sources)
  writeFileSync(join(place, 'x.ini'), 'port=3')
  copyFor(dir, copies)
  expect([inCopy()['x.ini'], readFileSync(join(place, 'log.txt'), 'utf8')]).toEqual(['port=3', 'kept'])
  // The source is wrong, too: what the copy has may be the better one.
  writeFileSync(join(dir, 'x.dll'), 'MZ another 1')
  age(join(dir, 'x.dll'), 1)
  copyFor(dir, copies)
  expect(inCopy()['x.dll']).toBe(library)
})

test('what a kill left half made or half removed goes, and is never taken for a whole copy', () => {
  const dir = driver('1')
  const place = copyFor(dir, copies)
  // Of the versions before, named by the process; of a copy that somebody makes just now; a removal that was cut off.
  for (const [name, days] of [
    ['.4711', 2],
    ['.0a1b2c3d4e5f', 2],
    ['.111111111111', 0],
    ['.gone', 0],
  ] as const) {
    mkdirSync(place + name)
    writeFileSync(join(place + name, 'x.dll'), 'half')
    age(place + name, days)
  }
  sweepCopies(copies, new Set([place]))
  expect(left()).toEqual([nameOf(place), `${nameOf(place)}.111111111111`])
  expect(copyFor(dir, copies)).toBe(place)
})

test('a clock that is years off takes nothing that a desk has marked since', () => {
  const [mine, others] = ['1', '2'].map((version) => copyFor(driver(version), copies))
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  vi.setSystemTime(Date.now() + 3000 * dayMs)
  const ends = [mine!, others!].map((place) => keepCopies(copies, () => new Set([place])))
  vi.advanceTimersByTime(11 * 60_000)
  expect(left()).toHaveLength(2)
  // The other desk goes: a week and a day later its copy does.
  ends[1]!()
  vi.advanceTimersByTime(8 * dayMs)
  expect(left()).toEqual([nameOf(mine!)])
  ends[0]!()
})

/** What another process answers that copies it, too. */
const copiedElsewhere = async (dir: string): Promise<string> => {
  const [file, from, to] = [join(import.meta.dirname, 'copies.ts'), dir, copies].map((one) => JSON.stringify(one))
  const code = `import(${file}).then(({ copyFor }) => console.log(copyFor(${from}, ${to})))`
  return (await promisify(execFile)(process.execPath, ['--no-warnings', '-e', code])).stdout.trim()
}

test('two desks that copy at once both run in the one copy', async () => {
  const dir = driver('1')
  for (let i = 0; i < 400; i++) writeFileSync(join(dir, `f${i}`), 'x'.repeat(2000))
  const places = await Promise.all([1, 2, 3].map(() => copiedElsewhere(dir)))
  expect(new Set(places).size).toBe(1)
  expect(left()).toEqual([nameOf(places[0]!)])
  expect(existsSync(join(places[0]!, 'f399'))).toBe(true)
})
