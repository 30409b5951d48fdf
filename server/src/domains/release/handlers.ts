import { type ReleaseManifest, signedRelease } from '@yibao/shared/agent/release.ts'
import type { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { and, eq, ne } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Handlers } from '../../call/mount.ts'
import type { Database } from '../../database/open.ts'
import { rankOf } from '../../process/version.ts'
import { refuseUnseen } from '../permission/seen.ts'
import { openSigned } from './keys.ts'
import { dropFiles, isIntact, keepPiece, missingOf } from './pieces.ts'
import { progressRows } from './progress.ts'
import { markOfRing, releaseRows } from './rows.ts'
import { release } from './tables.ts'

type Release = typeof release.$inferSelect

const whom = '发布范围'

const unknown = (): never => refuse('not.found', { what: '这个升级版本' })

const find = async (db: Database, releaseId: string): Promise<Release> => {
  const [row] = await db.select().from(release).where(eq(release.id, releaseId))
  return row ?? unknown()
}

/**
 * Writes what somebody decided by how a release stood. Refuses where it stands otherwise by now: what was withdrawn
 * meanwhile has lost its files, what was paused must not be offered again by whoever only moved its ring, and of two who
 * move the ring the second one has to see the first one's.
 */
const decide = async (db: Database, row: Release, set: Partial<Release>): Promise<void> => {
  const { id, state, scope, areas, stores, forced } = row
  const ring = [eq(release.scope, scope), eq(release.areas, areas), eq(release.stores, stores)]
  const decided = await db
    .update(release)
    .set(set)
    .where(and(eq(release.id, id), eq(release.state, state), ...ring, eq(release.forced, forced)))
    .returning({ id: release.id })
  if (decided.length) return
  const now = await find(db, id)
  if (now.state === state) refuseUnseen(whom, markOfRing(row), markOfRing(now))
  refuse('release.state')
}

/** What was verified when it came in, and cannot have changed since without its signature breaking at every agent. */
const manifestOf = ({ signed }: Release): ReleaseManifest => JSON.parse(signed.manifest)

const move = async (
  c: Context,
  releaseId: string,
  from: Release['state'][],
  to: Release['state'],
  db: Database = c.db,
): Promise<Release> => {
  const row = await find(db, releaseId)
  c.on(row.version)
  c.keep({ before: { state: row.state }, after: { state: to } })
  if (!from.includes(row.state)) return refuse('release.state')
  await decide(db, row, { state: to })
  return row
}

const add: Handlers<typeof upgradeClient>['add'] = async ({ signed: text }, c) => {
  const { manifest, signers } = openSigned(c.deps, text)
  const { version, channel, minVersion, files, rollout } = manifest
  c.on(version)
  c.keep({ after: { version, channel, signers: signers.join('、') } })
  const row = {
    id: newId(c.now),
    version,
    channel,
    rank: rankOf(version),
    minVersion,
    rollout,
    signed: signedRelease.parse(JSON.parse(text)),
    signers,
    files: files.length,
    size: files.reduce((sum, { size }) => sum + size, 0),
    notes: manifest.notes ?? '',
    state: 'draft' as const,
    expiresAt: new Date(manifest.expires),
    createdAt: c.now,
    createdBy: c.me.name,
  }
  await c.db.insert(release).values(row).onConflictDoNothing()
  const known = (await c.db.select().from(release)).find((one) => one.version === version && one.channel === channel)
  // The same text again goes on with an upload that broke off; another one under the same version is another release.
  if (!known || known.signed.manifest !== row.signed.manifest) return refuse('release.exists', { version })
  return { releaseId: known.id, version, missing: await missingOf(c.db, manifest) }
}

const publish: Handlers<typeof upgradeClient>['publish'] = async (
  { releaseId, scope, areas = [], stores = [], forced, seen },
  c,
) => {
  const row = await find(c.db, releaseId)
  const { state, scope: before } = row
  c.on(row.version, ...stores)
  c.keep({ before: { state, scope: before, areas: row.areas, stores: row.stores.length } })
  if (state === 'withdrawn') return refuse('release.state')
  refuseUnseen(whom, seen, markOfRing(row))
  if (scope !== 'all' && !(scope === 'areas' ? areas : stores).length) return refuse('release.nobody')
  if (c.now > row.expiresAt) return refuse('release.expired')
  const manifest = manifestOf(row)
  const [missing] = await missingOf(c.db, manifest)
  if (missing) return refuse('release.missing', { path: missing.path })
  if (state === 'draft')
    for (const file of manifest.files)
      if (!(await isIntact(c.db, file))) {
        await dropFiles(c.db, [file.sha256])
        return refuse('release.broken', { path: file.path })
      }
  const next = state === 'paused' ? ('paused' as const) : ('open' as const)
  const ring = { scope, areas: scope === 'areas' ? areas : [], stores: scope === 'stores' ? stores : [], forced }
  await decide(c.db, row, { ...ring, state: next, publishedAt: row.publishedAt ?? c.now })
  c.keep({ after: { state: next, scope, areas: ring.areas, stores: ring.stores.length } })
  return { state: next }
}

const withdraw: Handlers<typeof upgradeClient>['withdraw'] = async ({ releaseId }, c) => {
  await c.db.transaction(async (tx) => {
    const row = await move(c, releaseId, ['draft', 'open', 'paused'], 'withdrawn', tx)
    const others = await tx.select().from(release).where(ne(release.state, 'withdrawn'))
    const needed = new Set(others.flatMap((one) => manifestOf(one).files.map(({ sha256 }) => sha256)))
    const gone = manifestOf(row).files.map(({ sha256 }) => sha256)
    await dropFiles(
      tx,
      gone.filter((sha256) => !needed.has(sha256)),
    )
  })
  return null
}

/** 客户端升级配置: releases, signed outside, offered in growing rings (domain.md 8.2). */
export const upgradeClientHandlers: Handlers<typeof upgradeClient> = {
  paged: (filters, c) => releaseRows.page(c, filters),
  progress: (filters, c) => progressRows.page(c, filters),
  add,
  piece: ({ releaseId, sha256, from }, c) =>
    c.db.transaction(async (tx) => {
      // Nobody withdraws it meanwhile: a piece behind files that are gone would be taken for their beginning.
      const [row] = await tx.select().from(release).where(eq(release.id, releaseId)).for('share')
      if (!row) return unknown()
      const file = manifestOf(row).files.find((one) => one.sha256 === sha256)
      if (!file || row.state === 'withdrawn') return refuse('release.piece')
      return { have: await keepPiece(tx, file, from, c.file.bytes) }
    }),
  publish,
  pause: async ({ releaseId }, c) => {
    await move(c, releaseId, ['open'], 'paused')
    return null
  },
  resume: async ({ releaseId }, c) => {
    await move(c, releaseId, ['paused'], 'open')
    return null
  },
  withdraw,
}
