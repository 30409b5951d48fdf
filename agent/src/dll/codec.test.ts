import { functionSchema } from '@yibao/shared/agent/driver/function.ts'
import { expect, test } from 'vitest'
import { encodeArgs } from './codec.ts'

const spec = functionSchema.parse({
  ...{ class: 'read', timeoutMs: 1000, returns: { type: 'void' } },
  params: [{ name: 'text', dir: 'in', type: 'str', maxBytes: 7 }],
})

test.each([
  ['a text that ends early and hides the rest', { text: '3205\u0000x' }],
  ['more bytes than the library has room for, though no more letters', { text: '医保云结' }],
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
