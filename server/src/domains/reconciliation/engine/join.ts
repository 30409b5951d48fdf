import { Fields, sameAmount, sameBytes } from './fields.ts'
import type { RowTable, SharedFile } from './layout.ts'

/** One difference: the first byte of the row on the side that has it, −1 where it has none. */
export type Emit = (kind: 'localOnly' | 'centreOnly' | 'amounts', local: number, centre: number) => void

/** Calls back with the row number of every row whose hash belongs to this part, in the file's order. */
const eachOf = (table: RowTable, part: number, parts: number, visit: (row: number) => void): void => {
  const hashes = new Uint32Array(table.hashes)
  const counts = new Uint32Array(table.counts)
  for (let chunk = 0; chunk < parts; chunk++) {
    const first = chunk * table.capacity
    const last = first + counts[chunk]!
    for (let row = first; row < last; row++) if ((hashes[row]! >>> 8) % parts === part) visit(row)
  }
}

/** Rows of equal hash as linked lists: a table of heads, and for each entry the next. Row numbers are stored plus one. */
class HashTable {
  readonly heads: Uint32Array
  readonly next: Uint32Array
  readonly rows: Uint32Array
  readonly mask: number
  size = 0

  constructor(count: number) {
    let slots = 1024
    while (slots < count * 2) slots *= 2
    this.mask = slots - 1
    this.heads = new Uint32Array(slots)
    this.next = new Uint32Array(count + 1)
    this.rows = new Uint32Array(count + 1)
  }

  add(hash: number, row: number): void {
    const entry = ++this.size
    this.rows[entry] = row
    // At the end of its list, so that equal numbers pair up in the file's order.
    let at = this.heads[hash & this.mask]!
    if (!at) this.heads[hash & this.mask] = entry
    else {
      while (this.next[at]) at = this.next[at]!
      this.next[at] = entry
    }
  }
}

const countOf = (table: RowTable, part: number, parts: number): number => {
  let count = 0
  eachOf(table, part, parts, () => {
    count += 1
  })
  return count
}

/**
 * Joins the rows of one part by exact key: settlement number and refund flag, byte for byte; the hash only leads there.
 * Each row is paired once; a number that one side has twice is a difference the second time.
 */
export const joinPart = (
  local: SharedFile & { table: RowTable },
  centre: SharedFile & { table: RowTable },
  part: number,
  parts: number,
  emit: Emit,
): void => {
  const [ours, theirs] = [local, centre].map((file) => new Fields(new Uint8Array(file.bytes), file.layout)) as [
    Fields,
    Fields,
  ]
  const starts = new Uint32Array(local.table.starts)
  const hashes = new Uint32Array(local.table.hashes)
  const centreStarts = new Uint32Array(centre.table.starts)
  const centreHashes = new Uint32Array(centre.table.hashes)
  const index = new HashTable(countOf(local.table, part, parts))
  eachOf(local.table, part, parts, (row) => index.add(hashes[row]!, row))
  const paired = new Uint8Array(index.size + 1)
  const [a, b] = [ours.layout, theirs.layout]
  eachOf(centre.table, part, parts, (row) => {
    const hash = centreHashes[row]!
    const start = centreStarts[row]!
    theirs.read(start)
    for (let entry = index.heads[hash & index.mask]!; entry; entry = index.next[entry]!) {
      const mine = index.rows[entry]!
      if (paired[entry] || hashes[mine] !== hash) continue
      ours.read(starts[mine]!)
      if (!sameBytes(ours, a.setlId, theirs, b.setlId) || !sameBytes(ours, a.refunded, theirs, b.refunded)) continue
      paired[entry] = 1
      const equal =
        sameAmount(ours, a.total, theirs, b.total) &&
        sameAmount(ours, a.fund, theirs, b.fund) &&
        sameAmount(ours, a.account, theirs, b.account)
      if (!equal) emit('amounts', starts[mine]!, start)
      return
    }
    emit('centreOnly', -1, start)
  })
  for (let entry = 1; entry <= index.size; entry++)
    if (!paired[entry]) emit('localOnly', starts[index.rows[entry]!]!, -1)
}
