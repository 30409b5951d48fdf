import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Lines } from './lines.tsx'

test.each([
  ['30', '30.00'],
  ['0', '0.00'],
  ['1234.5', '1,234.50'],
  ['0.125', '0.125'],
])('a price that an ERP or a hand wrote as %s stands under 单价 as %s', (price, shown) => {
  const line = {
    no: 1,
    name: '复方䶮𠮷丸',
    spec: '27mg',
    quantity: '2',
    unit: '瓶',
    price,
    amount: '60.00',
    itemClass: '',
    ...{ ownCode: '100001', nationalCode: '', producer: '', prescription: false, traceCodes: [] },
  }
  const said = { ...line, dosage: { way: '口服', dose: '1片', days: 30 }, producer: '示例制药' }
  expect(renderToStaticMarkup(<Lines lines={[said]} />)).toContain('<small>口服 1片 30 天 · 示例制药</small>')
  const cells = [...renderToStaticMarkup(<Lines lines={[line]} />).matchAll(/<td[^>]*>(.*?)<\/td>/g)]
  expect(cells.slice(1).map(([, text]) => text)).toEqual(['2 瓶', shown, '60.00', '--'])
})
