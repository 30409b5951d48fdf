import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  openRelease,
  type ReleaseKeys,
  type ReleaseManifest,
  releaseKeys,
  UpdateRefused,
} from '@yibao/shared/agent/release.ts'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'

/**
 * Public halves of the release keys: DATA_DIR/keys/release-keys.json. The server checks with them what it is given, so
 * that a mistake is found at the upload; it has no private half and could not make a release. Agents trust their own list.
 */
export const keysOf = ({ config }: Deps): ReleaseKeys => {
  const file = join(config.dataDir, 'keys', 'release-keys.json')
  if (!existsSync(file)) return refuse('release.keys')
  const parsed = releaseKeys.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.data : refuse('release.keys')
}

/** Whether this Ed25519 key (SPKI DER, base64url) signed the text. */
export const isSignedBy = (publicKey: string, text: string, signature: string): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    return (
      key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
    )
  } catch {
    return false
  }
}

/** JSON of a text; undefined where it is none. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Opens the text of a signed release; refuses with what is wrong about it. */
export const openSigned = (deps: Deps, text: string): { manifest: ReleaseManifest; signers: string[] } => {
  try {
    return openRelease(parse(text), keysOf(deps), isSignedBy)
  } catch (error) {
    if (!(error instanceof UpdateRefused)) throw error
    return refuse('release.refused', { text: error.message })
  }
}
