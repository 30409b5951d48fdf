import { expect, test } from 'vitest'
import { passwordFault } from './password.ts'

test.each([
  ['Yibao@2026', undefined],
  ['abcd1234', undefined],
  ['口令口令口令口令12', undefined],
  ['abc1234', '密码应为 8 到 64 位'],
  [`a1${'x'.repeat(63)}`, '密码应为 8 到 64 位'],
  ['abcdefgh', '密码至少包含字母、数字、符号中的两种'],
  ['12345678', '密码至少包含字母、数字、符号中的两种'],
  ['abcd 1234', '密码不能包含空格'],
  ['Clerk2026', '密码不能包含用户名'],
])('%s: %s', (password, fault) => {
  expect(passwordFault(password, ' clerk ')).toBe(fault)
})
