import * as z from 'zod/mini'
import { isDeviceName, sha256 } from './wire-fields.ts'

// A release of the agent: what its three keys sign outside, what the server hands on and what every agent checks itself.

/** The three parts of a version; nothing else is a version of a release. */
export const releaseVersion = z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/))

export const releaseChannels = ['stable', 'grey'] as const
export type ReleaseChannel = (typeof releaseChannels)[number]

/** Programs of a release by system and processor; `any` belongs to all of them. */
const releaseArchs = ['win32-x64', 'linux-x64', 'linux-arm64', 'any'] as const

const part = /^[A-Za-z0-9_@](?:[\w.@~+-]*[\w@~+-])?$/

/** A path inside a version's folder: plain names, no way out of it, the same on every file system. */
export const isReleasePath = (path: string): boolean =>
  path.length <= 200 && path.split('/').every((name) => part.test(name) && !isDeviceName(name))

const releaseFile = z.strictObject({
  path: z.string().check(z.refine(isReleasePath)),
  sha256,
  /** bytes */
  size: z.int().check(z.minimum(0), z.maximum(500 * 1024 * 1024)),
  arch: z.enum(releaseArchs),
})
export type ReleaseFile = z.infer<typeof releaseFile>

/** Two files of one path would overwrite each other, on Windows also when only their letters' case differs. */
const distinct = (files: { path: string; arch: string }[]) =>
  releaseArchs.every((arch) => {
    const paths = files.filter((one) => one.arch === arch || one.arch === 'any').map(({ path }) => path.toLowerCase())
    return new Set(paths).size === paths.length
  })

export const releaseManifest = z.strictObject({
  product: z.string().check(z.maxLength(40)),
  channel: z.enum(releaseChannels),
  version: releaseVersion,
  /** An agent older than this takes the release at any hour: it must not go on running. */
  minVersion: releaseVersion,
  /** Until when agents may take it up; a week of grace follows for one that was offline. */
  expires: z.iso.datetime({ offset: true }),
  files: z.array(releaseFile).check(z.minLength(1), z.maxLength(2000), z.refine(distinct)),
  /** The outermost ring the keys allow: area codes and fixmedins_codes, both empty = everybody. The server only narrows it. */
  rollout: z.strictObject({
    areas: z.array(z.string().check(z.regex(/^\d{6}$/))).check(z.maxLength(500)),
    stores: z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(5000)),
  }),
  notes: z.optional(z.string().check(z.maxLength(4000))),
})
export type ReleaseManifest = z.infer<typeof releaseManifest>

/** A manifest as text, byte by byte what was signed, and its signatures. */
export const signedRelease = z.strictObject({
  manifest: z.string().check(z.maxLength(1024 * 1024)),
  signatures: z
    .array(z.strictObject({ kid: z.string().check(z.maxLength(64)), signature: z.string().check(z.maxLength(200)) }))
    .check(z.maxLength(8)),
})
export type SignedRelease = z.infer<typeof signedRelease>

/** Ed25519 keys (SPKI DER, base64url) that release, backup and root are; a release counts with two of them. */
export const releaseKeys = z
  .array(z.strictObject({ kid: z.string().check(z.minLength(1), z.maxLength(64)), publicKey: z.string() }))
  .check(z.maxLength(6))
export type ReleaseKeys = z.infer<typeof releaseKeys>

/** How many different keys must have signed. */
export const signaturesNeeded = 2

/** The text behind each signature: its first line keeps it from being taken for anything else that is signed. */
export const releaseText = (manifest: string) => `yibao-release-1\n${manifest}`

