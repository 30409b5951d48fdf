import iconv from 'iconv-lite'

// What a receipt printer puts on paper for the bytes it gets. Written from the printers' manual, not from our encoder:
// shared code would hide its own errors.

/** A printed row, a code, or the place where the paper was cut. */
type Printed =
  | { kind: 'row'; text: string; bold: boolean; large: boolean; align: 'left' | 'center' | 'right' }
  | { kind: 'qr'; data: string; module: number }
  | { kind: 'barcode'; data: string; below: boolean }
  | { kind: 'cut' }

const aligns = ['left', 'center', 'right'] as const

interface Head {
  chinese: boolean
  bold: boolean
  /** GS !: 0x11 = twice as wide and high */
  size: number
  align: number
  below: number
  module: number
  qr: string
}
const fresh = (): Head => ({ chinese: false, bold: false, size: 0, align: 0, below: 0, module: 3, qr: '' })

/** Prints ESC/POS bytes on a roll of `columns` half-width characters. Throws on what such a printer does not know. */
export const printOnPaper = (bytes: Buffer, columns: number): Printed[] => {
  const paper: Printed[] = []
  let head = fresh()
  let line = ''
  let used = 0
  let at = 0
  const byte = () => {
    if (at >= bytes.length) throw new Error('the bytes end inside a command')
    return bytes[at++]!
  }
  const end = () => {
    const { bold, size, align } = head
    paper.push({ kind: 'row', text: line, bold, large: size === 0x11, align: aligns[align]! })
    line = ''
    used = 0
  }
  const put = (text: string, width: number) => {
    const wide = head.size & 0x10 ? width * 2 : width
    if (used + wide > columns) end()
    line += text
    used += wide
  }
  const look: Record<number, () => void> = {
    64: () => {
      head = fresh()
    },
    69: () => {
      head.bold = (byte() & 1) === 1
    },
    97: () => {
      head.align = byte() % 3
    },
    100: () => {
      const lines = byte()
      if (line) end()
      for (let n = 0; n < lines; n++) end()
    },
  }
  const code = () => {
    const length = byte() + byte() * 256
    const [kind, fn, ...rest] = bytes.subarray(at, at + length)
    at += length
    if (kind !== 0x31) throw new Error(`no code of kind ${kind}`)
    if (fn === 0x43) head.module = rest[0]!
    else if (fn === 0x50) head.qr = Buffer.from(rest.slice(1)).toString('latin1')
    else if (fn === 0x51) paper.push({ kind: 'qr', data: head.qr, module: head.module })
    else if (fn !== 0x41 && fn !== 0x45) throw new Error(`no QR function ${fn}`)
  }
  const bars = () => {
    if (byte() !== 0x49) throw new Error('only Code 128 is known')
    const length = byte()
    const data = bytes.toString('latin1', at, at + length)
    at += length
    if (!data.startsWith('{B')) throw new Error('Code 128 without its code set')
    paper.push({ kind: 'barcode', data: data.slice(2).replaceAll('{{', '{'), below: head.below === 2 })
  }
  const group: Record<number, () => void> = {
    33: () => {
      head.size = byte()
    },
    40: () => {
      if (byte() !== 0x6b) throw new Error('unknown GS (')
      code()
    },
    72: () => {
      head.below = byte()
    },
    104: () => void byte(),
    119: () => void byte(),
    107: bars,
    86: () => {
      if (byte() >= 0x41) byte()
      if (line) end()
      paper.push({ kind: 'cut' })
    },
  }
  const command = (table: Record<number, () => void>, name: string) => {
    const which = byte()
    const run = table[which]
    if (!run) throw new Error(`unknown ${name} ${which.toString(16)}`)
    run()
  }
  while (at < bytes.length) {
    const one = byte()
    if (one === 0x0a) end()
    else if (one === 0x1b) command(look, 'ESC')
    else if (one === 0x1d) command(group, 'GS')
    else if (one === 0x1c) head.chinese = byte() === 0x26
    else if (one >= 0x81 && head.chinese) put(iconv.decode(Buffer.from([one, byte()]), 'gbk'), 2)
    else if (one >= 0x20 && one < 0x7f) put(String.fromCharCode(one), 1)
    else throw new Error(`byte ${one.toString(16)} is nothing to print`)
  }
  return paper
}

/** The paper as text for a person to look at: rows as they stand, large ones spaced, codes and cuts named. */
export const paperText = (paper: readonly Printed[], columns: number): string =>
  paper
    .map((one) => {
      if (one.kind === 'cut') return `${'✂'.padEnd(columns, '·')}`
      if (one.kind !== 'row') return `[${one.kind} ${one.data}]`
      const width = [...one.text].reduce((sum, c) => sum + (c > '\x7f' ? 2 : 1), 0) * (one.large ? 2 : 1)
      const room = { left: 0, center: Math.floor((columns - width) / 2), right: columns - width }[one.align]
      return `${' '.repeat(Math.max(0, room))}${one.text}`
    })
    .join('\n')
