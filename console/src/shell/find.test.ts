import { expect, test } from 'vitest'
import type { SessionMe } from '../state/me.ts'
import { find, findable } from './find.ts'

const me = { isSuperAdmin: false, isAdminUser: false, menus: ['Dashboard', 'Attendance'], buttons: [] }
const all = findable(me as unknown as SessionMe, { Attendance: 'qdqt' })
const titles = (text: string) => find(all, text).map(({ title }) => title)

test('pages by words, section, path or initials; only those of the menu', () => {
  for (const text of ['签到', '医保结算', 'attendance', 'QDQT', ' qd ']) expect(titles(text)).toContain('签到签退')
  expect(titles('订单管理')).toEqual([])
  expect(titles('')).toEqual([])
})

test('actions by words or initials, behind the pages', () => {
  expect(titles('布局')).toEqual(['布局设置'])
  expect(titles('bjsz')).toEqual(['布局设置'])
  expect(titles('切换区划')).toEqual([])
})
