import { expect, test } from 'vitest'
import { toNative, written } from './native-args.ts'

const out = { name: 'out', dir: 'out', type: 'buf', bytes: 4, decode: 'cstr' } as const

test.each([
  ['filled to its last byte', 4, 'A', false],
  ['with one letter behind it', 5, 'A', true],
  ['with nothing but the NUL of a text behind it', 5, '\0', true],
])('a buffer %s', (_, bytes, letter, overrun) => {
  const buffer = toNative(out, null) as Buffer
  buffer.fill('A', 0, 4).fill(letter, 4, bytes)
  expect(written(out, buffer)).toEqual({ bytes: Buffer.from('AAAA'), overrun })
})

test('a buffer into which nothing was written holds nothing', () => {
  expect(written(out, toNative(out, null) as Buffer)).toEqual({ bytes: Buffer.alloc(0), overrun: false })
})
