import { expect, test } from 'vitest'
import { passwordProblems } from './password-check.ts'

const form = (password: string, confirmPassword = password) => ({ userName: 'clerk', password, confirmPassword })

test('two passwords that differ, in SPEC’s words', () => {
  expect(passwordProblems(form('Yibao@2027', 'Yibao@2028'))).toEqual({ confirmPassword: '两次输入密码不一致!' })
  expect(passwordProblems(form('Yibao@2027'))).toBeUndefined()
  expect(passwordProblems(form('Yibao@2027', ''))).toBeUndefined()
})

test('the rule of the password takes nothing away from its confirmation', () => {
  expect(Object.keys(passwordProblems(form('short', 'other')) ?? {})).toEqual(['password', 'confirmPassword'])
  expect(Object.keys(passwordProblems(form('short')) ?? {})).toEqual(['password'])
  expect(Object.keys(passwordProblems(form('clerk12345')) ?? {})).toEqual(['password'])
})
