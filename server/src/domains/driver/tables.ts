import type { PackageFile } from '@yibao/shared/agent/driver/package.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, moment } from '../../database/columns.ts'

/** A version of a driver package. Its files are kept once by their hash, however many versions hold them. */
export const driverPackage = pgTable(
  'driver_package',
  {
    id: text().primaryKey(),
    driverId: text('driver_id').notNull(),
    version: text().notNull(),
    name: text().notNull(),
    kind: text().notNull(),
    vendor: text().notNull().default(''),
    /** '' = every area. */
    areaCode: text('area_code').notNull().default(''),
    /** What the list shows of its driver.json. */
    about: jsonb().$type<PackageAbout>().notNull(),
    files: jsonb().$type<PackageFile[]>().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Over the names and hashes of all its files. */
    sha256: text().notNull(),
    state: text().$type<'draft' | 'enabled' | 'stopped'>().notNull().default('draft'),
    /** The package that was in use when this one was enabled. */
    formerId: text('former_id'),
    uploadedBy: text('uploaded_by').notNull(),
    uploadedAt: moment('uploaded_at').notNull(),
  },
  (t) => [
    uniqueIndex('driver_package_version').on(t.driverId, t.version, t.areaCode),
    // A counter is never offered two versions of one driver for the same area.
    uniqueIndex('driver_package_enabled').on(t.driverId, t.areaCode).where(sql`state = 'enabled'`),
    index('driver_package_state').on(t.state),
  ],
)

export interface PackageAbout {
  entry: string
  bits: string
  convention: string
  encoding: string
  media: string[]
}

/** The bytes of a file of packages. */
export const driverFile = pgTable('driver_file', { sha256: text().primaryKey(), content: bytes('content').notNull() })
