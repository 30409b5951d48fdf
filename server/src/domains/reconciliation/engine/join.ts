import { Fields, sameAmount, sameBytes } from './fields.ts'
import { Batch, HashTable } from './hash-table.ts'
import { compactLayout, originBytes, type SharedFile } from './layout.ts'

/** One difference: the row's first byte in the file of the side that has it, −1 where it has none. */
type Emit = (kind: 'localOnly' | 'centreOnly' | 'amounts', local: number, centre: number) => void

/** Calls back with first byte and hash of every row whose hash belongs to this part, in the file's order. */
const eachOf = (
  { table }: SharedFile,
  part: number,
  parts: number,
  visit: (start: number, hash: number) => void,
): void => {
  const starts = new Uint32Array(table.starts)
  const hashes = new Uint32Array(table.hashes)
  const counts = new Uint32Array(table.counts)
  for (let chunk = 0; chunk < parts; chunk++) {
    const first = chunk * table.capacity
    const last = first + counts[chunk]!
    for (let row = first; row < last; row++) {
      const hash = hashes[row]!
      // The low bits choose the slot, so the part comes from others.
      if ((hash >>> 24) % parts === part) visit(starts[row]!, hash)
    }
  }
}

const LF = 10

/** Whether two records are the same bytes up to their end: nearly all of them are, and then nothing needs parsing. */
const sameLine = (a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean => {
  for (let i = 0; ; i++) {
    const byte = a[atA + i]
    if (byte !== b[atB + i]) return false
    if (byte === LF || byte === undefined) return true
  }
}

/** Where a record's row begins in its file. */
const originAt = (bytes: Uint8Array, record: number): number => {
  let origin = 0
  for (let i = 1; i <= originBytes; i++) origin = origin * 256 + bytes[record - i]!
  return origin
}

const countOf = (file: SharedFile, part: number, parts: number): number => {
  let count = 0
  eachOf(file, part, parts, () => {
    count += 1
  })
  return count
}

/**
 * Joins the rows of one part by exact key: settlement number and refund flag, byte for byte; the hash only leads there.
 * Each row is paired once; a number that one side has twice is a difference the second time.
 */
export const joinPart = (local: SharedFile, centre: SharedFile, part: number, parts: number, emit: Emit): void => {
  const ours = new Fields(new Uint8Array(local.table.records), compactLayout)
  const theirs = new Fields(new Uint8Array(centre.table.records), compactLayout)
  const { setlId, refunded, total, fund, account } = compactLayout
  const index = new HashTable(countOf(local, part, parts))
  eachOf(local, part, parts, (start, hash) => index.add(start, hash))
  const { slots, mask } = index
  const probe = (start: number, hash: number): void => {
    for (let at = (hash << 1) & mask; slots[at] !== 0; at = (at + 2) & mask) {
      const stored = slots[at]!
      if (stored < 0 || slots[at + 1] !== (hash | 0)) continue
      const mine = stored - 1
      if (sameLine(ours.bytes, mine, theirs.bytes, start)) {
        slots[at] = -stored
        return
      }
      ours.read(mine)
      theirs.read(start)
      if (!sameBytes(ours, setlId, theirs, setlId) || !sameBytes(ours, refunded, theirs, refunded)) continue
      slots[at] = -stored
      const equal =
        sameAmount(ours, total, theirs, total) &&
        sameAmount(ours, fund, theirs, fund) &&
        sameAmount(ours, account, theirs, account)
      if (!equal) emit('amounts', originAt(ours.bytes, mine), originAt(theirs.bytes, start))
      return
    }
    emit('centreOnly', -1, originAt(theirs.bytes, start))
  }
  const batch = new Batch(index, ours.bytes, probe)
  eachOf(centre, part, parts, (start, hash) => batch.add(start, hash))
  batch.flush()
  for (let at = 0; at < slots.length; at += 2)
    if (slots[at]! > 0) emit('localOnly', originAt(ours.bytes, slots[at]! - 1), -1)
}
