import { formatPercent } from '@yibao/shared/money.ts'
import { expect, it } from 'vitest'
import { replaceMissing } from './characters.ts'
import { slipFont } from './font.ts'
import { sampleSlip } from './test/sample.ts'
import { priceText, quantityText } from './text.ts'

it('replaces what the font lacks anywhere in a slip and lists it once', () => {
  const covers = (code: number) => code < 0x20000 && code !== 0x4dae
  const slip = { person: { name: '𠮷田𠮷' }, lines: [{ name: '䶮药\n一' }], total: 12 }
  expect(replaceMissing(slip, covers)).toEqual({
    value: { person: { name: '〓U+20BB7田〓U+20BB7' }, lines: [{ name: '〓U+4DAE药 一' }], total: 12 },
    missing: ['𠮷', '䶮'],
  })
})

it('knows what both weights of the font can draw', async () => {
  const { covers } = await slipFont()
  for (const character of '䶮〓×龘 ~一鿏，。①') expect(covers(character.codePointAt(0)!), character).toBe(true)
  for (const character of '𠮷😀\u0007') expect(covers(character.codePointAt(0)!), character).toBe(false)
})

it('covers the whole of GB 2312', async () => {
  const { covers } = await slipFont()
  const decoder = new TextDecoder('gbk')
  const lacking: string[] = []
  for (let row = 0xb0; row <= 0xf7; row++)
    for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++) {
      const character = decoder.decode(Uint8Array.of(row, cell))
      if (!covers(character.codePointAt(0)!)) lacking.push(character)
    }
  expect(lacking).toEqual([])
})

it('prints the texts of the labels with characters the font has', async () => {
  const { covers } = await slipFont()
  expect(replaceMissing('（）：、/()×-–·→%#', covers).missing).toEqual([])
})

it('writes figures as people read them', () => {
  expect(['2.0000', '0.5000', '12.1250', '10'].map((q) => quantityText(sampleSlip(), q))).toEqual([
    '2',
    '0.5',
    '12.125',
    '10',
  ])
  expect(quantityText(sampleSlip({ kind: 'reversal' }), '2.0000')).toBe('-2')
  expect(['12.800000', '0.123400', '100'].map(priceText)).toEqual(['12.80', '0.1234', '100.00'])
  expect(['0.7000', '0.1250', '1.0000', '0.0000', '1'].map(formatPercent)).toEqual([
    '70%',
    '12.5%',
    '100%',
    '0%',
    '100%',
  ])
})
