/** Where a file keeps what is compared, as column numbers from 0, TAB between columns (domain.md 5.3). */
export interface Layout {
  setlId: number
  /** refd_setl_flag: a settlement and its reversal may share a number and are two rows. */
  refunded: number
  total: number
  fund: number
  account: number
}

/** The seven columns of a 3202 upload. */
export const uploadLayout: Layout = { setlId: 0, total: 3, fund: 4, account: 5, refunded: 6 }

/** The ten columns of a Jiangxi result. */
export const resultLayout: Layout = { setlId: 2, refunded: 5, total: 7, fund: 8, account: 9 }

/** A file in memory that threads share. */
export interface SharedFile {
  bytes: SharedArrayBuffer
  layout: Layout
}

/** The row table of a file, one part per thread: for each row its first byte and the hash of its number. */
export interface RowTable {
  starts: SharedArrayBuffer
  hashes: SharedArrayBuffer
  /** Rows found by each thread; part `i` begins at `i * capacity`. */
  counts: SharedArrayBuffer
  /** Greatest number of rows of one part. */
  capacity: number
}

/** Shortest line a file can have: six separators and a line end. It bounds the row table, whose unused pages cost nothing. */
const shortestLine = 7

export const rowTableFor = (byteLength: number, parts: number): RowTable => {
  const capacity = Math.ceil(byteLength / parts / shortestLine) + 2
  return {
    starts: new SharedArrayBuffer(capacity * parts * 4),
    hashes: new SharedArrayBuffer(capacity * parts * 4),
    counts: new SharedArrayBuffer(parts * 4),
    capacity,
  }
}
