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
 * sells to. Without a store the role stays his, and nobody's but a super administrator's to give (`isWider`).
 */
export const leaveCompanyRole = async (
  db: Pick<Database, 'update'>,
  { companyId, id }: { companyId: string; id: string },
): Promise<void> => {
  await db
    .update(dataRole)
    .set({ stores: sql`${dataRole.stores} - ${id}::text` })
    .where(eq(dataRole.code, companyRoleCode(companyId)))
}

/** The role of a company that is taken back: another one may get its number, and is not its administrator's. */
export const endCompanyRole = async (db: Pick<Database, 'delete'>, companyId: string): Promise<void> => {
  const [ended] = await db
    .delete(dataRole)
    .where(eq(dataRole.code, companyRoleCode(companyId)))
    .returning({ id: dataRole.id })
  if (ended) await db.delete(userDataRole).where(eq(userDataRole.roleId, ended.id))
}
