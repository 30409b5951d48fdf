import { and, eq, type SQL } from 'drizzle-orm'
import { item } from './tables.ts'

/** Whose goods: own codes are a company's own, and a company keeps one list of them in each of its areas. */
export interface Seller {
  companyId: string
  areaCode: string
}

/** The items that a company sells in an area; a store's row says which they are. */
export const soldBy = ({ companyId, areaCode }: Seller): SQL =>
  and(eq(item.companyId, companyId), eq(item.areaCode, areaCode)) as SQL
