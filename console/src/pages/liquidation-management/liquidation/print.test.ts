import { expect, test } from 'vitest'
import { formOf } from './print.ts'

const sums = { persons: 1, total: '9.00', recognised: '9.00', fund: '0.00', account: '9.00', cash: '0.00' }
const detail = {
  ...{ fixmedinsName: '示例大药房观前店', fixmedinsCode: 'P32050100001', month: '2026-02', clrOptins: '320500' },
  ...{ beginDay: '2026-02-01', endDay: '2026-02-28', settled: 1, reversed: 0, ...sums, book: sums },
}
const form = (more: object) => formOf({ ...detail, ...more } as unknown as Parameters<typeof formOf>[0], [])
const aboutOf = (more: object) => form(more).about

test('a form on paper says how an application without a number stands', () => {
  expect(aboutOf({ state: '0' })).toContain(' · 未申请 · ')
  const lost = aboutOf({ state: '7' })
  expect([lost.includes('申请结果未知'), lost.includes('未申请')]).toEqual([true, false])
  expect(aboutOf({ state: '8', eventId: '320500Q1' })).toContain('申请事件号 320500Q1')
})

test('where the books have moved since, the form has both: those that it was made of, and those of now', () => {
  const titles = (more: object) => form(more).heads.map(({ title }) => title)
  expect(titles({ state: '1', books: 'same', now: sums })).toEqual(['项目', '申报', '生成时账上', '差额'])
  expect(titles({ state: '2', now: { ...sums, total: '0.00' } }), 'of a revoked one nothing is asked').toHaveLength(4)
  const now = { ...sums, persons: 2, total: '1016.00' }
  expect(titles({ state: '1', books: 'moved', now })).toEqual(['项目', '申报', '生成时账上', '差额', '现在的账'])
  const { rows } = form({ state: '1', books: 'moved', now })
  expect(rows.slice(0, 3).map((row) => row.slice(1))).toEqual([
    ['1', '1', '0', '2'],
    ['9.00', '9.00', '0.00', '1,016.00'],
    ['9.00', '9.00', '0.00', '9.00'],
  ])
})
