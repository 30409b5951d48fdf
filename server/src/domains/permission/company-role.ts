import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { dataRole, userDataRole } from '../auth/tables.ts'

/** Code of the data role that holds all stores of a company (公司初始化). */
export const companyRoleCode = (companyId: string): string => `company-${companyId}`

/** A company's new store comes into its data role, where it has one: its administrator sees it at once. */
export const joinCompanyRole = async (
  db: Pick<Database, 'update'>,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> => {
  const own = sql`to_jsonb(${id}::text)`
  await db
    .update(dataRole)
    .set({ stores: sql`${dataRole.stores} || ${own}` })
    .where(and(eq(dataRole.code, companyRoleCode(companyId)), sql`not ${dataRole.stores} @> ${own}`))
}

/**
 * A store that has become another company's goes out of the role of the one before: its administrator saw it, and whom it
 * sells to. A role that opens nothing would be anybody's to give, so it ends with its last store.
 */
export const leaveCompanyRole = async (
  db: Pick<Database, 'update' | 'delete'>,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> => {
  const [left] = await db
    .update(dataRole)
    .set({ stores: sql`${dataRole.stores} - ${id}::text` })
    .where(eq(dataRole.code, companyRoleCode(companyId)))
    .returning({ id: dataRole.id, areas: dataRole.areas, stores: dataRole.stores })
  if (!left || left.areas.length || left.stores.length) return
  await db.delete(userDataRole).where(eq(userDataRole.roleId, left.id))
  await db.delete(dataRole).where(eq(dataRole.id, left.id))
}
