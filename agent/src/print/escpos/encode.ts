import type { Receipt, ReceiptBlock } from '@yibao/shared/agent/receipt.ts'
import { gbk, printable } from './characters.ts'
import { columnsOf, type Roll, twoEnds, wrap } from './columns.ts'

const ESC = 0x1b
const FS = 0x1c
const GS = 0x1d
const LF = 0x0a

const alignment = { left: 0, center: 1, right: 2 } as const

/** Rows with their look; every block leaves the printer as it found it. */
const rows = (
  texts: readonly string[],
  { bold, large }: { bold?: true; large?: true },
  align: keyof typeof alignment,
) =>
  Buffer.concat([
    Buffer.from([ESC, 0x61, alignment[align], ESC, 0x45, bold ? 1 : 0, GS, 0x21, large ? 0x11 : 0]),
    ...texts.flatMap((text) => [gbk(text), Buffer.from([LF])]),
    Buffer.from([GS, 0x21, 0, ESC, 0x45, 0, ESC, 0x61, 0]),
  ])

/** GS ( k: one function of the printer's own QR encoder. */
const qrFunction = (fn: number, ...parameters: number[]) => {
  const length = parameters.length + 2
  return Buffer.from([GS, 0x28, 0x6b, length & 0xff, length >> 8, 0x31, fn, ...parameters])
}

/** Model 2, modules of 6 dots (about 20 mm for a settlement's number), correction M. */
const qr = (data: string) =>
  Buffer.concat([
    Buffer.from([ESC, 0x61, 1]),
    qrFunction(0x41, 0x32, 0),
    qrFunction(0x43, 6),
    qrFunction(0x45, 0x31),
    qrFunction(0x50, 0x30, ...Buffer.from(data, 'latin1')),
    qrFunction(0x51, 0x30),
    Buffer.from([ESC, 0x61, 0]),
  ])

/** Code 128, set B, 64 dots high, its text below. */
const barcode = (data: string) => {
  // In this command '{' begins a code set, so the character itself is doubled.
  const bytes = Buffer.from(`{B${data.replaceAll('{', '{{')}`, 'latin1')
  return Buffer.concat([
    Buffer.from([ESC, 0x61, 1, GS, 0x48, 2, GS, 0x68, 64, GS, 0x77, 2, GS, 0x6b, 0x49, bytes.length]),
    bytes,
    Buffer.from([ESC, 0x61, 0]),
  ])
}

const blockBytes = (block: ReceiptBlock, width: number): Buffer => {
  switch (block.kind) {
    case 'text': {
      const columns = block.large ? width / 2 : width
      return rows(wrap(printable(block.text), columns), block, block.align ?? 'left')
    }
    case 'row': {
      const columns = block.large ? width / 2 : width
      return rows(twoEnds(printable(block.left), printable(block.right), columns), block, 'left')
    }
    case 'rule':
      return Buffer.from(`${'-'.repeat(width)}\n`)
    case 'feed':
      return Buffer.from([ESC, 0x64, block.lines])
    case 'qr':
      return qr(block.data)
    case 'barcode':
      return barcode(block.data)
    case 'cut':
      // Feeds to the knife and cuts.
      return Buffer.from([GS, 0x56, 0x42, 0])
  }
}

/**
 * A receipt in ESC/POS with GBK texts for a roll of 58 or 80 mm, `copies` times, each cut off. The same receipt gives
 * the same bytes.
 */
export const encodeReceipt = (receipt: Receipt, roll: Roll, copies = 1): Buffer => {
  const blocks: Receipt = receipt.at(-1)?.kind === 'cut' ? receipt : [...receipt, { kind: 'cut' }]
  const one = Buffer.concat(blocks.map((block) => blockBytes(block, columnsOf[roll])))
  // A printer may have been left in any state by another program: reset, then Chinese characters on.
  const start = Buffer.from([ESC, 0x40, FS, 0x26])
  return Buffer.concat(Array.from({ length: copies }, () => [start, one]).flat())
}
