import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseManifest } from '@yibao/shared/agent/driver/read-manifest.ts'
import { afterAll, expect, test } from 'vitest'
import { canCompile, nativeDrivers, tempFolder } from '../../test/native.ts'
import { createDrivers } from '../desk/drivers.ts'
import { readBinary } from './binary.ts'
import { diagnose } from './doctor.ts'
import { checkImports } from './imports.ts'
import { scanDrivers } from './registry.ts'

const root = tempFolder()
const drivers = nativeDrivers(root)
const other = tempFolder()
afterAll(() => drivers.remove(other))

/** A PE file of nothing but headers and an import table, as the Windows loader would read it. */
const peFile = (bits: 32 | 64, imports: string[]) => {
  const file = Buffer.alloc(2048)
  const [pe, optional, section, table] = [64, 88, 0x200, 0x400]
  file.write('MZ')
  file.writeUInt32LE(pe, 60)
  file.write('PE\0\0', pe)
  file.writeUInt16LE(1, pe + 6)
  file.writeUInt16LE(section - optional, pe + 20)
  file.writeUInt16LE(bits === 64 ? 0x20b : 0x10b, optional)
  const rva = 0x1000
  file.writeUInt32LE(rva, optional + (bits === 64 ? 120 : 104))
  file.writeUInt32LE(rva, section + 12)
  file.writeUInt32LE(1024, section + 16)
  file.writeUInt32LE(table, section + 20)
  let at = table + 20 * (imports.length + 1)
  imports.forEach((name, index) => {
    file.writeUInt32LE(rva + at - table, table + index * 20 + 12)
    at += file.write(`${name}\0`, at)
  })
  return file
}

test('a PE header tells bitness and the libraries it needs', () => {
  expect(readBinary(peFile(32, ['KERNEL32.dll', 'SSSE32.dll']))).toEqual({
    ...{ format: 'pe', bits: 32, imports: ['KERNEL32.dll', 'SSSE32.dll'] },
  })
  expect(readBinary(peFile(64, []))).toMatchObject({ format: 'pe', bits: 64, imports: [] })
})

test('an ELF header does too: this very node needs the C library', () => {
  expect(readBinary(readFileSync(process.execPath))).toMatchObject({
    ...{ format: 'elf', bits: 64, imports: expect.arrayContaining(['libc.so.6']) },
  })
})

test('noise and cut files are no libraries', () => {
  const pe = peFile(32, ['A.dll'])
  expect(readBinary(Buffer.from('#!/bin/sh'))).toBeUndefined()
  expect(readBinary(Buffer.alloc(0))).toBeUndefined()
  for (const end of [2, 60, 70, 90, 150]) expect(readBinary(pe.subarray(0, end))).toBeUndefined()
})

test('a missing dependency is named with the file that asks for it, whatever the case of its letters', () => {
  const folder = join(root, 'needs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'ssse32.DLL'), peFile(32, ['MFC42.DLL', 'SSSE32.dll']))
  const header = readBinary(peFile(32, ['SSSE32.dll', 'api-ms-win-crt-heap-l1-1-0.dll']))!
  expect(checkImports('A.dll', header, [folder], [])).toEqual({
    ...{ missing: [{ name: 'MFC42.DLL', by: 'SSSE32.dll' }], misfit: [], shared: [] },
  })
})

test('a runtime of Visual Studio 2005 or 2008 is the loader’s to find: no folder shows it', () => {
  const runtimes = ['MSVCR80.dll', 'msvcp90.DLL', 'MFC90U.dll', 'ATL80.DLL']
  const header = readBinary(peFile(32, [...runtimes, 'MSVCR71.dll', 'MFC42.DLL']))!
  const { missing, shared } = checkImports('A.dll', header, [], [])
  expect(shared).toEqual(runtimes.map((name) => ({ name, by: 'A.dll' })))
  // These never were shared so: they stand in a folder or nowhere.
  expect(missing.map(({ name }) => name)).toEqual(['MSVCR71.dll', 'MFC42.DLL'])
})

test('a dependency of the other bitness, or that is no library, is named', () => {
  const folder = join(root, 'mixed')
  mkdirSync(folder)
  writeFileSync(join(folder, 'B.dll'), peFile(64, []))
  writeFileSync(join(folder, 'C.dll'), 'no library')
  const header = readBinary(peFile(32, ['B.dll', 'C.dll']))!
  expect(checkImports('A.dll', header, [folder], []).misfit).toEqual([
    { name: 'B.dll', bits: 64 },
    { name: 'C.dll', bits: 0 },
  ])
})

test('shipped drivers are sound, and without the vendor file they are missing by name', () => {
  const shipped = scanDrivers([fileURLToPath(new URL('../../drivers', import.meta.url))])
  expect([...shipped.values()].filter(({ problem }) => problem)).toEqual([])
  const { manifest, dir } = shipped.get('sscard-std')!
  expect(diagnose(manifest!, dir, 'win32')).toEqual({
    ...{ bits: 32, problem: { code: 'DRIVER_MISSING_FILE', text: '缺少文件 SSCardDriver.dll，请把它放进驱动文件夹' } },
  })
  expect(diagnose(manifest!, dir, 'linux')).toMatchObject({ problem: { code: 'DRIVER_MISSING_FILE' } })
  expect([...shipped.values()].flatMap(({ manifest: m }) => (m?.simulator ? diagnose(m, dir).problem : []))).toEqual(
    Array(5).fill(undefined),
  )
})

test.skipIf(!canCompile)('a library is loaded only with its own hash, bitness and place', () => {
  const dir = drivers.add('c-doctor', 'sscard', { extends: 'sscard-std', kind: 'socialCard' })
  const manifest = scanDrivers([root]).get('c-doctor')!.manifest!
  const entry = manifest.files!['linux-x64']!
  const path = join(dir, entry.file)
  expect(diagnose(manifest, dir)).toEqual({ bits: 64, file: path })
  const withFile = (own: object) => ({ ...manifest, files: { 'linux-x64': { ...entry, ...own } } })
  expect(diagnose(withFile({ sha256: undefined }), dir).problem).toMatchObject({ code: 'DRIVER_HASH_MISMATCH' })
  expect(diagnose(withFile({ needs: ['SSSE32.so'] }), dir).problem?.text).toContain('SSSE32.so')

  symlinkSync('/lib/x86_64-linux-gnu/libc.so.6', join(dir, 'outside.so'))
  expect(diagnose(withFile({ file: 'outside.so' }), dir).problem).toMatchObject({ code: 'DRIVER_MISSING_FILE' })

  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes, Buffer.from('x')]))
  expect(diagnose(manifest, dir).problem).toMatchObject({ code: 'DRIVER_HASH_MISMATCH' })

  const narrow = Buffer.from(bytes)
  narrow[4] = 1
  writeFileSync(path, narrow)
  const sha256 = createHash('sha256').update(narrow).digest('hex')
  expect(diagnose(withFile({ sha256 }), dir).problem).toMatchObject({ code: 'DRIVER_BITS' })
  writeFileSync(path, peFile(32, []))
  expect(diagnose(withFile({}), dir).problem).toMatchObject({ code: 'DRIVER_BITS', text: '文件不是本系统的动态库' })
})

