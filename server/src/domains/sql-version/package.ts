import { openSqlPackage, type SqlManifest, SqlPackageRefused, signedSql } from '@yibao/shared/sql-package.ts'
import { sha256hex } from '../../base/hash.ts'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context, Deps } from '../../call/context.ts'
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
  c.on(`${version} ${name}`)
  c.keep({ after: { version, name, module, checksum, signers: signers.join('、') } })
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

/** States a script is executed from, or marked as done. */
export const executable: Script['state'][] = ['pending', 'failed', 'undone']

/** Why a kept package is not executed: it is another one than was uploaded, or its keys are no longer ours. */
type Barred = 'sql.altered' | 'sql.keys'

/** What a kept package says, and what bars it: its checksum is of what was uploaded, its signatures by the keys of today. */
export const contentOf = (
  deps: Deps,
  { signed, checksum }: Script,
): { manifest: SqlManifest; signers: string[]; barred?: Barred } => {
  const altered = sha256hex(signed.manifest) === checksum ? undefined : 'sql.altered'
  try {
    return { ...openSqlPackage(signed, keysOf(deps), isSignedBy), barred: altered }
  } catch (error) {
    if (!(error instanceof SqlPackageRefused)) throw error
    return { manifest: JSON.parse(signed.manifest) as SqlManifest, signers: [], barred: altered ?? 'sql.keys' }
  }
}
