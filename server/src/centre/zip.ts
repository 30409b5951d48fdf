import { isAscii } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { Unzip, UnzipInflate, zipSync } from 'fflate'
import { directoryMarks, markOf } from './zip-directory.ts'

/** A ZIP of one entry. */
export const zipOf = (name: string, content: string): Uint8Array => zipSync({ [name]: Buffer.from(content, 'utf8') })

const SLICE = 64 * 1024
const lineEnd = Buffer.from('\n')

/** Far more than any catalogue, for a small body can hold a thousand times its length. Bytes. */
const mostUnpacked = 4 * 2 ** 30
/** No row of any file is as long: what has no line ends is no such file, and would be collected as one. Characters. */
const mostLine = 2 ** 20

/** What came is what the directory says: all files, byte by byte. The inflated bytes of a damaged one look like amounts, too. */
const isWhole = (content: Uint8Array, found: readonly string[]): boolean => {
  const promised = directoryMarks(content)
  return promised !== undefined && promised.toSorted().join() === found.toSorted().join()
}

/**
 * Pieces of the files of a ZIP one after the other, inflated slice by slice; folders hold nothing, a line ends where its
 * file ends. A body that is no ZIP is its own content. Throws Error on a ZIP that is broken, has no file or unpacks to more
 * than `most` bytes; what it has yielded by then was not the whole.
 */
export function* piecesOf(content: Uint8Array, most = mostUnpacked): Generator<Uint8Array> {
  if (content[0] !== 0x50 || content[1] !== 0x4b) {
    if (content.length === 0) throw new Error('文件是空的')
    yield content
    return
  }
  let ready: Uint8Array[] = []
  let begun = 0
  let unpacked = 0
  const finished: string[] = []
  const unzip = new Unzip((file) => {
    if (file.name.endsWith('/')) return
    begun += 1
    let [crc, bytes] = [0, 0]
    file.ondata = (error, piece, final) => {
      if (error) throw error
      crc = crc32(piece, crc)
      bytes += piece.length
      unpacked += piece.length
      if (unpacked > most) throw new Error('文件解压后过大')
      ready.push(piece)
      if (!final) return
      finished.push(markOf(crc, bytes))
      ready.push(lineEnd)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < content.length; at += SLICE) {
    const end = Math.min(at + SLICE, content.length)
    unzip.push(content.subarray(at, end), end === content.length)
    yield* ready
    ready = []
  }
  const filled = finished.filter((mark) => mark !== markOf(0, 0))
  if (begun === 0 || finished.length < begun || !isWhole(content, filled)) throw new Error('对账文件不完整')
}

const isUtf8 = (piece: Uint8Array): boolean => {
  try {
    // The last character may go on in the next piece.
    new TextDecoder('utf-8', { fatal: true }).decode(piece, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * Lines without their line ends; byte-order marks and empty lines are dropped. UTF-8 as the standard has it, or GB 18030
 * where the first piece that is more than ASCII is no UTF-8: a name must not become a row of question marks. Throws Error on
 * a line of more than a million characters.
 */
export function* linesOf(pieces: Iterable<Uint8Array>): Generator<string> {
  let decoder: TextDecoder | undefined
  let rest = ''
  const clean = (line: string) => line.replace(/^\uFEFF/, '').replace(/\r$/, '')
  for (const piece of pieces) {
    // ASCII is the same in both: thousands of settlements may go before the first word of Chinese.
    if (!isAscii(piece)) decoder ??= new TextDecoder(isUtf8(piece) ? 'utf-8' : 'gb18030')
    const text = decoder ? decoder.decode(piece, { stream: true }) : Buffer.from(piece).toString('latin1')
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > mostLine) throw new Error('文件的一行过长')
    for (const line of lines) if (line.trim() !== '') yield clean(line)
  }
  rest += decoder?.decode() ?? ''
  if (rest.trim() !== '') yield clean(rest)
}
