import type { RowTable, SharedFile } from './layout.ts'

const TAB = 9
const LF = 10
const CR = 13

/** First byte of the line after `at`; `at` itself when a line begins there. */
const lineStart = (bytes: Uint8Array, at: number): number => {
  if (at === 0) return 0
  const end = bytes.indexOf(LF, at - 1)
  return end < 0 ? bytes.length : end + 1
}

/** A line that has fewer columns than the layout names: its first byte. */
export class BrokenLine extends RangeError {
  readonly at: number
  constructor(at: number) {
    super(`line at byte ${at} has too few columns`)
    this.at = at
  }
}

/**
 * Notes the rows of one part of a file (`part` of `parts`): where each begins and the hash of its settlement number.
 * Empty lines are skipped. Throws BrokenLine on a line with too few columns.
 */
export const scanPart = (file: SharedFile, table: RowTable, part: number, parts: number): void => {
  const bytes = new Uint8Array(file.bytes)
  const starts = new Uint32Array(table.starts)
  const hashes = new Uint32Array(table.hashes)
  const { setlId, ...others } = file.layout
  const columns = Math.max(setlId, ...Object.values(others)) + 1
  const end = lineStart(bytes, Math.floor((bytes.length * (part + 1)) / parts))
  let at = lineStart(bytes, Math.floor((bytes.length * part) / parts))
  let row = part * table.capacity
  while (at < end) {
    const start = at
    let column = 0
    // FNV-1a: the bytes are compared afterwards, so it need only spread well.
    let hash = 0x811c9dc5
    let byte = bytes[at]!
    while (at < end && byte !== LF) {
      if (byte === TAB) column += 1
      else if (column === setlId) hash = Math.imul(hash ^ byte, 0x01000193)
      at += 1
      byte = bytes[at]!
    }
    const empty = at === start || (at === start + 1 && bytes[start] === CR)
    at += 1
    if (empty) continue
    if (column + 1 < columns) throw new BrokenLine(start)
    starts[row] = start
    hashes[row] = (hash ^ (hash >>> 15)) >>> 0
    row += 1
  }
  new Uint32Array(table.counts)[part] = row - part * table.capacity
}
