import { createHash } from 'node:crypto'
import type { ReleaseFile, ReleaseManifest } from '@yibao/shared/agent/release.ts'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Database } from '../../database/open.ts'
import { releasePiece } from './tables.ts'

/** Every piece but a file's last has this size. */
export const pieceBytes = 2 * 1024 * 1024

/** Bytes that are there of these files, by hash. */
const haveOf = async (db: Database, hashes: string[]): Promise<Map<string, number>> => {
  const rows = hashes.length
    ? await db
        .select({ sha256: releasePiece.sha256, have: sql<number>`sum(length(${releasePiece.bytes}))::float8` })
        .from(releasePiece)
        .where(inArray(releasePiece.sha256, hashes))
        .groupBy(releasePiece.sha256)
    : []
  return new Map(rows.map(({ sha256, have }) => [sha256, have]))
}

/** What of a release is not there whole. */
export const missingOf = async (db: Database, { files }: ReleaseManifest) => {
  const have = await haveOf(db, [...new Set(files.map(({ sha256 }) => sha256))])
  return files
    .map(({ path, sha256, size }) => ({ path, sha256, size, have: have.get(sha256) ?? 0 }))
    .filter(({ size, have: there }) => there < size)
}

/**
 * Takes the piece that begins at `from`: exactly behind what is there, whole unless it is the last. Answers what is there then.
 */
export const keepPiece = async (
  db: Database,
  { sha256, size }: ReleaseFile,
  from: number,
  bytes: Uint8Array,
): Promise<number> => {
  const there = (await haveOf(db, [sha256])).get(sha256) ?? 0
  // The answer to a piece may have been lost: sent again, it is there already.
  if (from < there) return there
  const last = from + bytes.length === size
  const fits = from === there && bytes.length > 0 && bytes.length <= pieceBytes && (last || bytes.length === pieceBytes)
  if (!fits || from + bytes.length > size) return refuse('release.piece')
  const no = Math.floor(from / pieceBytes)
  await db
    .insert(releasePiece)
    .values({ sha256, no, bytes: Buffer.from(bytes) })
    .onConflictDoNothing()
  return from + bytes.length
}

/** The rest of the piece that holds this byte; empty behind the end. */
export const readPiece = async (db: Database, sha256: string, from: number): Promise<Buffer> => {
  const [row] = await db
    .select({ bytes: releasePiece.bytes })
    .from(releasePiece)
    .where(and(eq(releasePiece.sha256, sha256), eq(releasePiece.no, Math.floor(from / pieceBytes))))
  return row?.bytes.subarray(from % pieceBytes) ?? Buffer.alloc(0)
}

/** Whether what is there is what the manifest says, byte by byte, piece after piece. */
export const isIntact = async (db: Database, { sha256, size }: ReleaseFile): Promise<boolean> => {
  const hash = createHash('sha256')
  let length = 0
  for (let after = -1; ; ) {
    const [piece] = await db
      .select()
      .from(releasePiece)
      .where(and(eq(releasePiece.sha256, sha256), gt(releasePiece.no, after)))
      .orderBy(asc(releasePiece.no))
      .limit(1)
    if (!piece) return length === size && hash.digest('hex') === sha256
    hash.update(piece.bytes)
    length += piece.bytes.length
    after = piece.no
  }
}

/** Drops the pieces of files by their sha256. */
export const dropFiles = async (db: Database, hashes: string[]): Promise<void> => {
  if (hashes.length) await db.delete(releasePiece).where(inArray(releasePiece.sha256, hashes))
}
