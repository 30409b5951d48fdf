import { product } from '@yibao/shared/agent/protocol.ts'
import {
  compareVersions,
  inRing,
  openRelease,
  type ReleaseChannel,
  type ReleaseFile,
  type ReleaseKeys,
  type ReleaseManifest,
  releaseGraceMs,
  UpdateRefused,
} from '@yibao/shared/agent/release.ts'
import { isSignedBy } from '../cloud/signature.ts'
import { programName } from '../install/layout.ts'
import type { UpdateMemory } from './memory.ts'

export interface Standing {
  keys: ReleaseKeys
  channel: ReleaseChannel
  /** fixmedins_code of each store of the policy */
  stores: readonly string[]
  /** the version that runs */
  current: string
  memory: UpdateMemory
  nowMs: number
}

const verifyText = (publicKey: string, text: string, signature: string) =>
  isSignedBy(publicKey, Buffer.from(text), Buffer.from(signature, 'base64url'))

/** The files of a release that belong on this machine. */
export const filesFor = (manifest: ReleaseManifest, platform: string = process.platform, arch: string = process.arch) =>
  manifest.files.filter((one) => one.arch === 'any' || one.arch === `${platform}-${arch}`)

/** The signed release once more, as whoever goes on with an update must see it: signatures and content, nothing of time. */
export const reopen = (given: unknown, keys: ReleaseKeys): ReleaseManifest =>
  openRelease(given, keys, verifyText).manifest

/** Checks a release in the order of agent.md 5.4; the keys' floors rise only when all of it holds. Throws UpdateRefused. */
export const acceptRelease = (
  given: unknown,
  standing: Standing,
): { manifest: ReleaseManifest; files: ReleaseFile[] } => {
  const { keys, channel, stores, current, memory, nowMs } = standing
  const { manifest, signers } = openRelease(given, keys, verifyText)
  const refuse = (code: ConstructorParameters<typeof UpdateRefused>[0]): never => {
    throw new UpdateRefused(code)
  }
  if (manifest.product !== product) refuse('UPDATE_PRODUCT')
  if (manifest.channel !== channel) refuse('UPDATE_CHANNEL')
  if (nowMs > Date.parse(manifest.expires) + releaseGraceMs) refuse('UPDATE_EXPIRED')
  if (compareVersions(manifest.version, current) < 0) refuse('UPDATE_ROLLBACK')
  if (!memory.allows(manifest.version, signers)) refuse('UPDATE_ROLLBACK')
  if (!inRing(manifest.rollout, stores)) refuse('UPDATE_ROLLOUT')
  const files = filesFor(manifest)
  if (!files.some(({ path }) => path === programName())) refuse('UPDATE_ARCH')
  memory.saw(manifest.version, signers)
  if (memory.isBad(manifest.version, nowMs)) refuse('UPDATE_BAD_VERSION')
  return { manifest, files }
}
