import { createPublicKey, verify } from 'node:crypto'

/**
 * True when the signature (bytes) over the data is by this Ed25519 key (SPKI DER, base64url); any other key verifies nothing.
 */
export const isSignedBy = (publicKey: string, data: Buffer, signature: Buffer) => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, data, key, signature)
  } catch {
    return false // no key at all
  }
}
