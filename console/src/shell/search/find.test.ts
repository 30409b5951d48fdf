import { expect, test } from 'vitest'
import type { SessionMe } from '../../state/me.ts'
import { find, findable } from './find.ts'

const me = { isSuperAdmin: false, isAdminUser: false, menus: ['Dashboard', 'Attendance'], buttons: [] }
const all = findable(me as unknown as SessionMe, { Attendance: 'qdqt' })
const titles = (text: string) => find(all, text).map(({ title }) => title)

test('pages by words, section, path or initials; one that is not his says so', () => {
  for (const text of ['签到', '医保结算', 'attendance', 'QDQT', ' qd ']) expect(titles(text)).toContain('签到签退')
  expect(find(all, '订单管理').map(({ title, kind }) => [title, kind])).toEqual([['订单管理', '没有权限']])
  // His own come first, and hidden pages are found by nobody.
  expect(find(all, '签').map(({ kind }) => kind)[0]).toBe('医保结算')
  expect(titles('日对账明细')).toEqual([])
  expect(titles('')).toEqual([])
})

test('actions by words or initials, behind the pages', () => {
  expect(titles('布局')).toEqual(['布局设置'])
  expect(titles('bjsz')).toEqual(['布局设置'])
  expect(titles('切换区划')).toEqual([])
})
