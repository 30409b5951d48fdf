import type { Receipt } from '@yibao/shared/agent/receipt.ts'
import { expect, test } from 'vitest'
import { paperText, printOnPaper } from '../../simulator/paper.ts'
import { columnsOf, twoEnds, widthOf, wrap } from './columns.ts'
import { encodeReceipt } from './encode.ts'

const rolls = ['roll58', 'roll80'] as const
const printed = (receipt: Receipt, roll: (typeof rolls)[number] = 'roll58', copies = 1) =>
  printOnPaper(encodeReceipt(receipt, roll, copies), columnsOf[roll])
const textsOf = (paper: ReturnType<typeof printed>) => paper.flatMap((one) => (one.kind === 'row' ? [one.text] : []))

test('the bytes are those of the printer’s manual', () => {
  const bytes = encodeReceipt([{ kind: 'text', text: '药', bold: true }, { kind: 'cut' }], 'roll58')
  expect(bytes.toString('hex')).toBe(
    ['1b40', '1c26', '1b6100', '1b4501', '1d2100', 'd2a9', '0a', '1d2100', '1b4500', '1b6100', '1d564200'].join(''),
  )
})

test('what stands on the paper: look, place, codes and the cut', () => {
  const receipt: Receipt = [
    { kind: 'text', text: '结算单', align: 'center', bold: true },
    { kind: 'rule' },
    { kind: 'row', left: '现金支付', right: '26.63', bold: true, large: true },
    { kind: 'qr', data: 'S320500-1' },
    { kind: 'barcode', data: 'A{1}' },
  ]
  expect(printed(receipt)).toEqual([
    { kind: 'row', text: '结算单', bold: true, large: false, align: 'center' },
    { kind: 'row', text: '-'.repeat(32), bold: false, large: false, align: 'left' },
    { kind: 'row', text: '现金支付   26.63', bold: true, large: true, align: 'left' },
    { kind: 'qr', data: 'S320500-1', module: 6 },
    { kind: 'barcode', data: 'A{1}', below: true },
    { kind: 'cut' },
  ])
})

test.each(rolls)('on %s a row fills the width exactly and nothing runs over', (roll) => {
  const names = ['连花清瘟胶囊(大规格家庭装)0.35g*48粒', '当归', '阿'.repeat(40)]
  for (const left of names) {
    const rows = textsOf(printed([{ kind: 'row', left, right: '1,234.50' }], roll))
    expect(rows.join('').replaceAll(' ', '')).toBe(`${left}1,234.50`)
    expect(rows.every((row) => widthOf(row) <= columnsOf[roll])).toBe(true)
    expect(widthOf(rows.at(-1)!)).toBe(columnsOf[roll])
    expect(rows.at(-1)!.endsWith('1,234.50')).toBe(true)
  }
})

test('a right end longer than the paper wraps too, a character is never cut in half', () => {
  expect(twoEnds('a', '阿莫西林胶囊', 5)).toEqual(
    ['a', '阿莫', '西林', '胶囊'].map((row, i) => (i === 1 ? ' 阿莫' : row)),
  )
  expect(wrap('a药b药', 4)).toEqual(['a药b', '药'])
})

test('䶮 is in GBK, 𠮷 and € are named by their code; control characters are no commands', () => {
  expect(textsOf(printed([{ kind: 'text', text: '王䶮 𠮷€' }]))).toEqual(['王䶮 〓U+20BB7〓U+20AC'])
  expect(encodeReceipt([{ kind: 'text', text: '䶮' }], 'roll58').toString('hex')).toContain('fe9f0a')
  expect(textsOf(printed([{ kind: 'text', text: 'a\x1bm\nb' }]))).toEqual(['a m b'])
})

test('each copy is cut off by itself', () => {
  expect(
    printed([{ kind: 'text', text: 'x' }, { kind: 'cut' }], 'roll58', 2).filter((one) => one.kind === 'cut'),
  ).toHaveLength(2)
})

test('the simulated printer refuses what a printer does not know', () => {
  expect(() => printOnPaper(Buffer.from([0x1b, 0x7a]), 32)).toThrow('unknown ESC 7a')
  expect(() => printOnPaper(Buffer.from([0x1d, 0x28]), 32)).toThrow('end inside')
  expect(() => printOnPaper(Buffer.from([0xd2, 0xa9]), 32)).toThrow('nothing to print')
})

test('as text for a person', () => {
  const receipt: Receipt = [
    { kind: 'text', text: '药', align: 'right' },
    { kind: 'qr', data: 'S1' },
  ]
  expect(paperText(printed(receipt), 32)).toBe(`${' '.repeat(30)}药\n[qr S1]\n✂${'·'.repeat(31)}`)
})
