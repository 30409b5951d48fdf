import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { actionName, argumentHash, canonicalJson, signedResult } from './ticket.ts'

const sha256hex = (text: string) => createHash('sha256').update(text).digest('hex')

test.each([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ a: undefined, b: [undefined, null] }, '{"b":[null,null]}'],
  // RFC 8785 3.2.3: order by UTF-16 code units, not by code point
  [
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, ö: 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  [[1 / 3, 1e30, 4.5, 2e-3, 1e-27, -0], '[0.3333333333333333,1e+30,4.5,0.002,1e-27,0]'],
  ['\u20ac$\u000f\nA\'B"\\', '"€$\\u000f\\nA\'B\\"\\\\"'],
  ['王䶮𠮷', '"王䶮𠮷"'],
  ['\\ud800 as text', '"\\\\ud800 as text"'],
])('canonical JSON of %j', (value, text) => {
  expect(canonicalJson(value)).toBe(text)
})

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], ['a\udc00b'], [10n], [() => 1]])(
  '%s has no canonical JSON',
  (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  },
)

test('the hash of arguments does not depend on their order, and is the same in a browser', async () => {
  const inBrowser = async (text: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')
  const hash = argumentHash({ medium: 'socialCard', driver: 'd' }, sha256hex)
  expect(hash).toBe(argumentHash({ driver: 'd', medium: 'socialCard' }, sha256hex))
  expect(hash).not.toBe(argumentHash({ driver: 'e', medium: 'socialCard' }, sha256hex))
  expect(await argumentHash({ medium: 'socialCard', driver: 'd' }, inBrowser)).toBe(hash)
})

test('what is signed and what a ticket is for', () => {
  expect(signedResult('p1', 'aa')).toBe('p1.aa')
  expect(actionName('card.read', {})).toBe('card.read')
  expect(actionName('dll.call', { driver: 'd', function: 'f' })).toBe('dll.call:d/f')
})
