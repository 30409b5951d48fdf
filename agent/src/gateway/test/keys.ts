import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AgentCommand, AgentPolicy } from '@yibao/shared/agent/cloud.ts'
import { canonicalJson, proofType, type TicketClaims, ticketType } from '@yibao/shared/agent/ticket.ts'
import { sha256url } from '../../hash.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A server's signing key: makes tickets and signs policies. */
export const makeServer = (kid = 'k1') => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
  /** Any header and payload text, correctly signed: for what a careless or hostile issuer could write. */
  const jws = (header: string, payload: string) => {
    const signed = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`
    return `${signed}.${signText(signed)}`
  }
  const header = { alg: 'EdDSA', typ: ticketType, kid }
  return {
    kid,
    key: { kid, publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url') },
    header,
    jws,
    ticket: (claims: TicketClaims) => jws(JSON.stringify(header), JSON.stringify(claims)),
    command: (command: AgentCommand) => ({ command, signature: signText(canonicalJson(command)) }),
    policy: (policy: AgentPolicy) => ({ policy, policySignature: signText(canonicalJson(policy)) }),
  }
}
export type FakeServer = ReturnType<typeof makeServer>

interface ProofInput {
  htm: string
  htu: string
  body: string | Buffer
  accessToken?: string | undefined
  nowMs: number
}

/** A browser with its own key. */
export const makeBrowser = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const jwk = { kty, crv, x, y }
  const jws = (header: unknown, payload: unknown, key: KeyObject = privateKey) => {
    const signed = `${part(header)}.${part(payload)}`
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
  const header = { alg: 'ES256', typ: proofType, jwk }
  const claims = ({ htm, htu, body, accessToken, nowMs }: ProofInput) => ({
    htm,
    htu,
    iat: Math.floor(nowMs / 1000),
    jti: randomBytes(16).toString('base64url'),
    bh: sha256url(body),
    ...(accessToken !== undefined && { ath: sha256url(accessToken) }),
  })
  return {
    jkt: sha256url(JSON.stringify({ crv, kty, x, y })),
    header,
    claims,
    jws,
    proof: (input: ProofInput) => jws(header, claims(input)),
  }
}