export const updateRefusals = {
  UPDATE_MALFORMED: '升级清单不完整或格式不正确',
  UPDATE_SIGNATURE: '升级清单的签名不足或不正确',
  UPDATE_PRODUCT: '升级清单不是本产品的',
  UPDATE_CHANNEL: '升级清单的通道与本机不同',
  UPDATE_EXPIRED: '升级清单已过期',
  UPDATE_ROLLBACK: '升级清单的版本低于本机见过的版本',
  UPDATE_ROLLOUT: '升级清单不包含本机的门店',
  UPDATE_ARCH: '升级清单没有本机能用的程序',
  UPDATE_BAD_VERSION: '此版本刚刚升级失败，24 小时内不再尝试',
  UPDATE_SIZE: '升级文件的大小与清单不符',
  UPDATE_HASH: '升级文件的内容与清单不符',
  UPDATE_PUBLISHER: '升级文件的数字签名不是本产品的发布者',
} as const
export type UpdateRefusal = keyof typeof updateRefusals

/** Why a release is not taken up. */
export class UpdateRefused extends Error {
  readonly code: UpdateRefusal

  constructor(code: UpdateRefusal) {
    super(updateRefusals[code])
    this.code = code
  }
}

/** -1, 0 or 1: a below, equal to, above b. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (const i of [0, 1, 2]) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

/** True when this Ed25519 key signed the UTF-8 text (signature base64url). */
export type VerifyText = (publicKey: string, text: string, signature: string) => boolean

/** The kids whose signatures over a text hold; undefined when they are fewer different keys than are needed. */
export const signersOf = (
  signatures: SignedRelease['signatures'],
  keys: ReleaseKeys,
  text: string,
  verify: VerifyText,
): string[] | undefined => {
  const holding = keys.filter(({ kid, publicKey }) =>
    signatures.some((one) => one.kid === kid && verify(publicKey, text, one.signature)),
  )
  // One key under two names is still one key.
  const enough = new Set(holding.map(({ publicKey }) => publicKey)).size >= signaturesNeeded
  return enough ? holding.map(({ kid }) => kid) : undefined
}

/**
 * The manifest of a signed release. Nothing of it is parsed before two different keys are known to have signed it.
 * `signers` are the kids whose signatures hold. Throws UpdateRefused.
 */
export const openRelease = (
  given: unknown,
  keys: ReleaseKeys,
  verify: VerifyText,
): { manifest: ReleaseManifest; signers: string[] } => {
  const parsed = signedRelease.safeParse(given)
  if (!parsed.success) throw new UpdateRefused('UPDATE_MALFORMED')
  const { manifest: text, signatures } = parsed.data
  const signers = signersOf(signatures, keys, releaseText(text), verify)
  if (!signers) throw new UpdateRefused('UPDATE_SIGNATURE')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UpdateRefused('UPDATE_MALFORMED')
  }
  const manifest = releaseManifest.safeParse(value)
  if (!manifest.success) throw new UpdateRefused('UPDATE_MALFORMED')
  return { manifest: manifest.data, signers }
}

/**
 * Whether a store lies in an area: its fixmedins_code carries the division's six digits (P320501…), an area's zeros
 * stand for all.
 */
export const isInArea = (fixmedinsCode: string, area: string): boolean =>
  (/\d{6}/.exec(fixmedinsCode)?.[0] ?? '').startsWith(area.replace(/(00){1,2}$/, ''))

/** Whether a ring holds a counter of these stores; an empty ring holds everybody. */
export const inRing = (
  { areas, stores }: { areas: readonly string[]; stores: readonly string[] },
  own: readonly string[],
): boolean =>
  (areas.length === 0 && stores.length === 0) ||
  own.some((code) => stores.includes(code) || areas.some((area) => isInArea(code, area)))

/** How far an update is (agent.md 5.4). */
export const updatePhases = [
  'downloaded',
  'verified',
  'staged',
  'activating',
  'probing',
  'committed',
  'rolledBack',
] as const
type UpdatePhase = (typeof updatePhases)[number]

/** What an agent tells of its update: the version it goes to, how far it is, why it went back or was refused. */
export interface UpdateReport {
  to: string
  phase: UpdatePhase | 'downloading' | 'waiting' | 'refused'
  reason?: string
  /** Versions that this one cannot check, their signers being none it knows: it needs one between. */
  unfit?: string[]
}

/** How long after its end a release is still taken up, for an agent that was offline when it came. ms. */
export const releaseGraceMs = 7 * 24 * 3600 * 1000
