import { type SQL, sql } from 'drizzle-orm'
import { order } from './tables.ts'

/** What a 3201 speaks of within one store-day (domain.md 5.1). */
export interface GroupKey {
  clrOptins: string
  insutype: string
  clrType: string
}

/** The key as one text, for maps. */
export const keyText = ({ clrOptins, insutype, clrType }: GroupKey): string => `${clrOptins}/${insutype}/${clrType}`

type Grouped = Pick<typeof order.$inferSelect, 'clrOptins' | 'insutype' | 'clrType' | 'areaCode'>

/** clr_type of a purchase at a pharmacy. */
export const pharmacyClrType = '41'

/** What an order is where its centre named no group: cleared by its own area, as a purchase at a pharmacy. */
const unnamed = { insutype: '', clrType: pharmacyClrType }

/** The group an order is counted under. */
export const groupOf = ({ clrOptins, insutype, clrType, areaCode }: Grouped): GroupKey => ({
  clrOptins: clrOptins ?? areaCode,
  insutype: insutype ?? unnamed.insutype,
  clrType: clrType ?? unnamed.clrType,
})

const literal = (text: string): SQL => sql.raw(`'${text}'`)

/** The same of the orders' table, part by part. */
export const groupParts: Record<keyof GroupKey, SQL<string>> = {
  clrOptins: sql`coalesce(${order.clrOptins}, ${order.areaCode})`,
  insutype: sql`coalesce(${order.insutype}, ${literal(unnamed.insutype)})`,
  clrType: sql`coalesce(${order.clrType}, ${literal(unnamed.clrType)})`,
}

/** The three as columns of a statement: clr_optins, insutype, clr_type. */
export const groupColumns = sql`${groupParts.clrOptins} as clr_optins, ${groupParts.insutype} as insutype, ${groupParts.clrType} as clr_type`
