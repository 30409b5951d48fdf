// Just enough of IPP/1.1 (RFC 8010, 8011) to print a PDF and to learn what became of it. `lp` and `lpstat` tell a
// printed job from an aborted one only by text that changes with the language.

export const operations = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinters: 0x4002,
} as const

const tags = { operation: 0x01, job: 0x02, end: 0x03, integer: 0x21, enum: 0x23, boolean: 0x22 } as const
const textTags = { name: 0x42, keyword: 0x44, uri: 0x45, charset: 0x47, language: 0x48, mime: 0x49 } as const

/** One attribute to send: an integer, or text of some kind; a list has several values. */
export interface Attribute {
  name: string
  type: 'integer' | keyof typeof textTags
  value: number | string | readonly string[]
}

const sized = (bytes: Buffer) => {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(bytes.length)
  return Buffer.concat([head, bytes])
}

const encodeAttribute = ({ name, type, value }: Attribute): Buffer => {
  const values = Array.isArray(value) ? value : [value]
  return Buffer.concat(
    values.map((one: number | string, index) => {
      const body = Buffer.alloc(4)
      if (typeof one === 'number') body.writeInt32BE(one)
      const tag = type === 'integer' ? tags.integer : textTags[type]
      return Buffer.concat([
        Buffer.from([tag]),
        sized(Buffer.from(index === 0 ? name : '')),
        sized(typeof one === 'number' ? body : Buffer.from(one, 'utf8')),
      ])
    }),
  )
}

/** A request with its operation and job attributes, and the document behind them. */
export const encodeIpp = (
  operation: number,
  attributes: readonly Attribute[],
  job: readonly Attribute[] = [],
  document: Buffer = Buffer.alloc(0),
): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(0x0101, 0)
  head.writeUInt16BE(operation, 2)
  head.writeUInt32BE(1, 4)
  const always: Attribute[] = [
    { name: 'attributes-charset', type: 'charset', value: 'utf-8' },
    { name: 'attributes-natural-language', type: 'language', value: 'en' },
  ]
  return Buffer.concat([
    head,
    Buffer.from([tags.operation]),
    ...[...always, ...attributes].map(encodeAttribute),
    ...(job.length ? [Buffer.from([tags.job]), ...job.map(encodeAttribute)] : []),
    Buffer.from([tags.end]),
    document,
  ])
}

/** Attributes of one printer or job; every attribute is a list. */
export type IppGroup = Record<string, (string | number)[]>

const decodeValue = (tag: number, body: Buffer) => {
  if (tag === tags.integer || tag === tags.enum) return body.readInt32BE()
  return tag === tags.boolean ? body[0]! : body.toString('utf8')
}

/** A response's status (below 0x100 = success) and its groups after the operation's own. */
export const decodeIpp = (bytes: Buffer): { status: number; groups: IppGroup[] } => {
  const groups: IppGroup[] = []
  let group: IppGroup = {}
  let last = ''
  let at = 8
  while (at < bytes.length) {
    const tag = bytes[at++]!
    if (tag === tags.end) break
    if (tag < 0x10) {
      group = {}
      if (tag !== tags.operation) groups.push(group)
      continue
    }
    const nameSize = bytes.readUInt16BE(at)
    const name = bytes.toString('utf8', at + 2, at + 2 + nameSize) || last
    at += 2 + nameSize
    const size = bytes.readUInt16BE(at)
    const value = decodeValue(tag, bytes.subarray(at + 2, at + 2 + size))
    at += 2 + size
    last = name
    group[name] = [...(group[name] ?? []), value]
  }
  return { status: bytes.readUInt16BE(2), groups }
}
