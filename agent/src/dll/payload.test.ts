import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { expect, test } from 'vitest'
import { encodeText } from './codec.ts'
import { payloadOf } from './payload.ts'

const manifest = { encoding: 'gbk', errors: {} } as unknown as Manifest
const spec = {} as FunctionSpec

test('a number that a library writes without quotes keeps all its digits: a card of 19 would be another card', () => {
  const read = (text: string) => {
    const decode = { json: { status: 'code', ok: [0], message: 'message', require: ['card'], nested: ['more'] } }
    return payloadOf(manifest, spec, decode, encodeText(text, 'gbk'))
  }
  const more = JSON.stringify('{"no":-9007199254740993,"money":12345678901234.567}')
  const numbers = '"card":6217001234567890123,"money":12.30,"small":0.000001234567890123,"safe":9007199254740991'
  expect(read(`{"code":0,"name":"王䶮",${numbers},"exp":1e21,"more":${more}}`)).toEqual({
    ...{ code: 0, name: '王䶮', card: '6217001234567890123', money: 12.3, small: 0.000001234567890123 },
    ...{ safe: 9007199254740991, exp: 1e21 },
    more: { no: '-9007199254740993', money: '12345678901234.567' },
  })
})
