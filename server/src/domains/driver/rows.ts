import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { cardReadDll } from '@yibao/shared/calls/driver-package.ts'
import { kilobytes } from '@yibao/shared/entities/size.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, ilike, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { like } from '../../database/like.ts'
import { rowsOf } from '../../database/rows.ts'
import type { MenuCode } from './contents.ts'
import { driverPackage } from './tables.ts'

type Filters = InputOf<typeof cardReadDll.paged>
type PackageRow = ResultOf<typeof cardReadDll.paged>['items'][number]
export type StoredPackage = typeof driverPackage.$inferSelect

const former = alias(driverPackage, 'former')

/** Counters whose last heartbeat named this driver in this version. */
const clients = sql<number>`(
  select count(*)::int from agent
  where agent.state->'drivers' @> jsonb_build_array(
    jsonb_build_object('id', ${driverPackage.driverId}, 'version', ${driverPackage.version}))
)`

const mediaNames: Record<string, string> = {
  socialCard: '社保卡',
  idCard: '身份证',
  eVoucher: '电子凭证',
  socialECard: '电子社保卡',
}
const encodingNames: Record<string, string> = { gbk: 'GBK', utf8: 'UTF-8', utf16le: 'UTF-16' }

/** Packages of one page, the newest first. */
export const packageRows = (page: MenuCode) =>
  rowsOf({
    select: (c, cursor) =>
      c.db
        .select({ row: driverPackage, former: former.version, clients, ...cursor })
        .from(driverPackage)
        .leftJoin(former, eq(former.id, driverPackage.formerId))
        .$dynamic(),
    where: (_, f: Filters & { id?: string }) =>
      and(
        page === 'MedicalDll' ? eq(driverPackage.kind, 'settlement') : ne(driverPackage.kind, 'settlement'),
        f.id ? eq(driverPackage.id, f.id) : undefined,
        f.kind ? eq(driverPackage.kind, f.kind) : undefined,
        f.areaCode ? eq(driverPackage.areaCode, f.areaCode) : undefined,
        f.state ? eq(driverPackage.state, f.state) : undefined,
        f.version ? sql`starts_with(${driverPackage.version}, ${f.version})` : undefined,
        f.keyword
          ? or(
              ilike(driverPackage.name, like(f.keyword)),
              ilike(driverPackage.driverId, like(f.keyword)),
              ilike(driverPackage.vendor, like(f.keyword)),
            )
          : undefined,
      ),
    sortable: {
      uploadedAt: driverPackage.uploadedAt,
      name: driverPackage.name,
      driverId: driverPackage.driverId,
      size: driverPackage.size,
    },
    direction: 'descend',
    key: driverPackage.id,
    keyOf: ({ row }) => row.id,
    wire: ({ row, former: formerVersion, clients: count }): PackageRow => ({
      id: row.id,
      driverId: row.driverId,
      name: row.name,
      kind: row.kind as PackageRow['kind'],
      vendor: row.vendor,
      areaCode: row.areaCode,
      entry: row.about.entry,
      version: row.version,
      bits: row.about.bits,
      convention: row.about.convention,
      encoding: encodingNames[row.about.encoding] ?? row.about.encoding,
      media: row.about.media.map((medium) => mediaNames[medium] ?? medium).join('、'),
      files: row.files.length,
      size: kilobytes(row.size),
      sha256: row.sha256,
      clients: count,
      state: row.state,
      former: row.state === 'enabled' ? (formerVersion ?? '') : '',
      uploadedBy: row.uploadedBy,
      uploadedAt: formatTime(row.uploadedAt),
    }),
  })
