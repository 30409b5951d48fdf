import { openSqlPackage, type SqlManifest, SqlPackageRefused, signedSql } from '@yibao/shared/sql-package.ts'
import type { Context, Deps } from '../../call/context.ts'
import { refuse } from '../../call/refuse.ts'
import { sha256hex } from '../../hash.ts'
import { newId } from '../../ids.ts'
import { isSignedBy, keysOf, parse } from '../release/keys.ts'
import { ScriptProblem, statementsOf } from './statements.ts'
import { sqlScript } from './tables.ts'

export type Script = typeof sqlScript.$inferSelect

/** Opens an uploaded package; refuses with what is wrong about it: signature, content, or a statement that may not be. */
const opened = (deps: Deps, text: string): { manifest: SqlManifest; signers: string[] } => {
  const keys = keysOf(deps)
  try {
    const found = openSqlPackage(parse(text), keys, isSignedBy)
    for (const one of [found.manifest.script, found.manifest.rollback]) if (one !== undefined) statementsOf(one)
    return found
  } catch (error) {
    if (!(error instanceof SqlPackageRefused || error instanceof ScriptProblem)) throw error
    return refuse('sql.package', { text: error.message })
  }
}

/** Keeps a signed package, not executed. */
export const keepPackage = async (c: Context): Promise<Script> => {
  const text = Buffer.from(c.file.bytes).toString('utf8')
  const { manifest, signers } = opened(c.deps, text)
  const { version, name, module } = manifest
  const signed = signedSql.parse(parse(text))
  const checksum = sha256hex(signed.manifest)
  c.keep({ target: `${version} ${name}`, after: { version, name, module, checksum, signers: signers.join('、') } })
  const [row] = await c.db
    .insert(sqlScript)
    .values({
      ...{ id: newId(c.now), version, name, module, signed, checksum },
      ...{ uploadedBy: c.me.name, uploadedAt: c.now },
    })
    .onConflictDoNothing()
    .returning()
  return row ?? refuse('sql.exists', { version, name })
}

/** What a kept package says, with whether it is still what was uploaded: its checksum and its signatures. */
export const contentOf = (
  deps: Deps,
  { signed, checksum }: Script,
): { manifest: SqlManifest; signers: string[]; intact: boolean } => {
  try {
    const found = openSqlPackage(signed, keysOf(deps), isSignedBy)
    return { ...found, intact: sha256hex(signed.manifest) === checksum }
  } catch (error) {
    if (!(error instanceof SqlPackageRefused)) throw error
    return { manifest: JSON.parse(signed.manifest) as SqlManifest, signers: [], intact: false }
  }
}
