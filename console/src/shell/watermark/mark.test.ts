import { expect, test } from 'vitest'
import type { UserInfo } from '../../state/session.ts'
import { markImage, markLines } from './mark.ts'

const clerk = {
  ...{ userId: 'u', userName: 'guanqian0731', surName: '小䶮', name: '张𠮷䶮', guest: false },
  ...{ isAdminUser: false, isSuperAdmin: false, medicalAreaCode: '320500', medicalAreaName: '苏州市' },
  ...{ medicalName: '示例大药房观前店', medicalNo: 'P32050100001' },
} as UserInfo
const minute = '2026-11-25 10:12'

test('who with the last part of his account, where, when', () => {
  expect(markLines(clerk, minute)).toEqual(['张𠮷䶮 0731', '示例大药房观前店 P32050100001', minute])
  const admin = { ...clerk, isAdminUser: true, name: '', surName: '', userName: 'sz' }
  expect(markLines(admin, minute)).toEqual(['sz sz', '苏州市 320500', minute])
  expect(markLines({ ...admin, medicalAreaName: '', medicalAreaCode: '' }, minute)).toEqual(['sz sz', minute])
})

test('a picture that any name leaves whole, cut where it would leave its tile', () => {
  const image = decodeURIComponent(markImage(['<b>&"𠮷', '长'.repeat(40)], false))
  expect(image).toContain('&lt;b&gt;&amp;&quot;𠮷</text>')
  expect(image).toContain(`>${'长'.repeat(21)}…</text>`)
  expect(markImage(['a'], true)).not.toBe(markImage(['a'], false))
  expect(markImage(['a"b)'], false).slice(5, -2)).not.toMatch(/["\s]/)
})
