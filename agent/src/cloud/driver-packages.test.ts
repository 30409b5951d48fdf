import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DriverPackage } from '@yibao/shared/agent/driver/package.ts'
import { driverPackage } from '@yibao/shared/agent/driver/package.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskOrder } from '../../test/disk-order.ts'
import { tempFolder } from '../../test/native.ts'
import { scanner } from '../../test/scanner.ts'
import { readActive } from '../dll/active.ts'
import { leftFree, NoRoom } from '../files/room.ts'
import { DriverPackages, PackageDamaged, PackageUnreadable } from './driver-packages.ts'
import { type ServerClient, ServerUnreachable } from './server-client.ts'

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pieceBytes = 1000
const manifest = { name: '读卡器', kind: 'idCard', bits: 32, functions: {} }

/** A server that has these files and gives them in pieces; `cutAfter` pieces the line is cut. */
const fakeServer = () => {
  const blobs = new Map<string, Buffer>()
  const state = { pieces: 0, cutAfter: Number.POSITIVE_INFINITY, spoil: false, empty: false }
  const client = {
    piece: async (_path: string, { sha256, from }: { sha256: string; from: number }) => {
      if (state.pieces >= state.cutAfter) throw new ServerUnreachable('cut')
      state.pieces += 1
      const whole = blobs.get(sha256)!
      const piece = Buffer.from(whole.subarray(from, from + (state.empty ? 0 : pieceBytes)))
      if (state.spoil && piece.length) piece[0]! ^= 1
      return { size: whole.length, data: piece.toString('base64') }
    },
  } as unknown as ServerClient
  const make = (version: string, id = 'acme', words: object = {}): DriverPackage => {
    const library = Buffer.alloc(3500, version)
    const pins = { 'win32-ia32': { file: 'Acme.dll', sha256: hash(library) } }
    const contents = {
      'driver.json': Buffer.from(JSON.stringify({ ...manifest, id, version, files: pins, ...words })),
      'Acme.dll': library,
      'lib/data.ini': Buffer.from('empty'),
    }
    const files = Object.entries(contents).map(([path, bytes]) => {
      blobs.set(hash(bytes), bytes)
      return { path, sha256: hash(bytes), size: bytes.length }
    })
    return { id, version, files }
  }
  return { client, state, make }
}

