import { readdirSync, readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { sha256hex } from '../base/hash.ts'
import type { Database } from '../database/open.ts'
import { readManifest, readServices, signedFile } from '../domains/plugin/manifest.ts'
import { pluginPackage, pluginService } from '../domains/plugin/tables.ts'

const folder = new URL('../../data/plugin-sample/', import.meta.url)
const at = new Date('2026-01-05T01:00:00Z')

/**
 * The sample of docs/PLUGINS.md, installed and bound to no area: something to look at. It bears no signature, so once it
 * is uninstalled it is not installed again.
 */
export const seedPlugins = async (db: Database): Promise<void> => {
  const names = readdirSync(new URL('rules/', folder)).sort()
  const texts = new Map(names.map((name) => [`rules/${name}`, readFileSync(new URL(`rules/${name}`, folder), 'utf8')]))
  const files = [...texts].map(([path, text]) => {
    const bytes = Buffer.from(text)
    return { path, size: bytes.length, sha256: sha256hex(bytes) }
  })
  const own = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as Record<string, unknown>
  const signed = JSON.stringify({ manifest: JSON.stringify({ ...own, files }), signatures: [] })
  const read = readManifest(JSON.parse(signed).manifest)
  if ('problems' in read) throw new RangeError(`the sample plugin: ${JSON.stringify(read.problems)}`)
  const { code, name, version, minServer, areas, changes } = read.manifest
  const { services, problems } = readServices(read.manifest, texts)
  if (problems.length) throw new RangeError(`the sample plugin: ${JSON.stringify(problems)}`)
  const entries = [[signedFile, signed] as const, ...texts].map(([path, text]) => [path, Buffer.from(text)] as const)
  const content = Buffer.from(zipSync(Object.fromEntries(entries), { mtime: at }))
  await db.insert(pluginPackage).values({
    ...{ id: 'plugin-sample', code, version, rank: 10_000_000_000, name, minServer, areas, changes, services, files },
    ...{ content, size: content.length, sha256: sha256hex(content), signers: [], state: 'stopped' },
    ...{ uploadedBy: 'admin', uploadedAt: at, installedAt: at },
  })
  await db.insert(pluginService).values(
    services.map((declared) => ({
      ...{ plugin: code, code: declared.code, name: declared.name, pluginName: name, version },
      ...{ infno: declared.infno, declared },
    })),
  )
}
