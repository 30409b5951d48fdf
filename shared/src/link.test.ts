import { expect, test } from 'vitest'
import { isLink, withLinks } from './link.ts'

test.each([
  ['http://yb.example.cn', true],
  ['HTTPS://yb.example.cn/a?b=1#c', true],
  ['mailto:yb@example.cn', true],
  ['tel:0512-12393', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://yb.example.cn', false],
  ['//yb.example.cn', false],
  ['https://', false],
  ['见 https://yb.example.cn', false],
  ['', false],
])('%s', (text, link) => {
  expect(isLink(text)).toBe(link)
})

test('an address ends where the sentence goes on', () => {
  const text = '请看https，或 https://yb.example.cn/a。拨打 tel:12393（免费）'
  const parts = withLinks(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ link }) => link).map((part) => part.text)).toEqual(['https://yb.example.cn/a', 'tel:12393'])
})
