import { compareVersions } from '@yibao/shared/agent/release.ts'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { rankOf, version as serverVersion } from '../../process/version.ts'
import { keysOf } from '../release/keys.ts'
import { openPackage } from './archive.ts'
import { pluginLog, pluginPackage } from './tables.ts'

export type Stored = typeof pluginPackage.$inferSelect

/** Writes down what was done to a plugin, for its run log. */
export const logMove = async (
  c: Context,
  tx: Database,
  { code, version }: Pick<Stored, 'code' | 'version'>,
  move: string,
  text = '',
): Promise<void> => {
  await tx.insert(pluginLog).values({ id: newId(c.now), at: c.now, plugin: code, version, move, by: c.me.name, text })
}

/** Refuses a package that this server is too old for. */
export const requireServer = ({ minServer }: Pick<Stored, 'minServer'>): void => {
  if (compareVersions(serverVersion, minServer) < 0)
    refuse('plugin.server', { needed: minServer, version: serverVersion })
}

/** Keeps an uploaded package, checked and not installed; answers its id. */
export const addPackage = async (c: Context): Promise<string> => {
  const content = Buffer.from(c.file.bytes)
  const { manifest, signers, services, sha256 } = openPackage(content, pluginKeys(c))
  const { code, version, name, minServer, areas, changes, files } = manifest
  c.on(`${name} ${version}`)
  c.keep({ after: { code, version, sha256, signers: signers.join('、') } })
  requireServer(manifest)
  return c.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(pluginPackage)
      .values({
        ...{ id: newId(c.now), code, version, rank: rankOf(version), name, minServer, areas, changes, services, files },
        ...{ content, size: content.length, sha256, signers, uploadedBy: c.me.userName, uploadedAt: c.now },
      })
      .onConflictDoNothing()
      .returning()
    if (!row) return refuse('plugin.exists', { code, version })
    await logMove(c, tx, row, '上传', `${services.length} 个服务`)
    return row.id
  })
}

const pluginKeys = (c: Context) => {
  try {
    return keysOf(c.deps)
  } catch {
    return refuse('plugin.keys')
  }
}

/**
 * Opens what is kept of a package once more: bytes that are no longer what was uploaded, a key that counts no more, or a
 * rule that this version of the server would not take any more. Answers why it cannot be used, or nothing.
 */
export const problemOf = (c: Context, { content, sha256 }: Stored): string | undefined => {
  const keys = pluginKeys(c)
  try {
    return openPackage(content, keys).sha256 === sha256 ? undefined : '内容已改变'
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
}
