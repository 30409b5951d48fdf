import { expect, test } from 'vitest'
import { formOf } from './print.ts'

const sums = { persons: 1, total: '9.00', recognised: '9.00', fund: '0.00', account: '9.00', cash: '0.00' }
const detail = {
  ...{ fixmedinsName: '示例大药房观前店', fixmedinsCode: 'P32050100001', month: '2026-02', clrOptins: '320500' },
  ...{ beginDay: '2026-02-01', endDay: '2026-02-28', settled: 1, reversed: 0, ...sums, book: sums },
}
const aboutOf = (more: object) => formOf({ ...detail, ...more } as unknown as Parameters<typeof formOf>[0], []).about

test('a form on paper says how an application without a number stands', () => {
  expect(aboutOf({ state: '0' })).toContain(' · 未申请 · ')
  const lost = aboutOf({ state: '7' })
  expect([lost.includes('申请结果未知'), lost.includes('未申请')]).toEqual([true, false])
  expect(aboutOf({ state: '8', eventId: '320500Q1' })).toContain('申请事件号 320500Q1')
})
