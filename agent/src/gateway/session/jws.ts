import { limits } from '@yibao/shared/agent/protocol.ts'

// Compact JWS, read strictly: what two parsers could read differently is refused before anybody looks inside.

interface Jws {
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

const utf8 = new TextDecoder('utf-8', { fatal: true })

const readJson = (bytes: Buffer | undefined): unknown => {
  if (!bytes) return undefined
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    // What is spelled back the same lost no member on the way; only another spelling needs the slower look.
    return JSON.stringify(value) !== text && hasDuplicateKeys(text) ? undefined : value
  } catch {
    return undefined
  }
}

/** The three parts as they are spelled; undefined when they are not three or longer than 4 kB. */
export const splitJws = (text: string): [header: string, payload: string, signature: string] | undefined => {
  if (text.length > limits.ticket) return undefined
  const [header, payload, signature, more] = text.split('.', 4)
  if (header === undefined || payload === undefined || signature === undefined || more !== undefined) return undefined
  return [header, payload, signature]
}

/** A part's JSON; undefined when it is malformed. */
export const readPart = (part: string): unknown => readJson(decode(part))

/** A compact JWS without its header's meaning, nothing verified yet; undefined when it is malformed. */
export const readBody = ([header, payload, signature]: [string, string, string]): Omit<Jws, 'header'> | undefined => {
  const claims = readPart(payload)
  const bytes = decode(signature)
  if (claims === undefined || !bytes) return undefined
  return { payload: claims, signed: Buffer.from(`${header}.${payload}`), signature: bytes }
}

/** The parts of a compact JWS, nothing verified yet; undefined when it is malformed or longer than 4 kB. */
export const parseJws = (text: string): Jws | undefined => {
  const parts = splitJws(text)
  const header = parts && readPart(parts[0])
  const body = parts && readBody(parts)
  return header === undefined || !body ? undefined : { header, ...body }
}