test("a file that cannot be read is this driver's trouble: the desk of the other devices starts all the same", () => {
  const dir = join(root, 'held')
  // As a virus scanner's hold on it: there, and no reading it.
  mkdirSync(join(dir, 'Held.so'), { recursive: true })
  const held = { ...good, id: 'held', files: { 'linux-x64': { file: 'Held.so' } } }
  writeFileSync(join(dir, 'driver.json'), JSON.stringify(held))
  const command = () => ({ file: process.execPath, args: [] })
  const simulators = fileURLToPath(new URL('../../drivers', import.meta.url))
  const desk = createDrivers({
    ...{ dataDir: root, roots: [simulators, root], simulate: true, command, onState: () => {} },
  })
  const rows = new Map(desk.list().map((row) => [row.id, row]))
  desk.close()
  expect(rows.get('held')).toMatchObject({ state: 'missing', problem: expect.stringContaining('Held.so') })
  expect(rows.get('sim-printer')?.state).toBe('ready')
})

const good = {
  ...{ id: 'x1', name: 'x', version: '1.0.0', kind: 'settlement', bits: 64 },
  files: { 'linux-x64': { file: 'x.so' } },
  functions: { Pay: { class: 'money', timeoutMs: 1000, params: [], returns: { type: 'void' } } },
}
test.each([
  ['a file outside its folder', { files: { 'linux-x64': { file: '../x.so' } } }],
  ['a file of another drive', { files: { 'win32-x64': { file: 'C:x.dll' } } }],
  ['a dependency folder outside', { deps: ['..'] }],
  ['an id that is a path', { id: '../x' }],
  ['a type that is not ours', { functions: { F: { ...good.functions.Pay, returns: { type: 'void *', ok: [0] } } } }],
  ['a step without its function', { init: [{ fn: 'Init' }] }],
  [
    'a second try of a money call',
    {
      tasks: {
        'pin.verify': { steps: [{ fn: 'Pay', fallback: { codes: [-1], steps: [{ fn: 'Pay' }] } }], result: {} },
      },
    },
  ],
  ['neither a file nor a simulator', { files: undefined }],
  ['a word nobody knows', { timeout: 5 }],
  ['an apartment of COM that no host has', { threading: 'mta' }],
])('a manifest with %s is refused', (_name, change) => {
  expect(() => parseManifest(good)).not.toThrow()
  expect(() => parseManifest({ ...good, ...change })).toThrow()
})

test('a folder that is a link out of the root, or extends itself, is no driver', () => {
  mkdirSync(join(other, 'evil'))
  writeFileSync(join(other, 'evil', 'driver.json'), JSON.stringify({ ...good, id: 'evil' }))
  symlinkSync(join(other, 'evil'), join(root, 'evil'))
  mkdirSync(join(root, 'loop'))
  writeFileSync(join(root, 'loop', 'driver.json'), JSON.stringify({ ...good, id: 'loop', extends: 'loop' }))
  const found = scanDrivers([root])
  expect(found.has('evil')).toBe(false)
  expect(found.get('loop')).toMatchObject({ problem: 'extends 绕了一圈又回到 loop' })
})

test('what cannot be read costs no other driver: a file in a folder’s place, a package whose driver.json is none', () => {
  const packages = join(other, 'packages')
  const place = 'spoilt@1.0.0-0123456789abcdef'
  mkdirSync(join(packages, place, 'driver.json'), { recursive: true })
  writeFileSync(join(packages, 'active.json'), JSON.stringify({ spoilt: place }))
  writeFileSync(join(other, 'drivers'), 'a file')
  mkdirSync(join(root, 'well'), { recursive: true })
  writeFileSync(join(root, 'well', 'driver.json'), JSON.stringify({ ...good, id: 'well' }))
  const found = scanDrivers([root, join(other, 'drivers')], packages)
  expect(found.get('well')).toMatchObject({ manifest: { id: 'well' } })
  expect(found.get('spoilt')).toMatchObject({ problem: 'driver.json 读不出来' })
})
