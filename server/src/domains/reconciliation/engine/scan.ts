import { originBytes, type SharedFile } from './layout.ts'
import { eachLine } from './lines.ts'

const TAB = 9
const LF = 10
const CR = 13

/** A line that has fewer columns than the layout names, or is longer than any row: its first byte. */
export class BrokenLine extends RangeError {
  readonly at: number
  constructor(at: number) {
    super(`line at byte ${at} has too few columns`)
    this.at = at
  }
}

/**
 * Reads one part of a file (`part` of `parts`) and keeps of each row what is compared, as a record: its first byte in the
 * file, then the columns of compactLayout. Notes where each begins and the hash of its settlement number. Empty lines are
 * skipped. Throws BrokenLine on a line with too few columns.
 */
export const scanPart = ({ path, size, layout, table }: SharedFile, part: number, parts: number): void => {
  const starts = new Uint32Array(table.starts)
  const hashes = new Uint32Array(table.hashes)
  const records = new Uint8Array(table.records)
  const columns = [layout.setlId, layout.refunded, layout.total, layout.fund, layout.account]
  const last = Math.max(...columns)
  const begins = new Int32Array(last + 2)
  let row = part * table.capacity
  let to = part * table.recordBytes
  const limit = to + table.recordBytes
  const visit = (bytes: Uint8Array, start: number, lineEnd: number, origin: number): void => {
    const end = lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd
    if (end === start) return
    let column = 0
    begins[0] = start
    for (let at = start; at < end && column <= last; at++) if (bytes[at] === TAB) begins[++column] = at + 1
    if (column < last) throw new BrokenLine(origin)
    if (column === last) begins[last + 1] = end + 1
    if (to + originBytes + end - start + 1 > limit) throw new BrokenLine(origin)
    for (let i = 0; i < originBytes; i++) records[to++] = origin >>> (8 * i)
    starts[row] = to
    // FNV-1a: the bytes are compared afterwards, so it need only spread well.
    let hash = 0x811c9dc5
    for (let i = 0; i < columns.length; i++) {
      const from = columns[i]!
      const stop = begins[from + 1]! - 1
      for (let at = begins[from]!; at < stop; at++) {
        const byte = bytes[at]!
        records[to++] = byte
        if (i === 0) hash = Math.imul(hash ^ byte, 0x01000193)
      }
      records[to++] = i === columns.length - 1 ? LF : TAB
    }
    hashes[row] = (hash ^ (hash >>> 15)) >>> 0
    row += 1
  }
  eachLine(path, Math.floor((size * part) / parts), Math.floor((size * (part + 1)) / parts), visit)
  new Uint32Array(table.counts)[part] = row - part * table.capacity
}
