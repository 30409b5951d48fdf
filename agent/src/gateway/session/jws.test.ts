import { expect, test } from 'vitest'
import { parseJws } from './jws.ts'

const part = (text: string) => Buffer.from(text).toString('base64url')
const jws = (header: string, payload: string) => `${part(header)}.${part(payload)}.${part('x')}`

test.each([
  ['a member twice', '{"a":1,"a":1}'],
  ['a member twice inside', '{"a":{"b":1,"b":2}}'],
  ['a member twice, spelled differently', '{"a":1,"\\u0061":2}'],
  ['a member twice, a list between', '{"a":["1"],"b":[{}],"a":["2"]}'],
  ['a member twice behind white space', '{"a": 1, "a": 2}'],
  ['bytes that are no UTF-8', '{"a":"\xff"}'],
])('%s makes it unreadable, in either part', (what, text) => {
  const bytes = what.startsWith('bytes') ? Buffer.from(text, 'latin1') : Buffer.from(text)
  const bad = bytes.toString('base64url')
  expect(parseJws(`${part('{}')}.${bad}.${part('x')}`)).toBeUndefined()
  expect(parseJws(`${bad}.${part('{}')}.${part('x')}`)).toBeUndefined()
})

test('the same member in two objects, and any spacing, is no harm', () => {
  const read = parseJws(jws('{"a":1}', '{ "a": {"c": 1}, "b": {"c": 2} }'))
  expect(read).toMatchObject({ header: { a: 1 }, payload: { a: { c: 1 }, b: { c: 2 } } })
})

test('4 kB and no byte more', () => {
  // Parts of 4n and 4m+2 characters: any length but one can be had.
  const long = (chars: number) => `${part('{}')}.${part('{}')}.${'A'.repeat(chars - 8)}`
  expect(parseJws(long(4096))).toBeDefined()
  expect(parseJws(long(4100))).toBeUndefined()
})

test.each(['a.b', `${jws('{}', '{}')}.x`, `${jws('{}', '{}')}=`, jws('{}', '{'), 'x'.repeat(5000)])(
  'three parts in their one spelling or nothing: %#',
  (text) => expect(parseJws(text)).toBeUndefined(),
)
