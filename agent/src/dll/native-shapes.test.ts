import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { libraries } from '../../test/libraries.ts'
import { canCompile } from '../../test/native.ts'
import { shapeFunctions } from '../../test/shape-functions.ts'
import { exportedNames } from './natives.ts'

// Every shape a function of a manifest may have, against a real library.

const { drivers, load, remove } = libraries()
if (canCompile) drivers.add('c-shapes', 'shapes', { kind: 'settlement', functions: shapeFunctions })
beforeEach(() => {
  if (canCompile) drivers.behave('c-shapes', 'good')
})
afterAll(remove)

describe.skipIf(!canCompile)('the shapes of functions', () => {
  const driver = canCompile ? load('c-shapes') : (undefined as never)
  const call = (fn: string, args: Record<string, unknown> = {}) => driver.call(fn, args, 5000)

  test('a struct goes in and comes back as C lays it out, with its own size in it', async () => {
    const { values } = await call('describe', { device: { name: '张三', volts: 1.5 } })
    expect(values.device).toEqual({
      ...{ size: 48, kind: -3, serial: '9007199254740993', name: '读卡器', volts: 3.25, port: 8 },
    })
    expect((await call('packed', { p: { value: 7 } })).values.p).toEqual({ tag: '', value: 7, rest: 'ok' })
  })

  test.each([
    ['an unknown member', { colour: 1 }],
    ['its size', { size: 4 }],
    ['a text that is too long', { name: '一二三四五六七八' }],
    ['a text that ends early and hides the rest', { name: '张\u0000三' }],
    ['a number out of its range', { port: 70_000 }],
    ['a text for a number', { volts: 'high' }],
  ])('a struct is refused with %s', async (_, device) => {
    await expect(call('describe', { device })).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  })

  test('a struct that the library writes past is an overrun', async () => {
    drivers.behave('c-shapes', 'overrun')
    await expect(call('describe', { device: { name: '张三', volts: 1.5 } })).rejects.toMatchObject({
      code: 'DRIVER_OVERRUN',
    })
  })

  test('a call back is noted in order, answered, and may come again from a later call', async () => {
    const { ret, values } = await call('work', { steps: 2 })
    expect(ret).toBe(2)
    expect(values.told).toEqual([
      { percent: 50, text: '正在读卡' },
      { percent: 100, text: '正在读卡' },
    ])
    expect((await call('again')).ret).toBe(1)
    expect((await call('work', { steps: 1 })).values.told).toEqual([{ percent: 100, text: '正在读卡' }])
  })

  test('a handle is a token outside; 0 and -1 are none, and a foreign token never reaches the library', async () => {
    await driver.turn(5000, async (inTurn) => {
      const opened = await inTurn('open_reader', { port: 3 })
      expect(opened.ret).toMatch(/^h\d+$/)
      expect((await inTurn('magic_of', { s: opened.ret })).ret).toBe(4714)
      const { values } = await inTurn('open_into', {})
      expect((await inTurn('magic_of', { s: values.out })).ret).toBe(4716)
    })
    await expect(call('open_reader', { port: 0 })).rejects.toMatchObject({ code: 'CARD_UNKNOWN_ERROR' })
    drivers.behave('c-shapes', 'nodevice')
    await expect(call('open_reader', { port: 1 })).rejects.toMatchObject({ code: 'CARD_UNKNOWN_ERROR' })
    for (const s of ['h99', 4714, '0x1000', undefined])
      await expect(call('magic_of', { s })).rejects.toMatchObject({ code: 'ARGS_INVALID' })
  })

  test('a returned text is read, given back to its owner, and its absence is no success', async () => {
    expect((await call('give_text', { which: 1 })).values.return).toEqual({ code: 0, name: '张三' })
    expect((await call('texts_out')).ret).toBe(0)
    await expect(call('give_text', { which: 0 })).rejects.toMatchObject({ code: 'CARD_UNKNOWN_ERROR' })
    expect((await call('texts_out')).ret, 'nothing is given back that was not there').toBe(0)
  })

  test('wide texts, floats and 64 bits pass', async () => {
    expect((await call('wide', { in: '张A' })).values.out).toBe('张A!')
    expect((await call('wide', { in: '一'.repeat(29) })).values.out).toBe(`${'一'.repeat(29)}!`)
    await expect(call('wide', { in: '一'.repeat(32) })).rejects.toMatchObject({ code: 'ARGS_INVALID' })
    expect((await call('big', { f: 0.5, n: 41 })).ret).toBe(42)
  })
})

test('a decorated name is looked for on 32 bits only, with the bytes its arguments take', () => {
  const params = [
    { name: 'a', dir: 'in', type: 'i32' } as const,
    { name: 'b', dir: 'in', type: 'f64' } as const,
    { name: 'c', dir: 'out', type: 'buf', bytes: 10, decode: 'cstr' } as const,
  ]
  expect(exportedNames('Read', true, params, 'ia32')).toEqual(['Read', '_Read@16', 'Read@16'])
  expect(exportedNames('Read', true, params, 'x64')).toEqual(['Read'])
  expect(exportedNames('Read', false, params, 'ia32')).toEqual(['Read'])
})
