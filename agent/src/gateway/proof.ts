import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { type ProofClaims, proofClaims, proofType } from '@yibao/shared/agent/ticket.ts'
import * as z from 'zod/mini'
import { AgentError } from '../agent-error.ts'
import { sameText, sha256url } from './hash.ts'
import { parseJws } from './jws.ts'

const coordinate = z.string().check(z.regex(/^[\w-]{43}$/))
const jwk = z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate })
const header = z.strictObject({ alg: z.literal('ES256'), typ: z.literal(proofType), jwk })

/** RFC 7638 thumbprint of a P-256 key. */
export const thumbprint = ({ crv, kty, x, y }: z.infer<typeof jwk>) => sha256url(JSON.stringify({ crv, kty, x, y }))

/** Proofs seen within the accepted time, so that none counts twice. In memory: access tokens do not survive a restart either. */
export class ProofMemory {
  #seen = new Map<string, number>()

  /** False when this jti was used before. Forgets what is too old to be accepted anyway. */
  use(jti: string, nowMs: number) {
    for (const [old, until] of this.#seen) {
      if (until > nowMs) break
      this.#seen.delete(old)
    }
    if (this.#seen.has(jti)) return false
    this.#seen.set(jti, nowMs + 2 * limits.skewMs + 1000)
    return true
  }
}

/** What the proof has to be about. bodyHash and tokenHash are base64url sha256; jkt is known once a session exists. */
export interface ProofUse {
  htm: string
  htu: string
  bodyHash: string
  tokenHash?: string
  jkt?: string
}

const importKey = (key: JsonWebKey): KeyObject | undefined => {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    return undefined // not a point of the curve
  }
}

const fits = (claims: ProofClaims, use: ProofUse) =>
  claims.htm === use.htm &&
  claims.htu === use.htu &&
  sameText(claims.bh, use.bodyHash) &&
  (use.tokenHash === undefined ? claims.ath === undefined : sameText(claims.ath ?? '', use.tokenHash))

/** The thumbprint of the browser's key behind a proof that fits its request. Throws PROOF_INVALID or CLOCK_SKEW. */
export const acceptProof = (memory: ProofMemory, text: string | undefined, use: ProofUse, nowMs: number): string => {
  const jws = parseJws(text ?? '')
  const head = header.safeParse(jws?.header)
  const body = proofClaims.safeParse(jws?.payload)
  const key = head.success ? importKey(head.data.jwk) : undefined
  if (!jws || !head.success || !body.success || !key) throw new AgentError('PROOF_INVALID')
  if (!verify('sha256', jws.signed, { key, dsaEncoding: 'ieee-p1363' }, jws.signature))
    throw new AgentError('PROOF_INVALID')
  const jkt = thumbprint(head.data.jwk)
  if (!fits(body.data, use) || (use.jkt !== undefined && use.jkt !== jkt)) throw new AgentError('PROOF_INVALID')
  if (Math.abs(body.data.iat * 1000 - nowMs) > limits.skewMs) throw new AgentError('CLOCK_SKEW')
  if (!memory.use(`${jkt}.${body.data.jti}`, nowMs)) throw new AgentError('PROOF_INVALID')
  return jkt
}
