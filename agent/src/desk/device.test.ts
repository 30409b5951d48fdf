import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest } from '@yibao/shared/agent/driver/read-manifest.ts'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { activeFile } from '../dll/active.ts'
import { hostCommand } from '../dll/host-command.ts'
import { sha256hex } from '../hash.ts'
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

/** A desk's drivers over one folder and one of packages; what it told, and its list as a page or the gateway asks for it. */
const deskOf = () => {
  const [root, packages] = [tempFolder(), tempFolder()]
  const told: string[] = []
  const drivers = createDrivers({
    ...{ dataDir: root, roots: [root], packages, simulate: false, command: hostCommand },
    onState: ({ id, state }) => told.push(`${id} ${state}`),
  })
  const list = async (caller?: string) => {
    const request = { verb: 'drivers.list', args: {}, deadlineMs: 1000, caller }
    return (await deviceVerbs(drivers)['drivers.list']!.run({}, request)) as DriverRow[]
  }
  const put = (id: string, text: string) => {
    mkdirSync(join(root, id), { recursive: true })
    writeFileSync(join(root, id, 'driver.json'), text)
  }
  const files = { 'linux-x64': { file: 'a.so' }, 'win32-x64': { file: 'a.dll' } }
  return {
    ...{ root, packages, drivers, told, list, put },
    text: (id: string) => JSON.stringify({ ...manifest, id, simulator: undefined, files }),
    remove: () => {
      drivers.close()
      for (const folder of [root, packages]) rmSync(folder, { recursive: true })
    },
  }
}
const states = (rows: DriverRow[]) => rows.map(({ id, state }) => `${id} ${state}`)

test('a driver that is put there while the desk runs is in the list of a page, one that cannot be used with the reason', async () => {
  const { list, put, text, told, remove } = deskOf()
  expect(await list('page')).toEqual([])
  put('acme-reader', text('acme-reader'))
  put('typo', '{"id": "typo",}')
  const rows = await list('page')
  expect(states(rows)).toEqual(['acme-reader missing', 'typo broken'])
  expect(rows[1]!.problem).toContain('不是有效的 JSON')
  await list('page')
  expect(told, 'once').toEqual(['acme-reader missing', 'typo broken'])
  remove()
})

test('a heartbeat takes up no folder: it is being copied', async () => {
  const { list, put, text, remove } = deskOf()
  put('acme-reader', text('acme-reader').slice(0, 100))
  expect(await list()).toEqual([])
  put('acme-reader', text('acme-reader'))
  expect(states(await list('page'))).toEqual(['acme-reader missing'])
  expect(states(await list())).toEqual(['acme-reader missing'])
  remove()
})

test('a folder that was looked at too early is looked at again: what is whole, mended or away by then', async () => {
  const { root, list, put, text, remove } = deskOf()
  put('acme-reader', text('acme-reader'))
  put('typo', text('typo').slice(0, 100))
  put('wrong-name', text('right-name'))
  expect(states(await list('page'))).toEqual(['acme-reader missing', 'typo broken', 'wrong-name broken'])
  for (const name of ['a.so', 'a.dll']) writeFileSync(join(root, 'acme-reader', name), 'no library')
  put('typo', text('typo'))
  renameSync(join(root, 'wrong-name'), join(root, 'right-name'))
  expect(states(await list('page')).sort()).toEqual(['acme-reader broken', 'right-name missing', 'typo missing'])
  remove()
})

test('a folder of the name of a package that works leaves that alone', async () => {
  const { packages, drivers, list, put, text, remove } = deskOf()
  const json = text('acme-reader')
  const place = `acme-reader@1.0.0-${sha256hex(json).slice(0, 16)}`
  mkdirSync(join(packages, place))
  for (const [name, content] of [
    ['driver.json', json],
    ['a.so', 'library'],
    ['a.dll', 'library'],
  ] as const)
    writeFileSync(join(packages, place, name), content)
  writeFileSync(join(packages, activeFile), JSON.stringify({ 'acme-reader': place }))
  await drivers.reload(['acme-reader'])
  const works = drivers.get('acme-reader')
  put('acme-reader', json)
  await list('page')
  expect(drivers.get('acme-reader')).toBe(works)
  remove()
})
