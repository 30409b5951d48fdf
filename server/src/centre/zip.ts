import { Unzip, UnzipInflate, zipSync } from 'fflate'

/** A ZIP of one entry. */
export const zipOf = (name: string, content: string): Uint8Array => zipSync({ [name]: Buffer.from(content, 'utf8') })

const SLICE = 64 * 1024

/** Pieces of the first entry of a ZIP, inflated slice by slice; a body that is no ZIP is its own content. Throws Error on a broken ZIP. */
export function* piecesOf(content: Uint8Array): Generator<Uint8Array> {
  if (content[0] !== 0x50 || content[1] !== 0x4b) {
    yield content
    return
  }
  let ready: Uint8Array[] = []
  let entries = 0
  let finished = false
  const unzip = new Unzip((file) => {
    entries += 1
    if (entries > 1) return
    file.ondata = (error, piece, final) => {
      if (error) throw error
      ready.push(piece)
      finished ||= final
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
  if (!finished) throw new Error('对账文件不完整')
}

/** Lines of UTF-8 pieces without their line ends; a byte-order mark and empty lines are dropped. */
export function* linesOf(pieces: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield line.replace(/\r$/, '')
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield rest.replace(/\r$/, '')
}
