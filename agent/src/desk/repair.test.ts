import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { canCompile, nativeDrivers, tempFolder } from '../../test/native.ts'
import { hostCommand } from '../dll/host-command.ts'
import { createDrivers } from './drivers.ts'

// Somebody presses 恢复驱动, at this counter or on a page without login, while a driver is at work.

const dataDir = tempFolder()
const root = tempFolder()
const native = nativeDrivers(root)
const file = join(root, 'till', 'booked')
const booked = () => (existsSync(file) ? readFileSync(file).length : 0)

const build = () => {
  native.add('till', 'settlement', {
    ...{ kind: 'settlement', convention: 'cdecl', init: [{ fn: 'INIT' }] },
    functions: {
      INIT: {
        ...{ class: 'read', timeoutMs: 2000, returns: { type: 'i32', ok: [0] } },
        params: [{ name: 'error', dir: 'out', type: 'buf', bytes: 1024 }],
      },
      BUSINESS_HANDLE: {
        ...{ class: 'money', timeoutMs: 2000, returns: { type: 'i32', ok: '>=0' } },
        params: [
          { name: 'in', dir: 'in', type: 'str', maxBytes: 1024 },
          {
            ...{ name: 'out', dir: 'out', type: 'buf', bytes: 4096 },
            decode: { split: '^', fields: ['serial', 'online', 'output'] },
          },
        ],
      },
    },
  })
  return createDrivers({ dataDir, roots: [root], simulate: false, command: hostCommand, onState: () => {} })
}

describe.skipIf(!canCompile)('a driver that is repaired', () => {
  const drivers = canCompile ? build() : (undefined as never)
  afterAll(() => {
    drivers.close()
    native.remove(dataDir)
  })
  const settle = () => drivers.get('till').call('BUSINESS_HANDLE', { in: '张三' }, 10_000)
  const begun = async (before: number) => {
    while (booked() === before) await sleep(5)
  }

  test('money that is under way comes to its end first, and is not in doubt', async () => {
    native.behave('till', 'good')
    await settle()
    native.behave('till', 'slow')
    const before = booked()
    const running = settle()
    await begun(before)
    const repaired = drivers.repair('till')
    expect((await running).values.out).toMatchObject({ output: '张三' })
    expect(await repaired).toMatchObject({ id: 'till', state: 'ready' })
    expect(booked() - before).toBe(1)
  })

  test('a call that hangs is ended at its own time, and then it is', async () => {
    native.behave('till', 'hang')
    const before = booked()
    const running = settle().catch(({ code }) => code)
    await begun(before)
    native.behave('till', 'good')
    expect(await drivers.repair('till')).toMatchObject({ state: 'ready' })
    expect(await running).toBe('OUTCOME_UNKNOWN')
    expect((await settle()).values.out).toMatchObject({ serial: 'S1' })
  })

  test('one that rests after three faults is repaired at once', async () => {
    native.behave('till', 'crash')
    for (let n = 0; n < 3; n++) await settle().catch(() => undefined)
    expect(drivers.list().find(({ id }) => id === 'till')).toMatchObject({ state: 'open' })
    native.behave('till', 'good')
    expect(await drivers.repair('till')).toMatchObject({ state: 'ready' })
    expect((await settle()).values.out).toMatchObject({ serial: 'S1' })
  })
})
