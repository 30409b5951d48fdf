import { expect, test } from 'vitest'
import { asLayout, changeLayout, defaultLayout, useLayout } from './layout.ts'
import { readJson } from './storage.ts'

test('nothing stored, or nonsense, gives the defaults of the order', () => {
  const spec = { themeColor: '#1890ff', size: 'medium', tagsView: true, fixedHeader: true, sidebarLogo: true }
  for (const stored of [null, 'x', {}, { size: 'huge', themeColor: 'url(x)', tagsView: 'no' }])
    expect(asLayout(stored)).toEqual(spec)
  expect(defaultLayout).toEqual(spec)
})

test('a change is kept on this PC', () => {
  changeLayout({ size: 'small', tagsView: false, themeColor: '#722ed1' })
  const kept = { ...defaultLayout, size: 'small', tagsView: false, themeColor: '#722ed1' }
  expect([useLayout.getState(), asLayout(readJson('layout', null))]).toEqual([kept, kept])
  changeLayout(defaultLayout)
  expect(asLayout(readJson('layout', null))).toEqual(defaultLayout)
})
