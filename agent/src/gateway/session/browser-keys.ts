import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { proofType } from '@yibao/shared/agent/ticket.ts'
import * as z from 'zod/mini'
import { sha256url } from '../../hash.ts'
import { readPart } from './jws.ts'

const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))
const jwk = z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
const header = z.strictObject({ alg: z.literal('ES256'), typ: z.literal(proofType), jwk })

/** RFC 7638 thumbprint of a P-256 key. */
const thumbprint = ({ crv, kty, x, y }: z.infer<typeof jwk>) => sha256url(JSON.stringify({ crv, kty, x, y }))

const importKey = (key: JsonWebKey): KeyObject | undefined => {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return undefined // not a point of the curve
  }
}

/** The key that a proof names in its header. */
interface BrowserKey {
  key: KeyObject
  /** its thumbprint */
  jkt: string
}

/** Browsers of one counter PC that are remembered, more than it ever has open. */
const most = 64

/**
 * Keys by the spelling of the header that names them: a browser sends the same header with every proof, and reading and
 * importing it costs half as much as the signature. What a header means hangs on its text alone, so nothing is trusted
 * by being remembered; only headers whose proof was good are, so that a stranger cannot push the counter's out.
 */
export class BrowserKeys {
  #known = new Map<string, BrowserKey>()

  /** undefined for a header that is not exactly a proof's. */
  read(part: string): BrowserKey | undefined {
    const known = this.#known.get(part)
    if (known) return known
    const head = header.safeParse(readPart(part))
    const key = head.success ? importKey(head.data.jwk) : undefined
    return head.success && key ? { key, jkt: thumbprint(head.data.jwk) } : undefined
  }

  remember(part: string, key: BrowserKey) {
    if (this.#known.has(part)) return
    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(part, key)
  }
}
