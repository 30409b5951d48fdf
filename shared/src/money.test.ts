import { expect, test } from 'vitest'
import {
  capitals,
  fen,
  formatAmount,
  formatCount,
  formatPrice,
  lineAmount,
  scaled,
  trimZeros,
  typedAmount,
  unscaled,
  yuan,
} from './money.ts'

test.each([
  ['0.00', 0],
  ['0.01', 1],
  ['-25.60', -2560],
  ['9999999999.99', 999_999_999_999],
])('fen and yuan are each other’s inverse: %s', (text, value) => {
  expect(fen(text)).toBe(value)
  expect(yuan(value)).toBe(text)
})

test.each(['', '1.234', 'abc', '1,000.00', '1.', '.5', 'NaN'])('fen refuses %j', (text) => {
  expect(() => fen(text)).toThrow(RangeError)
})

test.each([
  ['12.80', '3', 3840],
  ['0.333333', '3', 100],
  ['0.005', '1', 1],
  ['0.004999', '1', 0],
  ['19.999999', '0.0001', 0],
  ['1.005', '100', 10050],
])('lineAmount %s × %s = %i fen, HALF_UP', (price, quantity, expected) => {
  expect(lineAmount(price, quantity)).toBe(expected)
})

test.each([
  [0, '0'],
  [999, '999'],
  [-1000, '-1,000'],
  [1_000_000, '1,000,000'],
  ['-123456', '-123,456'],
  ['1234.56789', '1,234.56789'],
])('a count %s is read %s', (value, text) => {
  expect(formatCount(value)).toBe(text)
})

test('scaled integers keep every digit', () => {
  expect(scaled('123456789.123456', 6)).toBe(123456789123456n)
  expect(unscaled(-5n, 2)).toBe('-0.05')
})

test.each([
  ['1234.5', '1,234.50'],
  ['1,234,567.895', '1,234,567.90'],
  ['abc', ''],
  ['', ''],
  [null, ''],
  ['-25.6', '-25.60'],
  ['-0.001', '0.00'],
  ['0', '0.00'],
  ['.5', '0.50'],
])('formatAmount(%j) = %j (SPEC 5)', (value, expected) => {
  expect(formatAmount(value)).toBe(expected)
})

test.each([
  [0, '零元整'],
  [2560, '贰拾伍元陆角整'],
  [1, '壹分'],
  [10, '壹角整'],
  [101, '壹元零壹分'],
  [-8560, '负捌拾伍元陆角整'],
  [10_000_500_00, '壹仟万零伍佰元整'],
  [100_010_00, '壹拾万零壹拾元整'],
  [1_0000_0500_05, '壹亿零伍佰元零伍分'],
  [205_000_00, '贰拾万伍仟元整'],
  [1001_00, '壹仟零壹元整'],
  [1_1000_00, '壹万壹仟元整'],
])('capitals(%i) = %s', (value, expected) => {
  expect(capitals(value)).toBe(expected)
})

test.each([
  ['12', '12.00'],
  [' 1,200.5 ', '1200.50'],
  ['１２．５', '12.50'],
  ['.5', '0.50'],
  ['-3', '-3.00'],
  ['0.005', '0.01'],
  ['十二', '十二'],
  ['', ''],
])('typedAmount(%j) = %j', (typed, wire) => {
  expect(typedAmount(typed)).toBe(wire)
})

test.each([
  ['10', '10.00'],
  ['12.8', '12.80'],
  ['0', '0.00'],
  ['0.01', '0.01'],
  ['-0.5', '-0.50'],
  ['0.1250', '0.125'],
  ['1234567.125600', '1,234,567.1256'],
  ['9999999999.123456', '9,999,999,999.123456'],
])('formatPrice(%j) = %j (ux 2.5)', (value, expected) => {
  expect(formatPrice(value)).toBe(expected)
})

test.each([
  ['2.0000', '2'],
  ['1.5000', '1.5'],
  ['0.0000', '0'],
  ['10', '10'],
  ['100.0', '100'],
])('trimZeros(%j) = %j (ux 2.5)', (text, expected) => {
  expect(trimZeros(text)).toBe(expected)
})
