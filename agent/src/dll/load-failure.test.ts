import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest } from '@yibao/shared/agent/driver/read-manifest.ts'
import { afterAll, expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { copyFor } from './copies.ts'
import { loadFailure } from './load-failure.ts'
import { canWrite, workFolder } from './work-folder.ts'

const root = tempFolder()
afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each([
  ["Cannot load 'AMD x64' DLL in 'Intel 386+' process", 'DRIVER_BITS', '文件是 64 位的，驱动进程是 32 位的'],
  ["Cannot load 'Intel 386+' DLL in 'AMD x64' process", 'DRIVER_BITS', '文件是 32 位的，驱动进程是 64 位的'],
  ['/d/x.so: wrong ELF class: ELFCLASS32', 'DRIVER_BITS', '文件是 32 位的'],
  ['libssse.so: cannot open shared object file: No such file or directory', 'DRIVER_MISSING_FILE', 'libssse.so'],
  ['A dynamic link library (DLL) initialization routine failed.', 'DRIVER_MISSING_FILE', '初始化没有成功'],
  ['DLL initialization failed.', 'DRIVER_MISSING_FILE', '初始化没有成功'],
  ['The specified module could not be found.', 'DRIVER_MISSING_FILE', '依赖的文件不全'],
  // A Chinese Windows says the same in its own language.
  ['动态链接库(DLL)初始化例程失败。', 'DRIVER_MISSING_FILE', '初始化没有成功'],
  ['找不到指定的模块。', 'DRIVER_MISSING_FILE', '依赖的文件不全'],
  ['应用程序无法启动，因为应用程序的并行配置不正确。', 'DRIVER_MISSING_FILE', 'Visual C++ 运行库没有装好'],
  [
    'The application has failed to start because its side-by-side configuration is incorrect.',
    ...(['DRIVER_MISSING_FILE', 'Visual C++ 运行库没有装好'] as const),
  ],
  ['something new in /d/drivers/x', 'DRIVER_MISSING_FILE', '系统说：something new in'],
])('%s is told in Chinese', (said, code, words) => {
  const failure = loadFailure(new Error(`Failed to load shared library: ${said}`), '/d/drivers/x')
  expect(failure).toMatchObject({ code, detail: { text: expect.stringContaining(words) } })
  expect(String(failure.detail.text)).not.toContain('/d/drivers')
})

const manifest = (more: object) =>
  parseManifest({
    ...{ id: 'x1', name: 'x', version: '1.0.0', kind: 'settlement', bits: 64, functions: {} },
    ...{ files: { 'linux-x64': { file: 'x.so' } }, ...more },
  })

test('a driver that writes beside itself runs where it stands, or in a copy where that may not be written', () => {
  const dir = join(root, 'x1')
  mkdirSync(dir)
  writeFileSync(join(dir, 'driver.json'), '{}')
  writeFileSync(join(dir, 'x.so'), 'library')
  expect(canWrite(dir)).toBe(true)
  expect(canWrite(join(root, 'nobody'))).toBe(false)
  expect(workFolder(manifest({ writable: true }), dir, join(root, 'copies'))).toBe(dir)
  expect(workFolder(manifest({}), join(root, 'nobody'))).toBe(join(root, 'nobody'))

  const copy = copyFor(dir, join(root, 'copies'))
  expect(existsSync(join(copy, 'x.so'))).toBe(true)
  writeFileSync(join(copy, 'log.txt'), 'kept')
  expect(copyFor(dir, join(root, 'copies'))).toBe(copy)
  // The library's own word stays, a quarantined file comes back, and the technician's new ini counts.
  writeFileSync(join(dir, 'x.ini'), 'ip=10.0.0.1')
  copyFor(dir, join(root, 'copies'))
  writeFileSync(join(copy, 'x.so'), 'library that wrote itself')
  rmSync(join(copy, 'driver.json'))
  writeFileSync(join(dir, 'x.ini'), 'ip=10.0.0.2')
  utimesSync(join(dir, 'x.ini'), new Date(), new Date(Date.now() + 5000))
  copyFor(dir, join(root, 'copies'))
  expect(readFileSync(join(copy, 'x.ini'), 'utf8')).toBe('ip=10.0.0.2')
  expect(readFileSync(join(copy, 'x.so'), 'utf8')).toBe('library that wrote itself')
  expect(existsSync(join(copy, 'driver.json'))).toBe(true)
  expect(readFileSync(join(copy, 'log.txt'), 'utf8')).toBe('kept')
  writeFileSync(join(dir, 'driver.json'), '{"version":"2"}')
  expect(copyFor(dir, join(root, 'copies'))).not.toBe(copy)
  expect(readdirSync(join(root, 'copies'))).toHaveLength(2)
})
