import * as z from 'zod/mini'
import { product } from './agent/protocol.ts'
import {
  type ReleaseKeys,
  releaseVersion,
  signaturesNeeded,
  signedRelease,
  signersOf,
  type VerifyText,
} from './agent/release.ts'

// A script for the database: signed outside with the keys of releases, two of three, and executed once by two people.

const script = z.string().check(z.minLength(1), z.maxLength(400_000))

export const sqlManifest = z.strictObject({
  product: z.literal(product),
  version: releaseVersion,
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  module: z.string().check(z.minLength(1), z.maxLength(40)),
  script,
  rollback: z.optional(script),
  notes: z.optional(z.string().check(z.maxLength(2000))),
})
export type SqlManifest = z.infer<typeof sqlManifest>

/** A manifest as text, byte by byte what was signed, and its signatures: the same envelope as a release's. */
export const signedSql = signedRelease
export type SignedSql = z.infer<typeof signedSql>

/** The text behind each signature: its first line keeps a script from being taken for a release, and a release for it. */
export const sqlText = (manifest: string): string => `yibao-sql-1\n${manifest}`

/** Why a package is not taken, in Chinese. */
export class SqlPackageRefused extends Error {}

/** The script of a signed package. Nothing of it is parsed before enough keys are known to have signed it. */
export const openSqlPackage = (
  given: unknown,
  keys: ReleaseKeys,
  verify: VerifyText,
): { manifest: SqlManifest; signers: string[] } => {
  const parsed = signedSql.safeParse(given)
  if (!parsed.success) throw new SqlPackageRefused('文件不是签名后的脚本包')
  const { manifest: text, signatures } = parsed.data
  const signers = signersOf(signatures, keys, sqlText(text), verify)
  if (!signers)
    throw new SqlPackageRefused(`签名不足或不正确，需要 ${signaturesNeeded} 把发布密钥的签名，内容签名后不能改动`)
  const manifest = sqlManifest.safeParse(JSON.parse(text))
  if (!manifest.success) throw new SqlPackageRefused('内容不完整或格式不正确')
  return { manifest: manifest.data, signers }
}
