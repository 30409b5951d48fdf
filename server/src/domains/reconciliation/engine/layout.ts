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

/** What a record keeps of a row, in this order: the same for every file, so that equal rows are equal bytes. */
export const compactLayout: Layout = { setlId: 0, refunded: 1, total: 2, fund: 3, account: 4 }

/** A record begins with its row's first byte in the file, little-endian. */
export const originBytes = 4

/** A file and what threads share of it. */
export interface SharedFile {
  path: string
  /** Bytes. */
  size: number
  layout: Layout
  table: RowTable
}

/** The rows of a file as records, one part per thread: where each record begins and the hash of its number. */
interface RowTable {
  starts: SharedArrayBuffer
  hashes: SharedArrayBuffer
  records: SharedArrayBuffer
  /** Rows found by each thread; part `i` begins at `i * capacity`. */
  counts: SharedArrayBuffer
  /** Greatest number of rows of one part. */
  capacity: number
  /** Bytes of one part's records; part `i` begins at `i * recordBytes`. */
  recordBytes: number
}

/** Shortest line a file can have: six separators and a line end. It bounds the tables, whose unused pages cost nothing. */
const shortestLine = 7
/** A line belongs to the part where it begins and may end in the next. */
const longestLine = 64 * 1024

/** Greatest file, bytes: a slot holds a record's place in 31 bits. */
export const largestFile = 1.3e9

/** Room for the rows of a file of that many bytes, whose parts are read side by side. */
export const rowTableFor = (byteLength: number, parts: number): RowTable => {
  const capacity = Math.ceil(byteLength / parts / shortestLine) + 2
  const recordBytes = Math.ceil(byteLength / parts) + originBytes * capacity + longestLine
  return {
    starts: new SharedArrayBuffer(capacity * parts * 4),
    hashes: new SharedArrayBuffer(capacity * parts * 4),
    records: new SharedArrayBuffer(recordBytes * parts),
    counts: new SharedArrayBuffer(parts * 4),
    capacity,
    recordBytes,
  }
}
