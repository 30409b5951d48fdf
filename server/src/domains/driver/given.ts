import { driverPieceBytes } from '@yibao/shared/agent/cloud.ts'
import type { DriverPackage } from '@yibao/shared/agent/driver/package.ts'
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import { store } from '../organisation/tables.ts'
import { driverFile, driverPackage } from './tables.ts'

/**
 * The packages that counters of these stores use, by driver id: the version of their own area before the one for
 * every area.
 */
export const driversOf = async (db: Database, storeIds: string[]): Promise<DriverPackage[]> => {
  const areas = db.select({ code: store.areaCode }).from(store).where(inArray(store.id, storeIds))
  const rows = storeIds.length
    ? await db
        .select()
        .from(driverPackage)
        .where(
          and(
            eq(driverPackage.state, 'enabled'),
            or(eq(driverPackage.areaCode, ''), inArray(driverPackage.areaCode, areas)),
          ),
        )
        .orderBy(asc(driverPackage.driverId), asc(driverPackage.areaCode))
    : []
  // In this order the one of an area comes later and replaces the one for all.
  const byId = new Map(rows.map(({ driverId, version, files }) => [driverId, { id: driverId, version, files }]))
  return [...byId.values()]
}

/** A piece of a file from byte `from` on; only of files that these stores' counters use. */
export const filePiece = async ({ db }: Deps, storeIds: string[], sha256: string, from: number) => {
  const wanted = await driversOf(db, storeIds)
  if (!wanted.some(({ files }) => files.some((file) => file.sha256 === sha256)))
    return refuse('not.found', { what: '这个驱动文件' })
  const [row] = await db
    .select({
      size: sql<number>`length(${driverFile.content})`,
      piece: sql<string>`encode(substr(${driverFile.content}, ${from + 1}, ${driverPieceBytes}), 'base64')`,
    })
    .from(driverFile)
    .where(eq(driverFile.sha256, sha256))
  if (!row) return refuse('not.found', { what: '这个驱动文件' })
  // PostgreSQL breaks base64 into lines.
  return { size: row.size, data: row.piece.replaceAll('\n', '') }
}

/** Readers that packages bring, for the list of reader types. */
export const givenReaders = (db: Database) =>
  db
    .selectDistinctOn([driverPackage.driverId])
    .from(driverPackage)
    .where(and(eq(driverPackage.state, 'enabled'), ne(driverPackage.kind, 'settlement')))
    .orderBy(asc(driverPackage.driverId))
