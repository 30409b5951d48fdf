import { expect, test } from 'vitest'
import { fateOf, isKept, titlesOf } from './fate.ts'

const counter = { name: 'SwipingCard', title: '刷卡 䶮某' }
const users = { name: 'UserManagement', title: '用户管理' }

test('what was being sold stays on this PC for who was selling it; what a form holds does not', () => {
  expect([isKept([counter]), fateOf([counter])]).toEqual([true, '收银的明细留在本机，原操作员再次登录后可以继续。'])
  expect([isKept([users]), fateOf([users])]).toEqual([false, '换人登录后这些内容不再保留。'])
  expect(isKept([counter, users])).toBe(false)
  expect(fateOf([counter, users])).toBe('收银的明细留在本机，原操作员再次登录后可以继续。「用户管理」的内容不再保留。')
})

test('a page is called what the menu calls it, once: a tab may be named after a customer', () => {
  expect(titlesOf([counter, counter, users])).toBe('刷卡」「用户管理')
})
