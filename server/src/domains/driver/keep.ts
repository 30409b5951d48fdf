import { manifestFile } from '@yibao/shared/agent/driver/package.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { and, eq } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { area } from '../organisation/tables.ts'
import { type Contents, contentsOf, type MenuCode, manifestJson, packageFiles } from './contents.ts'
import type { StoredPackage } from './rows.ts'
import { driverFile, driverPackage } from './tables.ts'
import { unpack } from './unpack.ts'

type About = Pick<InputOf<typeof cardReadDll.add>, 'vendor' | 'areaCode'>

const keepFiles = (tx: Database, files: { sha256: string; content: Buffer }[]) =>
  tx.insert(driverFile).values(files).onConflictDoNothing()

const keep = async (c: Context, contents: Contents, { vendor = '', areaCode = '' }: About, tx: Database) => {
  const { manifest, about, files, sha256, size } = contents
  const { id: driverId, version, name, kind } = manifest
  const [row] = await tx
    .insert(driverPackage)
    .values({
      ...{ id: newId(c.now), driverId, version, name, kind, vendor, areaCode, about, files, size, sha256 },
      ...{ uploadedBy: c.me.userName, uploadedAt: c.now },
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return refuse('driver.version', { id: driverId, version })
  c.on(`${name} ${version}`)
  c.keep({ after: { driverId, version, sha256, files: files.length } })
  return row
}

const checkArea = async (c: Context, { areaCode }: About) => {
  if (!areaCode) return
  const [known] = await c.db.select({ code: area.code }).from(area).where(eq(area.code, areaCode))
  if (!known) refuse('not.found', { what: '这个区划' })
}

/** Keeps an uploaded zip as a package that is not yet given out. */
export const addPackage = async (c: Context, page: MenuCode, about: About): Promise<StoredPackage> => {
  await checkArea(c, about)
  const unpacked = unpack(c.file.bytes)
  const files = packageFiles(unpacked)
  const contents = contentsOf(manifestJson(unpacked.get(manifestFile)!), files, page)
  const own = contents.files.find(({ path }) => path === manifestFile)!
  const blobs = new Map(files.map(({ path, sha256 }) => [sha256, unpacked.get(path)!]))
  blobs.set(own.sha256, contents.manifestBytes)
  return c.db.transaction(async (tx) => {
    await keepFiles(
      tx,
      contents.files.map(({ sha256 }) => ({ sha256, content: blobs.get(sha256)! })),
    )
    return keep(c, contents, about, tx)
  })
}

const later = (a: string, b: string) => {
  const [x, y] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = x.findIndex((part, i) => part !== y[i])
  return at >= 0 && x[at]! > y[at]!
}

/** The version after the newest of a driver: what a changed interface becomes. */
const nextVersion = async (c: Context, { driverId, areaCode }: StoredPackage): Promise<string> => {
  const rows = await c.db
    .select({ version: driverPackage.version })
    .from(driverPackage)
    .where(and(eq(driverPackage.driverId, driverId), eq(driverPackage.areaCode, areaCode)))
  const newest = rows.map(({ version }) => version).reduce((a, b) => (later(b, a) ? b : a), '0.0.0')
  const [major, minor, patch] = newest.split('.').map(Number)
  return `${major}.${minor}.${patch! + 1}`
}

/** The same files under another interface description: a new version, because a version is never two things. */
export const changeInterface = async (
  c: Context,
  page: MenuCode,
  base: StoredPackage,
  manifest: Record<string, unknown>,
): Promise<StoredPackage> => {
  const json = { ...manifest, id: base.driverId, version: await nextVersion(c, base) }
  const contents = contentsOf(json, base.files, page)
  const own = contents.files.find(({ path }) => path === manifestFile)!
  return c.db.transaction(async (tx) => {
    await keepFiles(tx, [{ sha256: own.sha256, content: contents.manifestBytes }])
    return keep(c, contents, base, tx)
  })
}
