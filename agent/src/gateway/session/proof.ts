import { verify } from 'node:crypto'
import { limits } from '@yibao/shared/agent/protocol.ts'
import { type ProofClaims, proofClaims } from '@yibao/shared/agent/ticket.ts'
import { readBy } from '@yibao/shared/fits.ts'
import { AgentError } from '../../agent-error.ts'
import { sameText } from '../../hash.ts'
import { BrowserKeys } from './browser-keys.ts'
import { readBody, splitJws } from './jws.ts'

/**
 * Proofs that were seen, so that none counts twice, each as long as the access token it is bound to could live: a clock
 * that is set ahead and back again makes an old one look new. In memory: access tokens do not survive a restart either.
 */
export class ProofMemory {
  readonly keys = new BrowserKeys()
  #seen = new Map<string, number>()
  readonly #steady: () => number

  /** `steady`: ms from anywhere, never set. */
  constructor(steady: () => number) {
    this.#steady = steady
  }

  /** False when this jti was used before. */
  use(jti: string) {
    const now = this.#steady()
    for (const [old, until] of this.#seen) {
      if (until > now) break
      this.#seen.delete(old)
    }
    if (this.#seen.has(jti)) return false
    this.#seen.set(jti, now + limits.sessionSeconds * 1000)
    return true
  }
}

/** What the proof has to be about. bodyHash and tokenHash are base64url sha256; jkt is known once a session exists. */
interface ProofUse {
  htm: string
  htu: string
  bodyHash: string
  tokenHash?: string
  jkt?: string
}

const fits = (claims: ProofClaims, use: ProofUse) =>
  claims.htm === use.htm &&
  claims.htu === use.htu &&
  sameText(claims.bh, use.bodyHash) &&
  (use.tokenHash === undefined ? claims.ath === undefined : sameText(claims.ath ?? '', use.tokenHash))

/** The thumbprint of the browser's key behind a proof that fits its request. Throws PROOF_INVALID or CLOCK_SKEW. */
export const acceptProof = (memory: ProofMemory, text: string | undefined, use: ProofUse, nowMs: number): string => {
  const parts = splitJws(text ?? '')
  const by = parts && memory.keys.read(parts[0])
  const jws = parts && readBody(parts)
  const claims = readBy(proofClaims, jws?.payload)
  if (!jws || !by || !claims) throw new AgentError('PROOF_INVALID')
  const { key, jkt } = by
  if (!verify('sha256', jws.signed, { key, dsaEncoding: 'ieee-p1363' }, jws.signature))
    throw new AgentError('PROOF_INVALID')
  if (!fits(claims, use) || (use.jkt !== undefined && use.jkt !== jkt)) throw new AgentError('PROOF_INVALID')
  if (Math.abs(claims.iat * 1000 - nowMs) > limits.skewMs) throw new AgentError('CLOCK_SKEW')
  if (!memory.use(`${jkt}.${claims.jti}`)) throw new AgentError('PROOF_INVALID')
  memory.keys.remember(parts[0], by)
  return jkt
}
