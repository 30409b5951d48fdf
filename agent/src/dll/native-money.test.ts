import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { libraries } from '../../test/libraries.ts'
import { canCompile } from '../../test/native.ts'
import { createDriver } from './client.ts'
import type { Driver } from './driver.ts'
import { hostCommand } from './host-command.ts'
import { scanDrivers } from './registry.ts'

// A real library that moves money, and every other shape a function may have.

const { root, dataDir, drivers, open, load, remove } = libraries()

const settlementFunctions = {
  INIT: {
    ...{ class: 'read', timeoutMs: 2000, errorText: 'error', returns: { type: 'i32', ok: [0] } },
    params: [{ name: 'error', dir: 'out', type: 'buf', bytes: 1024 }],
  },
  BUSINESS_HANDLE: {
    ...{ class: 'money', timeoutMs: 700, errorText: 'out', returns: { type: 'i32', ok: '>=0' } },
    params: [
      { name: 'in', dir: 'in', type: 'str', maxBytes: 1024 },
      {
        ...{ name: 'out', dir: 'out', type: 'buf', bytes: 4096 },
        decode: { split: '^', fields: ['serial', 'online', 'output'] },
      },
    ],
  },
  shapes: {
    ...{ class: 'read', timeoutMs: 2000, returns: { type: 'i64', ok: '>0' } },
    params: [
      ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, dir: 'in', type: 'str', maxBytes: 64 })),
      { name: 'f', dir: 'in', type: 'f64' },
      { name: 'out', dir: 'out', type: 'buf', bytes: 256, length: 'n' },
      { name: 'n', dir: 'inout', type: 'i32*', init: 256 },
    ],
  },
  nothing: {
    ...{ class: 'read', timeoutMs: 2000, returns: { type: 'void' } },
    params: [{ name: 'b', dir: 'in', type: 'u8' }],
  },
  absent: { class: 'read', timeoutMs: 2000, returns: { type: 'void' }, params: [] },
}

if (canCompile)
  drivers.add('c-settle', 'settlement', {
    ...{ kind: 'settlement', convention: 'cdecl', init: [{ fn: 'INIT' }] },
    functions: settlementFunctions,
    errors: { '-7': { code: 'CARD_UNKNOWN_ERROR', text: '账户余额不足' } },
  })

beforeEach(() => {
  if (canCompile) drivers.behave('c-settle', 'good')
})
afterAll(remove)

describe.skipIf(!canCompile)('a library that moves money', () => {
  const booked = () =>
    existsSync(join(root, 'c-settle', 'booked')) ? readFileSync(join(root, 'c-settle', 'booked')).length : 0
  const settle = (driver: Driver, text = '张三') => driver.call('BUSINESS_HANDLE', { in: text }, 30_000)

  test('it is initialised once per host, and its own refusal is a refusal', async () => {
    const driver = load('c-settle')
    expect((await settle(driver)).values.out).toEqual({ serial: 'S1', online: '1', output: '张三' })
    drivers.behave('c-settle', 'refused')
    await expect(settle(driver)).rejects.toMatchObject({ code: 'CARD_UNKNOWN_ERROR', detail: { text: '账户余额不足' } })
  })
  test.each(['hang', 'crash', 'overrun', 'nothing', 'cut'])(
    '%s: the outcome is unknown, and it was called once',
    async (word) => {
      const driver = load('c-settle')
      drivers.behave('c-settle', word)
      const before = booked()
      await expect(settle(driver)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryable: false })
      expect(booked() - before).toBe(1)
      drivers.behave('c-settle', 'good')
      expect((await settle(driver)).ret).toBe(1)
    },
  )
  test('what might be cut short before its own time is up is not begun', async () => {
    const driver = load('c-settle')
    await settle(driver)
    const before = booked()
    const hurried = driver.call('BUSINESS_HANDLE', { in: '李四' }, 600)
    await expect(hurried).rejects.toMatchObject({ code: 'DRIVER_BUSY', retryable: true })
    expect(booked()).toBe(before)
  })
  /** Ends a process and waits, without a turn of our own loop, until it is dead: nobody here has heard of it then. */
  const killUnheard = (pid: number) => {
    process.kill(pid, 'SIGKILL')
    const of = (file: string) => join('/proc', String(pid), file)
    // Its pipe is closed by the last of its threads.
    while (!/\) Z /.test(readFileSync(of('stat'), 'utf8')) || readdirSync(of('task')).length > 1);
  }

  test('a process that died between two calls is replaced, and the call made once: no unknown outcome', async () => {
    const driver = load('c-settle')
    await settle(driver)
    const before = booked()
    killUnheard(driver.state().pid!)
    expect((await settle(driver, '李四')).values.out).toMatchObject({ output: '李四' })
    expect(booked()).toBe(before + 1)
    expect(driver.state().state).toBe('ready')
  })

  test('what fails before the call was sent is no unknown outcome', async () => {
    const driver = load('c-settle')
    drivers.behave('c-settle', 'badinit')
    const before = booked()
    await expect(settle(driver)).rejects.toMatchObject({
      code: 'CARD_UNKNOWN_ERROR',
      detail: { text: '前置机拒绝连接' },
    })
    await expect(settle(driver, 'a\0b')).rejects.toMatchObject({ code: 'CARD_UNKNOWN_ERROR' })
    expect(driver.state()).toMatchObject({ state: 'broken', problem: '驱动没有启动：前置机拒绝连接' })
    expect(booked()).toBe(before)
    drivers.behave('c-settle', 'good')
    await driver.repair()
    expect(driver.state().state).toBe('ready')
    await expect(settle(driver, 'a\0b')).rejects.toMatchObject({ code: 'ARGS_INVALID' })
    await expect(driver.call('absent', {}, 5000)).rejects.toMatchObject({
      ...{ code: 'DRIVER_MISSING_FILE', detail: { text: expect.stringContaining('absent') } },
    })
  })
  test('every shape of parameter passes: texts, a double, a length beside its buffer, 64 bits, void', async () => {
    const driver = load('c-settle')
    const args = { a: '医', b: '保', c: '云', d: '䶮', e: '𠮷', f: 1.5 }
    const { ret, values } = await driver.call('shapes', args, 5000)
    expect({ ret, ...values }).toEqual({ ret: '9007199254740993', out: '医保云䶮𠮷1.50', n: 16 })
    expect((await driver.call('nothing', { b: 7 }, 5000)).ret).toBe(null)
  })
})

test.skipIf(!canCompile)('a library that looks beside the executable finds its ini there', async () => {
  const dir = drivers.add('c-beside', 'settlement', {
    ...{ kind: 'settlement', convention: 'cdecl', hostBesideDll: true },
    functions: {
      beside: {
        ...{ class: 'read', timeoutMs: 2000, returns: { type: 'i32', ok: [0] } },
        params: [{ name: 'out', dir: 'out', type: 'buf', bytes: 4096 }],
      },
    },
  })
  const { manifest } = scanDrivers([root]).get('c-beside')!
  const driver = createDriver({ manifest: manifest!, dir, dataDir, command: hostCommand })
  open.push(driver)
  expect((await driver.call('beside', {}, 5000)).values.out).toBe(dir)
})