let folder = ''
let told: string[][] = []
beforeEach(() => {
  folder = tempFolder()
  told = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const setUp = (move?: (from: string, to: string) => void, free?: () => number) => {
  const server = fakeServer()
  const packages = new DriverPackages({
    ...{ folder, client: server.client, agentId: 'a'.repeat(22), log: { info: () => {}, warn: () => {} } },
    onActive: async (ids) => told.push(ids),
    ...(move && { move }),
    ...(free && { free }),
  })
  const places = () =>
    readdirSync(folder)
      .filter((name) => name.includes('@'))
      .toSorted()
  return { ...server, packages, places, active: () => readActive(folder) }
}

test('a package comes whole, is named as the one in use, and comes once', async () => {
  const { packages, make, state, active } = setUp()
  await packages.sync([make('1.0.0')])
  const place = active().acme!
  expect(readFileSync(join(folder, place, 'Acme.dll'))).toHaveLength(3500)
  expect(readFileSync(join(folder, place, 'lib', 'data.ini'), 'utf8')).toBe('empty')
  expect([told, state.pieces]).toEqual([[['acme']], 6])
  await packages.sync([make('1.0.0')])
  expect([told, state.pieces]).toEqual([[['acme']], 6])
})

test('a cut line is resumed where it was cut; the version in use stays until then', async () => {
  const { packages, make, state, active } = setUp()
  await packages.sync([make('1.0.0')])
  const before = active()
  state.cutAfter = state.pieces + 3
  await expect(packages.sync([make('1.1.0')])).rejects.toThrow(ServerUnreachable)
  expect(active()).toEqual(before)
  const pieces = state.pieces
  state.cutAfter = Number.POSITIVE_INFINITY
  await packages.sync([make('1.1.0')])
  expect(state.pieces - pieces, 'two of four pieces were there').toBeLessThan(6)
  expect(active().acme).toContain('@1.1.0-')
})

test('a manifest in words of a later version takes no working reader away, and is all that is fetched of its package', async () => {
  const { packages, make, state, active } = setUp()
  await packages.sync([make('1.0.0')])
  const [before, pieces] = [active(), state.pieces]
  const later = make('2.0.0', 'acme', { warmUp: true })
  for (let round = 0; round < 2; round += 1)
    await expect(packages.sync([later, make('1.0.0', 'other')])).rejects.toThrow(PackageUnreadable)
  expect(active()).toEqual({ ...before, other: expect.stringContaining('other@1.0.0-') })
  expect(state.pieces - pieces, 'its manifest once, and the other package').toBe(1 + 6)
  expect(told).toEqual([['acme'], ['other']])
  await packages.sync([make('3.0.0', 'acme', { extends: 'sscard-std', bits: undefined, functions: undefined })])
  expect(active().acme, 'what is written elsewhere is not missed here').toContain('@3.0.0-')
})

test('a disk that fills up meanwhile gets back what had come, and a folder that was cleaned away is made anew', async () => {
  const { packages, make, state, active } = setUp((from, to) => {
    if (full) throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
    renameSync(from, to)
  })
  let full = true
  await expect(packages.sync([make('1.0.0')])).rejects.toThrow('no room')
  expect(readdirSync(folder).filter((name) => name !== 'active.json')).toEqual(['files'])
  expect(readdirSync(join(folder, 'files'))).toEqual([])
  rmSync(join(folder, 'files'), { recursive: true })
  full = false
  await packages.sync([make('1.0.0')])
  expect([active().acme, state.pieces]).toEqual([expect.stringContaining('@1.0.0-'), 12])
})

test('a disk that one package has filled takes the next one all the same', async () => {
  const { packages, make, active } = setUp((from, to) => {
    if (from.includes('first')) throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
    renameSync(from, to)
  })
  await expect(packages.sync([make('1.0.0', 'first'), make('1.0.0', 'second')])).rejects.toThrow('no room')
  expect(Object.keys(active())).toEqual(['second'])
})

test('a disk that is too small for a package is not filled with it: not a byte is asked for, round after round', async () => {
  let free = 6000
  const { packages, make, state, active } = setUp(undefined, () => free)
  const sizes = make('1.0.0').files.reduce((sum, { size }) => sum + size, 0)
  for (let round = 0; round < 3; round += 1) await expect(packages.sync([make('1.0.0')])).rejects.toThrow(NoRoom)
  expect([state.pieces, active()]).toEqual([0, {}])
  // As it comes and in its place: without the first one no card is read at all.
  free = 2 * sizes
  await packages.sync([make('1.0.0')])
  expect(active().acme).toContain('@1.0.0-')
  // A library that was taken out had its room before; where there is none at all it is not begun either.
  const pieces = state.pieces
  rmSync(join(folder, active().acme!, 'Acme.dll'))
  free = 6999
  await expect(packages.sync([make('1.0.0')])).rejects.toThrow(NoRoom)
  expect([state.pieces, Object.keys(active())]).toEqual([pieces, ['acme']])
  free = 7000
  await packages.sync([make('1.0.0')])
  expect(readFileSync(join(folder, active().acme!, 'Acme.dll'))).toHaveLength(3500)
  // A newer one can wait for what the counter needs beside it.
  free = leftFree + sizes
  await expect(packages.sync([make('2.0.0')])).rejects.toThrow(NoRoom)
  expect(active().acme).toContain('@1.0.0-')
  free = leftFree + 2 * sizes
  await packages.sync([make('2.0.0')])
  expect(active().acme).toContain('@2.0.0-')
})

test('bytes of another hash are never used and fetched anew', async () => {
  const { packages, make, state, active } = setUp()
  state.spoil = true
  await expect(packages.sync([make('1.0.0')])).rejects.toThrow(PackageDamaged)
  expect([active(), told]).toEqual([{}, []])
  state.spoil = false
  await packages.sync([make('1.0.0')])
  expect(active().acme).toContain('@1.0.0-')
})

test('a server that has nothing more to give is not asked for ever', async () => {
  const { packages, make, state, active } = setUp()
  state.empty = true
  state.cutAfter = 100
  await expect(packages.sync([make('1.0.0')])).rejects.toThrow(PackageDamaged)
  expect([active(), state.pieces]).toEqual([{}, 1])
})

test('what a killed agent left half made is no part of a package: a library would load it', async () => {
  const { packages, make, places, active } = setUp()
  await packages.sync([make('1.0.0')])
  const [place] = places()
  rmSync(join(folder, place!), { recursive: true })
  mkdirSync(join(folder, `${place}.half`))
  writeFileSync(join(folder, `${place}.half`, 'version.dll'), 'left')
  await packages.sync([make('1.0.0')])
  expect(readdirSync(join(folder, active().acme!)).toSorted()).toEqual(['Acme.dll', 'driver.json', 'lib'])
})

test('a folder that a virus scanner holds for a moment is in its place all the same', async () => {
  const { held, move } = scanner()
  const { packages, make, active } = setUp(move)
  await packages.sync([make('1.0.0')])
  expect(readFileSync(join(folder, active().acme!, 'Acme.dll'))).toHaveLength(3500)
  expect(held).toEqual([expect.stringMatching(/acme@.*\.half$/)])
})

test('one that cannot be had does not keep the others back', async () => {
  const { packages, make, state, active } = setUp()
  const [a, b] = [make('1.0.0', 'first'), make('1.0.0', 'second')]
  state.cutAfter = 6
  await expect(packages.sync([a, b])).rejects.toThrow(ServerUnreachable)
  expect(Object.keys(active())).toEqual(['first'])
})

test('going back needs no download, stopping leaves none in use, and two versions stay here', async () => {
  const { packages, make, state, active, places } = setUp()
  for (const version of ['1.0.0', '1.1.0']) await packages.sync([make(version)])
  const pieces = state.pieces
  await packages.sync([make('1.0.0')])
  expect(state.pieces).toBe(pieces)
  expect(active().acme).toContain('@1.0.0-')
  await packages.sync([make('1.2.0')])
  // The one before it, and not the one that was left for it.
  expect(places().map((place) => place.split('-')[0])).toEqual(['acme@1.0.0', 'acme@1.2.0'])
  await packages.sync([])
  expect([active(), told.at(-1)]).toEqual([{}, ['acme']])
})

test('a driver.json that somebody changed is fetched again', async () => {
  const { packages, make, active } = setUp()
  await packages.sync([make('1.0.0')])
  const file = join(folder, active().acme!, 'driver.json')
  writeFileSync(file, '{"id":"acme","version":"6.6.6"}')
  await packages.sync([make('1.0.0')])
  expect(readFileSync(file, 'utf8')).toContain('1.0.0')
  expect(told).toHaveLength(2)
})

test('a library that a virus scanner took away or somebody changed comes back; what the library wrote itself stays', async () => {
  const { packages, make, state, active } = setUp()
  await packages.sync([make('1.0.0')])
  const at = (name: string) => join(folder, active().acme!, name)
  const before = state.pieces
  writeFileSync(at('lib/data.ini'), 'written by the library')
  await packages.sync([make('1.0.0')])
  expect([told.length, state.pieces]).toEqual([1, before])
  rmSync(at('Acme.dll'))
  await packages.sync([make('1.0.0')])
  expect(readFileSync(at('Acme.dll'))).toHaveLength(3500)
  expect([told, state.pieces]).toEqual([[['acme'], ['acme']], before + 4])
  expect(readFileSync(at('lib/data.ini'), 'utf8')).toBe('written by the library')
  // Taken again at once: that scanner must be told, not fed.
  rmSync(at('Acme.dll'))
  await packages.sync([make('1.0.0')])
  expect([told.length, state.pieces]).toEqual([2, before + 4])
  // The next start of the agent looks at the bytes themselves.
  const next = setUp()
  writeFileSync(at('Acme.dll'), Buffer.alloc(3500, 'x'))
  await next.packages.sync([next.make('1.0.0')])
  expect(hash(readFileSync(at('Acme.dll')))).toBe(make('1.0.0').files.find(({ path }) => path === 'Acme.dll')!.sha256)
  expect(readdirSync(join(folder, 'files'))).toEqual([])
})

test('a package is on the disk before it takes its place, and its place before what came is thrown away', async () => {
  const { packages, make, active } = setUp()
  const order = (await diskOrder(() => packages.sync([make('1.0.0')]))).map((step) => step.replaceAll(`${folder}/`, ''))
  const half = `${active().acme}.half`
  const moved = order.indexOf(`${half} -> ${active().acme}`)
  for (const name of ['driver.json', 'Acme.dll', 'lib/data.ini'])
    expect(order.findIndex((step) => step.startsWith(`sync ${half}/${name}`))).toSatisfy((at) => at >= 0 && at < moved)
  expect(order[moved + 1]).toBe(`sync ${folder}`)
})

test('what a power cut left of a file that no hash pins is fetched again by the next agent; what its library wrote is its own', async () => {
  const { packages, make, active } = setUp()
  await packages.sync([make('1.0.0')])
  const ini = join(folder, active().acme!, 'lib/data.ini')
  for (const left of [Buffer.alloc(5), Buffer.alloc(0), Buffer.from('em'), Buffer.from('emp\0\0')]) {
    writeFileSync(ini, left)
    const next = setUp()
    await next.packages.sync([next.make('1.0.0')])
    expect(readFileSync(ini, 'utf8')).toBe('empty')
    // From then on it is the library's again.
    writeFileSync(ini, left)
    await next.packages.sync([next.make('1.0.0')])
    expect(readFileSync(ini)).toEqual(left)
  }
  for (const own of ['com3', 'written by the library']) {
    writeFileSync(ini, own)
    const next = setUp()
    const before = told.length
    for (let round = 0; round < 2; round += 1) await next.packages.sync([next.make('1.0.0')])
    expect([readFileSync(ini, 'utf8'), told.length]).toEqual([own, before])
    expect(next.state.pieces).toBeLessThan(2)
    expect(readdirSync(join(folder, 'files'))).toEqual([])
  }
})

test('a policy cannot name a file outside the package', () => {
  const file = { sha256: 'a'.repeat(64), size: 1 }
  const outside = `${basename(folder)}-outside`
  for (const path of [`../${outside}`, `/${outside}`, `a\\..\\${outside}`, 'NUL', `a/../../${outside}`])
    expect(driverPackage.safeParse({ id: 'acme', version: '1.0.0', files: [{ ...file, path }] }).success).toBe(false)
  expect(driverPackage.safeParse({ id: '../x', version: '1.0.0', files: [{ ...file, path: 'x' }] }).success).toBe(false)
  expect(existsSync(join(folder, '..', outside))).toBe(false)
})

test('settings of the policy are kept beside the packages, and only the drivers that they change are told', async () => {
  const { packages, make } = setUp()
  const kept = () => JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
  await packages.sync([make('1.0.0')], { acme: { url: 'http://10.0.0.1' } })
  expect([told, kept()]).toEqual([[['acme']], { acme: { url: 'http://10.0.0.1' } }])
  expect(statSync(join(folder, 'settings.json')).mode & 0o777, 'a vendor’s keys are nobody else’s').toBe(0o600)
  await packages.sync([make('1.0.0')], { acme: { url: 'http://10.0.0.1' } })
  expect(told).toHaveLength(1)
  await packages.sync([make('1.0.0')], { acme: { url: 'http://10.0.0.2' }, other: { port: '3' } })
  expect(told.at(-1)).toEqual(['acme', 'other'])
  await packages.sync([make('1.0.0')])
  expect([told.at(-1), kept()]).toEqual([['acme', 'other'], {}])
})

test('what a kill left of a package that was withdrawn goes; of one that is wanted the pieces stay', async () => {
  const { packages, make, state } = setUp()
  const [withdrawn, wanted] = [make('2.0.0'), make('1.0.0')]
  const filesOf = ({ files }: DriverPackage) => files.map(({ sha256 }) => sha256)
  state.cutAfter = 3
  await expect(packages.sync([withdrawn])).rejects.toThrow(ServerUnreachable)
  mkdirSync(join(folder, 'acme@2.0.0-x.half', 'lib'), { recursive: true })
  expect(readdirSync(join(folder, 'files')).some((name) => filesOf(withdrawn).includes(name))).toBe(true)
  state.cutAfter = 6
  await expect(packages.sync([wanted])).rejects.toThrow(ServerUnreachable)
  const left = readdirSync(join(folder, 'files'))
  expect(left.length).toBeGreaterThan(0)
  expect(left.every((name) => filesOf(wanted).includes(name))).toBe(true)
  expect(readdirSync(folder).filter((name) => name.startsWith('acme@2.0.0'))).toEqual([])
  state.cutAfter = Number.POSITIVE_INFINITY
  await packages.sync([wanted])
  // driver.json in one piece, the library in four, of which two had come; one more for the ini.
  expect(state.pieces).toBe(3 + 6)
})
