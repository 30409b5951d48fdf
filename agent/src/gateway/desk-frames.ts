/** Longest frame between gateway and desk, in bytes: it may carry a PDF as base64. */
const mostBytes = 32 * 1024 * 1024

export type Message = Record<string, unknown>

/** 4-byte little-endian length, then UTF-8 JSON (DESIGN 8). */
export const encodeFrame = (message: unknown) => {
  const body = Buffer.from(JSON.stringify(message))
  if (body.length > mostBytes) throw new RangeError(`frame of ${body.length} bytes`)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(body.length)
  return Buffer.concat([head, body])
}

/** Cuts a stream into messages; throws on a frame that is too long or no JSON object, the stream is then useless. */
export const frameReader = (onMessage: (message: Message) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const length = rest.readUInt32LE()
      if (length > mostBytes) throw new RangeError(`frame of ${length} bytes`)
      if (rest.length < 4 + length) return
      const message: unknown = JSON.parse(rest.subarray(4, 4 + length).toString('utf8'))
      rest = rest.subarray(4 + length)
      if (typeof message !== 'object' || message === null) throw new TypeError('a frame holds an object')
      onMessage(message as Message)
    }
  }
}
