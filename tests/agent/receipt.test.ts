import { encodeReceipt } from '@yibao/agent/print/escpos/encode.ts'
import { printOnPaper } from '@yibao/agent/simulator/paper.ts'
import { receiptOf } from '@yibao/server/domains/slip/document/receipt.ts'
import { splitRows } from '@yibao/server/domains/slip/document/split-rows.ts'
import { sampleLines, sampleSlip } from '@yibao/server/domains/slip/document/test/sample.ts'
import { receipt } from '@yibao/shared/agent/receipt.ts'
import { expect, test } from 'vitest'

// The server's slip on the agent's receipt printer: what the customer holds.

const paperOf = (model: ReturnType<typeof sampleSlip>, roll: 'roll58' | 'roll80') =>
  printOnPaper(encodeReceipt(receipt.parse(receiptOf(model)), roll), roll === 'roll58' ? 32 : 48)
const rowsOf = (paper: ReturnType<typeof paperOf>) => paper.flatMap((one) => (one.kind === 'row' ? [one.text] : []))

test.each(['roll58', 'roll80'] as const)('on %s every amount of the split stands behind its label', (roll) => {
  const model = sampleSlip({ lines: sampleLines(60) })
  const paper = paperOf(model, roll)
  const rows = rowsOf(paper).map((row) => row.replace(/ +/g, ' ').trim())
  for (const { label, amount } of splitRows(model)) expect(rows).toContain(`${label} ${amount}`)
  expect(paper).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('现金支付'), large: true, bold: true }),
  )
  expect(rows).toContain('贰拾陆元陆角叁分')
  expect(paper.at(-2)).toMatchObject({ kind: 'qr', data: model.ids.setlId })
  expect(paper.at(-1)).toEqual({ kind: 'cut' })
})

test('a reversal is all minus, names are whole, what GBK lacks is named, a reprint is marked', () => {
  const person = { ...sampleSlip().person, name: '阿卜杜热合曼·买买提依明·䶮𠮷' }
  const model = sampleSlip({ kind: 'reversal', reprint: 2, copies: ['参保人联', '药店联'], person })
  const paper = paperOf(model, 'roll58')
  const text = rowsOf(paper).join('').replaceAll(' ', '')
  for (const part of [
    '阿卜杜热合曼·买买提依明·䶮〓U+20BB7',
    '补打2参保人联',
    '补打2药店联',
    '撤销/退费结算单',
    '现金支付-26.63',
  ])
    expect(text).toContain(part)
  expect(paper.filter(({ kind }) => kind === 'cut')).toHaveLength(2)
})
