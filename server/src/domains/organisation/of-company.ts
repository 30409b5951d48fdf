import { type AnyColumn, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { store } from './tables.ts'

/** Rows of a company's stores, by the column that names their store; undefined where no company is asked for. */
export const ofCompany = (
  { db }: { db: Database },
  column: AnyColumn,
  companyId: string | undefined,
): SQL | undefined =>
  companyId ? inArray(column, db.select({ id: store.id }).from(store).where(eq(store.companyId, companyId))) : undefined
