import { generateKeyPairSync, sign } from 'node:crypto'
import { product } from '@yibao/shared/agent/protocol.ts'
import { type ReleaseManifest, releaseText, type SignedRelease } from '@yibao/shared/agent/release.ts'
import { sha256hex } from '../../hash.ts'
import { programName } from '../../install/layout.ts'

/** A release key with its private half. */
export const makeReleaseKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    kid,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}
export type ReleaseKey = ReturnType<typeof makeReleaseKey>

export const makeReleaseKeys = () => [makeReleaseKey('release'), makeReleaseKey('backup'), makeReleaseKey('root')]

export const publicOf = (keys: readonly ReleaseKey[]) => keys.map(({ kid, publicKey }) => ({ kid, publicKey }))

/** Signs a manifest's text with these keys. */
export const signText = (manifest: string, keys: readonly ReleaseKey[]): SignedRelease => ({
  manifest,
  signatures: keys.map(({ kid, sign: by }) => ({ kid, signature: by(releaseText(manifest)) })),
})

/** A manifest over these files (path → bytes), for any machine unless `over` says otherwise. */
export const manifestOf = (files: Record<string, Buffer>, over: Partial<ReleaseManifest> = {}): ReleaseManifest => ({
  product,
  channel: 'stable',
  version: '1.1.0',
  minVersion: '0.0.1',
  expires: '2027-01-01T00:00:00Z',
  files: Object.entries(files).map(([path, bytes]) => ({
    path,
    sha256: sha256hex(bytes),
    size: bytes.length,
    arch: 'any' as const,
  })),
  rollout: { areas: [], stores: [] },
  ...over,
})

export const someFiles = (): Record<string, Buffer> => ({
  [programName()]: Buffer.from('program'),
  'console/index.html': Buffer.from('<html></html>'),
})

/** Answers pieces of these files by their hash, `size` bytes at most. */
export const piecesOf =
  (files: Record<string, Buffer>, size = 4) =>
  async (hash: string, from: number): Promise<Buffer> => {
    const bytes = Object.values(files).find((one) => sha256hex(one) === hash)
    return (bytes ?? Buffer.alloc(0)).subarray(from, from + size)
  }
