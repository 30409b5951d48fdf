import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ReleaseKey {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
}

/** Three keys that a maker has never used before. */
export const newReleaseKeys = (): readonly ReleaseKey[] =>
  ['release', 'backup', 'root'].map((kid) => ({ kid, ...generateKeyPairSync('ed25519') }))

/** The three keys of a maker (docs/OPERATIONS.md), invented for this process. */
export const releaseKeys = newReleaseKeys()

/** Puts their public halves where a server looks for them. */
export const putReleaseKeys = (dataDir: string, keys = releaseKeys): void => {
  const list = keys.map(({ kid, publicKey }) => ({
    kid,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  }))
  mkdirSync(join(dataDir, 'keys'), { recursive: true })
  writeFileSync(join(dataDir, 'keys', 'release-keys.json'), JSON.stringify(list))
}

/** Signatures of a text as tools/sign-*.ts write them: two keys of three unless said. */
export const signaturesOf = (text: string, by: readonly ReleaseKey[] = releaseKeys.slice(0, 2)) =>
  by.map(({ kid, privateKey }) => ({
    kid,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }))
