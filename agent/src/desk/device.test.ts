import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest } from '@yibao/shared/agent/driver/read-manifest.ts'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { hostCommand } from '../dll/host-command.ts'
import { deviceVerbs } from './device.ts'
import { createDrivers, type DriverRow, type Drivers } from './drivers.ts'

const text = { dir: 'in', type: 'str', maxBytes: 99 }
const manifest = parseManifest({
  ...{ id: 'till', name: 'till', version: '1.0.0', kind: 'settlement', bits: 64, simulator: 'settlement' },
  functions: {
    Ask: { class: 'read', timeoutMs: 1000, returns: { type: 'void' }, params: [{ name: 'a', ...text }] },
    File: {
      ...{ class: 'read', timeoutMs: 1000, returns: { type: 'void' } },
      params: [{ name: 'path', ...text, internal: true }],
    },
  },
})

test('a function that takes a path of ours is none of a client’s, in a driver of any kind', async () => {
  const called: string[] = []
  const driver = { manifest, call: async (fn: string) => called.push(fn) }
  const verbs = deviceVerbs({ get: () => driver } as unknown as Drivers)
  const call = (fn: string, args: object) =>
    verbs['dll.call']!.run({ driver: 'till', fn, args }, { verb: 'dll.call', args: {}, deadlineMs: 1000 })
  await call('Ask', { a: 'x' })
  await expect(call('File', { path: '/etc/passwd' })).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  expect(called).toEqual(['Ask'])
})

test('a driver that is put there while the desk runs is in its list, one that cannot be used with the reason', async () => {
  const root = tempFolder()
  const drivers = createDrivers({
    ...{ dataDir: root, roots: [root], simulate: false, command: hostCommand },
    onState: () => {},
  })
  const list = async () =>
    (await deviceVerbs(drivers)['drivers.list']!.run(
      {},
      { verb: 'drivers.list', args: {}, deadlineMs: 1000 },
    )) as DriverRow[]
  expect(await list()).toEqual([])
  const put = (id: string, text: string) => {
    mkdirSync(join(root, id))
    writeFileSync(join(root, id, 'driver.json'), text)
  }
  const files = { 'linux-x64': { file: 'a.so' }, 'win32-x64': { file: 'a.dll' } }
  put('acme-reader', JSON.stringify({ ...manifest, id: 'acme-reader', simulator: undefined, files }))
  put('typo', '{"id": "typo",}')
  expect((await list()).map(({ id, state }) => [id, state])).toEqual([
    ['acme-reader', 'missing'],
    ['typo', 'broken'],
  ])
  expect((await list())[1]!.problem).toContain('不是有效的 JSON')
  drivers.close()
  rmSync(root, { recursive: true })
})
