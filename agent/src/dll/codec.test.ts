import { functionSchema } from '@yibao/shared/agent/driver/function.ts'
import { expect, test } from 'vitest'
import { bytesOf, encodeArgs, shapesOf } from './codec.ts'

const read = { class: 'read', timeoutMs: 1000, returns: { type: 'void' } }

const spec = functionSchema.parse({
  ...read,
  params: [{ name: 'text', dir: 'in', type: 'str', maxBytes: 7 }],
})

test.each([
  ['a text that ends early and hides the rest', { text: '3205\u0000x' }],
  ['more bytes than the library has room for, though no more letters', { text: '医保云结' }],
  ['no room for the NUL that ends it', { text: '3205001' }],
  ['a name that the manifest does not know', { text: 'a', path: '/etc/passwd' }],
  ['no text', { text: 7 }],
])('no argument: %s', (_, args) => {
  expect(() => encodeArgs(spec, args, 'gbk')).toThrow(expect.objectContaining({ code: 'ARGS_INVALID' }))
})

test('a text in the bytes of the library, with the NUL that ends it', () => {
  expect(encodeArgs(spec, { text: '医保云' }, 'gbk')).toEqual({
    text: Buffer.from('d2bdb1a3d4c600', 'hex').toString('base64'),
  })
})

const edges = functionSchema.parse({
  ...read,
  params: [
    { name: 'type', dir: 'in', type: 'i32', min: 1, max: 3, default: 1 },
    { name: 'key', dir: 'in', type: 'bytes', maxBytes: 2 },
    { name: 'out', dir: 'out', type: 'buf', bytes: 64 },
    { name: 'size', dir: 'in', type: 'i32', sizeOf: 'out' },
    { name: 'pin', dir: 'in', type: 'str', maxBytes: 7, secret: true, default: '' },
  ],
})
const key = 'YWI='

test.each([
  ['less than the least', { type: 0 }],
  ['more than the most', { type: 4 }],
  ['half a number', { type: 1.5 }],
  ['no number', { type: Number.NaN }],
  ['a byte too many', { key: 'YWJj' }],
  ['a size of its own, which the library would write up to', { size: 4096 }],
  ['what only the library writes', { out: 'x' }],
])('not even once is a library given %s', (_, args) => {
  expect(() => encodeArgs(edges, { key, ...args }, 'gbk')).toThrow(expect.objectContaining({ code: 'ARGS_INVALID' }))
})

test('what is at an edge is given; how long a PIN was is not told to who looks into a crash', () => {
  const args = encodeArgs(edges, { key, type: '3', pin: '123456' }, 'gbk')
  expect(args).toMatchObject({ type: 3, key, out: null, size: 64 })
  expect(shapesOf(edges, args)).toEqual(['type: i32', 'key: bytes', 'out: buf 64', 'size: i32', 'pin: str'])
})

test.each([
  ['as many as it says', 2, 'ab'],
  ['none, where it says less than none', -1, ''],
  ['those that are there, where it says more', 9, 'abcd'],
])('of the bytes a library wrote count %s', (_, length, text) => {
  const param = { name: 'out', dir: 'out', type: 'buf', bytes: 8, decode: 'cstr', length: 'n' } as const
  const result = { ret: 0, out: { out: Buffer.from('abcd').toString('base64') }, ints: { n: length }, overrun: [] }
  expect(bytesOf(param, result, 'gbk').toString()).toBe(text)
})
