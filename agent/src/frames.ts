/** Frames between our processes: 4-byte little-endian length, then UTF-8 JSON (DESIGN 8). Bytes travel as base64 strings. */

/** Largest frame between desk and host: a vendor's answer is small. */
export const hostFrameBytes = 1024 * 1024
/** Largest frame between gateway and desk: it carries the bytes of a PDF. */
export const deskFrameBytes = 32 * 1024 * 1024

export class FrameTooLarge extends Error {}

/** One message as a frame; throws FrameTooLarge when its JSON is longer than `maxBytes`. */
export const encodeFrame = (message: unknown, maxBytes: number): Buffer => {
  const body = Buffer.from(JSON.stringify(message), 'utf8')
  if (body.length > maxBytes) throw new FrameTooLarge(`frame of ${body.length} bytes`)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  return Buffer.concat([head, body])
}

/**
 * Cuts a byte stream into messages. `push` throws on a frame longer than `maxBytes` (before collecting it) or on
 * text that is no JSON object: the stream is then useless and its socket must be destroyed.
 */
export class FrameReader {
  /** May change between two messages: a handshake allows less than the talk after it. */
  maxBytes: number
  onMessage: (message: Record<string, unknown>) => void
  private chunks: Buffer[] = []
  private have = 0
  private want: number | undefined

  constructor(maxBytes: number, onMessage: (message: Record<string, unknown>) => void) {
    this.maxBytes = maxBytes
    this.onMessage = onMessage
  }

  push(chunk: Buffer) {
    this.chunks.push(chunk)
    this.have += chunk.length
    for (;;) {
      if (this.want === undefined) {
        if (this.have < 4) return
        this.want = this.take(4).readUInt32LE()
        if (this.want > this.maxBytes) throw new FrameTooLarge(`frame of ${this.want} bytes`)
      }
      if (this.have < this.want) return
      const message: unknown = JSON.parse(this.take(this.want).toString('utf8'))
      this.want = undefined
      if (typeof message !== 'object' || message === null) throw new TypeError('a frame must hold an object')
      this.onMessage(message as Record<string, unknown>)
    }
  }

  private take(bytes: number) {
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    this.chunks = all.length > bytes ? [all.subarray(bytes)] : []
    this.have -= bytes
    return all.subarray(0, bytes)
  }
}
