import { expect, test } from 'vitest'
import { fenText, formatScaled, parseFen, parseScaled } from './decimal.ts'
import { parseExact, unwrapText } from './json.ts'

test.each([
  ['12.30', 1230],
  ['12.3', 1230],
  ['-0.01', -1],
  ['+5', 500],
  ['.5', 50],
  ['5.', 500],
  ['0E-8', 0],
  ['1.23E+3', 123000],
  ['12.345', 1235],
  ['-12.345', -1235],
  ['12.3449', 1234],
  [' 85.60 ', 8560],
  ['90071992547409.91', 9007199254740991],
])('%s yuan is %i fen', (text, fen) => {
  expect(parseFen(text)).toBe(fen)
})

test.each(['', 'null', '--', '1,000.00', '1.2.3', 'NaN', '.', '90071992547409.92'])('%j is no amount', (text) => {
  expect(parseFen(text)).toBeUndefined()
})

test('what floats get wrong stays exact', () => {
  expect(parseExact('{"a":1.005,"b":0.1,"c":90071992547409.93}')).toEqual({
    a: '1.005',
    b: '0.1',
    c: '90071992547409.93',
  })
  expect(parseScaled('90071992547409.93', 2)).toBe(9007199254740993n)
  expect(parseFen('1.005')).toBe(101)
})

test('texts with fixed decimals', () => {
  expect(fenText(8560)).toBe('85.60')
  expect(fenText(-5)).toBe('-0.05')
  expect(formatScaled(20_000n, 4)).toBe('2.0000')
  expect(formatScaled(-1n, 6)).toBe('-0.000001')
  expect(formatScaled(7n, 0)).toBe('7')
  expect(() => fenText(0.5)).toThrow(RangeError)
})

test('a JSON text inside a text is unwrapped, others are left alone', () => {
  expect(unwrapText('{"a":1.0}')).toEqual({ a: '1.0' })
  expect(unwrapText('{"a":')).toBe('{"a":')
  expect(unwrapText('plain')).toBe('plain')
})
