import type { Layout } from './layout.ts'

const TAB = 9
const LF = 10
const CR = 13

/** Finds the columns of a row: `ends[i]` is the byte behind column i, `begins[i]` its first. */
export class Fields {
  readonly begins: Int32Array
  readonly ends: Int32Array
  readonly bytes: Uint8Array
  readonly layout: Layout
  readonly #columns: number
  at = -1

  constructor(bytes: Uint8Array, layout: Layout) {
    this.bytes = bytes
    this.layout = layout
    this.#columns = Math.max(...Object.values(layout)) + 1
    this.begins = new Int32Array(this.#columns)
    this.ends = new Int32Array(this.#columns)
  }

  /** Reads the row that begins at `start`. */
  read(start: number): void {
    if (this.at === start) return
    this.at = start
    const { bytes, begins, ends } = this
    let at = start
    for (let column = 0; column < this.#columns; column++) {
      begins[column] = at
      let byte = bytes[at]
      while (at < bytes.length && byte !== TAB && byte !== LF && byte !== CR) byte = bytes[++at]
      ends[column] = at
      if (byte === TAB) at += 1
    }
  }
}

/** Whether two columns hold the same bytes. */
export const sameBytes = (a: Fields, columnA: number, b: Fields, columnB: number): boolean => {
  const [beginA, beginB] = [a.begins[columnA]!, b.begins[columnB]!]
  const length = a.ends[columnA]! - beginA
  if (length !== b.ends[columnB]! - beginB) return false
  for (let i = 0; i < length; i++) if (a.bytes[beginA + i] !== b.bytes[beginB + i]) return false
  return true
}

/** An amount in 1/10 000 of a yuan as an exact integer; 12.5, 12.50 and 012.5000 are one amount, `null` is 0. */
const amountAt = ({ bytes, begins, ends }: Fields, column: number): number => {
  let value = 0
  let decimals = -1
  let negative = false
  for (let at = begins[column]!; at < ends[column]!; at++) {
    const byte = bytes[at]!
    if (byte === 45) negative = true
    else if (byte === 46) decimals = 0
    else if (byte >= 48 && byte <= 57 && decimals < 4) {
      value = value * 10 + byte - 48
      if (decimals >= 0) decimals += 1
    }
  }
  for (let i = Math.max(0, decimals); i < 4; i++) value *= 10
  return negative ? -value : value
}

/** Whether an amount is the same on both sides: by bytes, and only where those differ by value. */
export const sameAmount = (a: Fields, columnA: number, b: Fields, columnB: number): boolean =>
  sameBytes(a, columnA, b, columnB) || amountAt(a, columnA) === amountAt(b, columnB)
