import { expect, test } from 'vitest'
import { isTitled } from './spooled-title.ts'

const file = (title: string) => `${title}-0123456789abcdef.pdf`

test.each([
  'slip-1.1',
  file('slip-1.1'),
  `C:\\ProgramData\\YibaoAgent\\agent\\spool\\${file('slip-1.1')}`,
  `${file('slip-1.1')} - 第 1 页`,
  'slip-1.1-0123456789abcdef',
])('%s is the document of slip-1.1', (document) => {
  expect(isTitled(document, 'slip-1.1')).toBe(true)
})

// One of them would be told as printed, or be taken back, in the place of the other.
test.each([
  'slip-1.10',
  file('slip-1.10'),
  'slip-1.1.1',
  file('slip-1.1-2.1'),
  'slip-1.1-0123456789abcdef0.1',
  'reprint-slip-1.1',
  file('2.slip-1.1'),
  'slip-121',
  'SLIP-1.1',
  'slip-1.1.pdf-old',
])('%s is another one', (document) => {
  expect(isTitled(document, 'slip-1.1')).toBe(false)
})
