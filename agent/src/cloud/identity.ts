import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The agent's own Ed25519 key: who it is to the server, and what it signs identity results with. */
export interface Identity {
  /** base64url(sha256(spki))[0..22] */
  agentId: string
  /** SPKI DER, base64url */
  publicKey: string
  /** base64url Ed25519 signature over the UTF-8 text */
  sign(text: string): string
}

const keyIn = (pem: Buffer) => {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

const readOrMake = (file: string) => {
  if (existsSync(file)) {
    const known = keyIn(readFileSync(file))
    if (known) return known
    // Cut off or overwritten: kept for support. With a new key this is a new agent, which a person binds again; without
    // any it would not even start to say so.
    renameSync(file, `${file}.damaged`)
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  // wx: two starts at once must not end with two identities.
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx', flush: true })
  return privateKey
}

/** Reads the key in this folder, or makes it (file 0600, folder 0700); one that is damaged is put aside for a new one. */
export const loadIdentity = (folder: string): Identity => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const key = readOrMake(join(folder, 'agent.pem'))
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    agentId: createHash('sha256').update(spki).digest('base64url').slice(0, 22),
    publicKey: spki.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}
