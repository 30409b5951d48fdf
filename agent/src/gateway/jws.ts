import { limits } from '@yibao/shared/agent/protocol.ts'

// Compact JWS, read strictly: what two parsers could read differently is refused before anybody looks inside.

export interface Jws {
  header: unknown
  payload: unknown
  /** the bytes that were signed */
  signed: Buffer
  signature: Buffer
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** True when some object of the JSON text names a member twice (escapes resolved). */
export const hasDuplicateKeys = (json: string) => {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (const [part] of json.matchAll(token)) {
    if (part === '{') open.push(new Set())
    else if (part === '[') open.push(undefined)
    else if (part === '}' || part === ']') open.pop()
    else if (part === ':') {
      const name: string = JSON.parse(last)
      const names = open.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
    last = part
  }
  return false
}

const decode = (part: string) => {
  const bytes = Buffer.from(part, 'base64url')
  // Node's decoder is lenient; only the one canonical spelling may pass, else a token has many names.
  return bytes.toString('base64url') === part ? bytes : undefined
}

const readJson = (bytes: Buffer | undefined): unknown => {
  if (!bytes) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    return hasDuplicateKeys(text) ? undefined : value
  } catch {
    return undefined
  }
}

/** The parts of a compact JWS, nothing verified yet; undefined when it is malformed or longer than 4 kB. */
export const parseJws = (text: string): Jws | undefined => {
  if (text.length > limits.ticket) return undefined
  const parts = text.split('.')
  if (parts.length !== 3) return undefined
  const header = readJson(decode(parts[0]!))
  const payload = readJson(decode(parts[1]!))
  const signature = decode(parts[2]!)
  if (header === undefined || payload === undefined || !signature) return undefined
  return { header, payload, signed: Buffer.from(`${parts[0]}.${parts[1]}`), signature }
}
