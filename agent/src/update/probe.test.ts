import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { probeGateway } from './probe.ts'

let folder: string
beforeEach(() => {
  folder = tempFolder()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

test('how long a version may take to be well is no matter of the clock, which is set while a PC comes up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const wrong = probeGateway(folder, '1.1.0', undefined, 600)
  vi.setSystemTime(Date.now() - 3600_000)
  expect(await wrong).toBe('HELLO')
}, 10_000)
