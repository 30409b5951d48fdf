import { Fields, sameAmount, sameBytes } from './fields.ts'
import type { RowTable, SharedFile } from './layout.ts'

/** One difference: the first byte of the row on the side that has it, −1 where it has none. */
export type Emit = (kind: 'localOnly' | 'centreOnly' | 'amounts', local: number, centre: number) => void

type TableFile = SharedFile & { table: RowTable }

/** Calls back with first byte and hash of every row whose hash belongs to this part, in the file's order. */
const eachOf = (
  { table }: TableFile,
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

/**
 * Open addressing, a row's first byte (plus one: 0 is a free slot) and hash side by side: one look in memory a row. Rows of
 * one number stand in the file's order along the probe. A paired row keeps its slot, negative, so that probes go on.
 */
class HashTable {
  readonly slots: Int32Array
  readonly mask: number

  constructor(count: number) {
    let size = 1024
    while (size < count * 1.5) size *= 2
    this.mask = size * 2 - 1
    this.slots = new Int32Array(size * 2)
  }

  add(start: number, hash: number): void {
    const { slots, mask } = this
    let at = (hash << 1) & mask
    while (slots[at] !== 0) at = (at + 2) & mask
    slots[at] = start + 1
    slots[at + 1] = hash
  }
}

const batchSize = 64

/**
 * Probes row by row wait for memory at every row: slot and row lie anywhere. Touching those of a batch first lets the
 * processor fetch them side by side.
 */
class Batch {
  readonly #starts = new Uint32Array(batchSize)
  readonly #hashes = new Uint32Array(batchSize)
  readonly #index: HashTable
  readonly #bytes: Uint8Array
  readonly #probe: (start: number, hash: number) => void
  #size = 0
  /** Keeps the touching from being optimised away. */
  touched = 0

  constructor(index: HashTable, bytes: Uint8Array, probe: (start: number, hash: number) => void) {
    this.#index = index
    this.#bytes = bytes
    this.#probe = probe
  }

  add(start: number, hash: number): void {
    this.#starts[this.#size] = start
    this.#hashes[this.#size] = hash
    this.#size += 1
    if (this.#size === batchSize) this.flush()
  }

  flush(): void {
    const { slots, mask } = this.#index
    const [starts, hashes, bytes, size] = [this.#starts, this.#hashes, this.#bytes, this.#size]
    let touched = 0
    for (let i = 0; i < size; i++) touched ^= slots[(hashes[i]! << 1) & mask]!
    for (let i = 0; i < size; i++) touched ^= bytes[Math.abs(slots[(hashes[i]! << 1) & mask]!)] ?? 0
    this.touched ^= touched
    this.#size = 0
    for (let i = 0; i < size; i++) this.#probe(starts[i]!, hashes[i]!)
  }
}

const LF = 10

/** Whether two rows are the same bytes up to the line end: nearly all of them are, and then nothing needs parsing. */
const sameLine = (a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean => {
  for (let i = 0; ; i++) {
    const byte = a[atA + i]
    if (byte !== b[atB + i]) return false
    if (byte === LF || byte === undefined) return true
  }
}

const countOf = (file: TableFile, part: number, parts: number): number => {
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
export const joinPart = (local: TableFile, centre: TableFile, part: number, parts: number, emit: Emit): void => {
  const ours = new Fields(new Uint8Array(local.bytes), local.layout)
  const theirs = new Fields(new Uint8Array(centre.bytes), centre.layout)
  const [a, b] = [ours.layout, theirs.layout]
  const alike = JSON.stringify(a) === JSON.stringify(b)
  const index = new HashTable(countOf(local, part, parts))
  eachOf(local, part, parts, (start, hash) => index.add(start, hash))
  const { slots, mask } = index
  const probe = (start: number, hash: number): void => {
    for (let at = (hash << 1) & mask; slots[at] !== 0; at = (at + 2) & mask) {
      const stored = slots[at]!
      if (stored < 0 || slots[at + 1] !== (hash | 0)) continue
      const mine = stored - 1
      if (alike && sameLine(ours.bytes, mine, theirs.bytes, start)) {
        slots[at] = -stored
        return
      }
      ours.read(mine)
      theirs.read(start)
      if (!sameBytes(ours, a.setlId, theirs, b.setlId) || !sameBytes(ours, a.refunded, theirs, b.refunded)) continue
      slots[at] = -stored
      const equal =
        sameAmount(ours, a.total, theirs, b.total) &&
        sameAmount(ours, a.fund, theirs, b.fund) &&
        sameAmount(ours, a.account, theirs, b.account)
      if (!equal) emit('amounts', mine, start)
      return
    }
    emit('centreOnly', -1, start)
  }
  const batch = new Batch(index, ours.bytes, probe)
  eachOf(centre, part, parts, (start, hash) => batch.add(start, hash))
  batch.flush()
  for (let at = 0; at < slots.length; at += 2) if (slots[at]! > 0) emit('localOnly', slots[at]! - 1, -1)
}
