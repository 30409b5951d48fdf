import { fileURLToPath } from 'node:url'
import { parseManifest } from '@yibao/shared/agent/driver/read-manifest.ts'
import { expect, test } from 'vitest'
import { createDriver } from './client.ts'

const faultyHost = fileURLToPath(new URL('../../test/faulty-host.ts', import.meta.url))
const spec = { timeoutMs: 5000, params: [], returns: { type: 'i32', ok: [0] } }
const manifest = parseManifest({
  ...{ id: 'faulty', name: 'faulty', version: '1.0.0', kind: 'settlement', bits: 64, simulator: 'settlement' },
  functions: {
    settle: { ...spec, class: 'money' },
    version: { ...spec, class: 'read' },
    die: { ...spec, class: 'read' },
  },
})

const open = () => {
  const command = ({ pipe }: { pipe: string }) => ({ file: process.execPath, args: [faultyHost, pipe] })
  return createDriver({ manifest, dir: import.meta.dirname, dataDir: import.meta.dirname, command })
}

test('a fault of the host leaves doubt only where money moves', async () => {
  const driver = open()
  await expect(driver.call('settle', {}, 30_000)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  await expect(driver.call('version', {}, 5000)).rejects.toMatchObject({ code: 'DRIVER_GARBLED' })
  driver.close()
})

test('a process that dies is told with its own exit code, though its line broke before', async () => {
  const driver = open()
  await expect(driver.call('die', {}, 5000)).rejects.toMatchObject({ code: 'DRIVER_CRASHED', detail: { code: 77 } })
  driver.close()
})

test('a call whose time went by while its process started is not begun, and costs no process', async () => {
  const driver = open()
  await expect(driver.call('version', {}, 1)).rejects.toMatchObject({ code: 'DRIVER_BUSY' })
  expect(driver.state()).toMatchObject({ state: 'ready', pid: expect.any(Number) })
  driver.close()
})
