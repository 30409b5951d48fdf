import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { dataRole } from '../auth/tables.ts'

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
