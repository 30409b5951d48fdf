import { parseManifest } from '@yibao/shared/agent/driver/read-manifest.ts'
import { expect, test } from 'vitest'
import { deviceVerbs } from './device.ts'
import type { Drivers } from './drivers.ts'

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
