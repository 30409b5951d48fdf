import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { requestBody } from './agent/protocol.ts'
import { proofClaims } from './agent/ticket.ts'
import { allCalls } from './calls/index.ts'
import { order } from './calls/order.ts'
import { choice, data, flag, group, integer, list, mapOf, money, note, optional, text, time } from './field.ts'
import { fitsOf, readBy } from './fits.ts'

const row = {
  ...{ id: 'o1', orderNo: 'YB1', storeId: 's1', storeName: '示例大药房', maskedName: '䶮*', medicalType: '41' },
  ...{ total: '37.00', fundTotal: '0.00', account: '-1.50', familyAccount: '0.00', cash: '37.00', status: '2' },
  ...{ source: '1', outFlag: '0', operatorName: '李店员', createdAt: '2028-02-29 08:00:00', printed: 0 },
}
const page = (over: object) => ({ items: [row, { ...row, ...over }], total: 2, totalIsBound: false })

test('a page of orders surely fits, so zod is not asked', () => {
  expect(fitsOf(order.paged.result)(page({ erpBill: undefined, insutype: '310' }))).toBe(true)
})

test.each([
  ['a field beyond the contract', { psnNo: '1' }],
  ['money of one decimal', { total: '37.0' }],
  ['a number for text', { total: 37 }],
  ['no value', { storeName: undefined }],
  ['null for absent', { erpBill: null }],
  ['another choice', { source: '0' }],
  ['a day that no calendar has', { createdAt: '2027-02-29 08:00:00' }],
  ['an empty text', { storeName: ' ' }],
  ['a fraction', { printed: 0.5 }],
  ['below the least', { printed: -1 }],
  ['too long', { erpBill: 'x'.repeat(4001) }],
])('%s is not sure', (_, over) => expect(fitsOf(order.paged.result)(page(over))).toBe(false))

const proof = { htm: 'POST', htu: 'http://x/v1/session', iat: 1_795_000_000, jti: 'a'.repeat(22), bh: 'b'.repeat(43) }

const values: unknown[] = [
  ...[
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 60,
    Number.NaN,
    '',
    ' ',
    'a',
    '1',
    '37.00',
    '2026-02-30',
    'x'.repeat(5000),
  ],
  ...[
    [],
    ['a'],
    [1],
    [{}],
    {},
    { a: 1 },
    { a: 'a' },
    { a: 'a', b: true },
    { items: [], total: 0, totalIsBound: false },
    { args: { a: 1 } },
    { args: { a: null }, ticket: 'x' },
    JSON.parse('{"__proto__": {"a": 1}}'),
    proof,
    { ...proof, ath: undefined },
    { ...proof, iat: 1.5 },
    { ...proof, more: 1 },
  ],
  ...[new Date(0), Object.create({ a: 'a' }), page({}), row],
]
const schemas = [
  ...[text('a'), note('a', { max: 4 }), money('a'), time('a'), integer('a'), flag('a'), data('a'), optional(text('a'))],
  ...[choice('a', { 1: 'a' }), list(note('a')), group('a', { a: note('a') }), group('a', { a: optional(data('a')) })],
  ...[mapOf('a', note('a')), z.nullable(note('a')), z.union([group('a', { a: note('a') }), note('a')])],
  ...[
    z.record(z.string(), z.unknown()),
    z.record(z.string().check(z.maxLength(1)), z.string()),
    requestBody,
    proofClaims,
  ],
  ...[...allCalls()].map(([, call]) => call.result),
]

test('a value is read as it is where it surely fits, else by zod, and not at all when neither takes it', () => {
  expect(fitsOf(proofClaims)(proof)).toBe(true)
  expect(readBy(proofClaims, proof)).toBe(proof)
  expect(readBy(requestBody, { args: { a: 1 }, ticket: undefined })).toEqual({ args: { a: 1 }, ticket: undefined })
  const defaulted = z.strictObject({ a: z._default(z.string(), 'x') })
  expect(readBy(defaulted, {})).toEqual({ a: 'x' })
  expect(readBy(requestBody, { args: [] })).toBeUndefined()
  expect(readBy(proofClaims, { ...proof, more: 1 })).toBeUndefined()
})

test('what surely fits is what zod answers as it is, in every schema of the contract', () => {
  let sure = 0
  for (const schema of schemas)
    for (const value of values) {
      if (!fitsOf(schema)(value)) continue
      sure++
      const parsed = z.safeParse(schema, value)
      expect(parsed.success && JSON.stringify(parsed.data)).toBe(JSON.stringify(value))
    }
  expect(sure).toBeGreaterThan(schemas.length / 4)
})
