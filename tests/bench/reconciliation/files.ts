import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What the two files differ in: every contestant must find exactly this. */
export const planted = { amounts: 500, localOnly: 200, centreOnly: 200 }

const line = (number: number, total: number): string => {
  const id = String(number).padStart(10, '0')
  const amount = `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`
  return `320500A${id}\t320500M${id}\t320500${id.padStart(14, '0')}\t${amount}\t0.00\t${amount}\t0\n`
}

const write = (path: string, lines: Iterable<string>): string => {
  const handle = openSync(path, 'w')
  let buffer = ''
  for (const one of lines) {
    buffer += one
    if (buffer.length < 1 << 20) continue
    writeSync(handle, buffer)
    buffer = ''
  }
  writeSync(handle, buffer)
  closeSync(handle)
  return path
}

/** Every n-th row differs; the centre lists its rows in another order. A prime step visits each row once. */
function* linesOf(rows: number, side: 'local' | 'centre'): Generator<string> {
  const every = (count: number) => Math.floor(rows / count)
  const step = 700_001
  for (let i = 0; i < rows; i++) {
    const number = side === 'local' ? i : (i * step) % rows
    const total = 100 + ((number * 7919) % 100_000)
    const differs = number % every(planted.amounts) === 1 && side === 'centre'
    const missing = number % every(planted.localOnly) === (side === 'local' ? 2 : 3)
    if (!missing) yield line(number, differs ? total + 1 : total)
  }
}

/** Two files of `rows` settlements each (about 68 bytes a row) with the planted differences. Invented data. */
export const makeFiles = (folder: string, rows: number): { local: string; centre: string } => ({
  local: write(join(folder, 'local.txt'), linesOf(rows, 'local')),
  centre: write(join(folder, 'centre.txt'), linesOf(rows, 'centre')),
})
