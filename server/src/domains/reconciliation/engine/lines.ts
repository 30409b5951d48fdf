import { closeSync, openSync, readSync } from 'node:fs'

const LF = 10

const chunk = 256 * 1024

/** A line in a buffer, without its end, and its first byte in the file. The buffer is reused for the next ones. */
type Visit = (bytes: Uint8Array, start: number, end: number, origin: number) => void

/** Calls back with every line that begins in the bytes `from` to `to` of a file, in the file's order.
 * Throws when the file ends before `to`. */
export const eachLine = (path: string, from: number, to: number, visit: Visit): void => {
  const handle = openSync(path, 'r')
  try {
    let bytes = new Uint8Array(chunk)
    // The byte before decides whether a line begins at `from`.
    let origin = Math.max(0, from - 1)
    let skipping = from > 0
    let filled = 0
    for (;;) {
      const got = readSync(handle, bytes, filled, bytes.length - filled, origin + filled)
      filled += got
      let at = 0
      while (at < filled) {
        const found = bytes.indexOf(LF, at)
        const whole = found >= 0 && found < filled
        if (!whole && got > 0) break
        const end = whole ? found : filled
        if (skipping) skipping = false
        else if (origin + at >= to) return
        else visit(bytes, at, end, origin + at)
        at = end + 1
      }
      if (got === 0) {
        if (origin + filled < to) throw new Error('对账文件在读取时变短')
        return
      }
      bytes.copyWithin(0, at, filled)
      filled -= Math.min(at, filled)
      origin += at
      if (filled < bytes.length) continue
      const larger = new Uint8Array(bytes.length * 2)
      larger.set(bytes)
      bytes = larger
    }
  } finally {
    closeSync(handle)
  }
}

/** Reads single lines of a file by their first byte. */
export class LineReader {
  readonly #handle: number
  #buffer = Buffer.alloc(1024)

  constructor(path: string) {
    this.#handle = openSync(path, 'r')
  }

  /** The line that begins at `origin`, without its end. */
  at(origin: number): string {
    for (;;) {
      const got = readSync(this.#handle, this.#buffer, 0, this.#buffer.length, origin)
      const end = this.#buffer.subarray(0, got).indexOf(LF)
      if (end >= 0 || got < this.#buffer.length)
        return this.#buffer.toString('utf8', 0, end < 0 ? got : end).replace(/\r$/, '')
      this.#buffer = Buffer.alloc(this.#buffer.length * 2)
    }
  }

  close(): void {
    closeSync(this.#handle)
  }
}
