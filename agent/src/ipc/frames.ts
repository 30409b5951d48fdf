/** Frames between our processes: 4-byte little-endian length, then UTF-8 JSON (DESIGN 8). Bytes travel as base64 strings. */

/** Largest frame between desk and host: a vendor's answer is small. */
export const hostFrameBytes = 1024 * 1024
/** Largest frame between gateway and desk: it carries the bytes of a PDF. */
export const deskFrameBytes = 32 * 1024 * 1024

export class FrameTooLarge extends Error {}

/** One message as a frame; throws FrameTooLarge when its JSON is longer than `maxBytes`. */
export const encodeFrame = (message: unknown, maxBytes: number): Buffer => {
  const text = JSON.stringify(message)
  const bytes = Buffer.byteLength(text)
  if (bytes > maxBytes) throw new FrameTooLarge(`frame of ${bytes} bytes`)
  const frame = Buffer.allocUnsafe(4 + bytes)
  frame.writeUInt32LE(bytes)
  frame.write(text, 4)
  return frame
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
    // Most chunks are one frame and nothing else: no need to put it together.
    if (this.want === undefined && this.have === 0 && chunk.length > 4 && chunk.readUInt32LE() === chunk.length - 4) {
      if (chunk.length - 4 > this.maxBytes) throw new FrameTooLarge(`frame of ${chunk.length - 4} bytes`)
      return this.tell(chunk.toString('utf8', 4))
    }
    this.chunks.push(chunk)
    this.have += chunk.length
    for (;;) {
      if (this.want === undefined) {
        if (this.have < 4) return
        this.want = this.take(4).readUInt32LE()
        if (this.want > this.maxBytes) throw new FrameTooLarge(`frame of ${this.want} bytes`)
      }
      if (this.have < this.want) return
      const text = this.take(this.want).toString('utf8')
      this.want = undefined
      this.tell(text)
    }
  }

  private tell(text: string) {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null) throw new TypeError('a frame must hold an object')
    this.onMessage(message as Record<string, unknown>)
  }

  private take(bytes: number) {
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    this.chunks = all.length > bytes ? [all.subarray(bytes)] : []
    this.have -= bytes
    return all.subarray(0, bytes)
  }
}
