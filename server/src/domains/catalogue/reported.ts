import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { item, itemMapping } from './tables.ts'

/**
 * A store has told its centre (3301) what an item is billed by, in a join of its mappings to the items: without that the
 * centre pays nothing of it, whatever the company's other stores have told theirs.
 */
export const reportedBy = (storeId: string) =>
  and(
    ...[eq(itemMapping.storeId, storeId), eq(itemMapping.ownCode, item.ownCode)],
    ...[eq(itemMapping.nationalCode, item.nationalCode), eq(itemMapping.state, 'sent')],
  )

/** Which of these items have a national code that this store has not told its centre. */
export const unreportedOf = async (
  db: Database,
  storeId: string,
  items: readonly { ownCode: string; nationalCode: string }[],
): Promise<(one: { ownCode: string; nationalCode: string }) => boolean> => {
  const codes = items.flatMap(({ ownCode, nationalCode }) => (nationalCode ? ownCode : []))
  const rows = codes.length
    ? await db
        .select({ ownCode: itemMapping.ownCode, nationalCode: itemMapping.nationalCode })
        .from(itemMapping)
        .where(
          and(eq(itemMapping.storeId, storeId), inArray(itemMapping.ownCode, codes), eq(itemMapping.state, 'sent')),
        )
    : []
  const told = new Map(rows.map(({ ownCode, nationalCode }) => [ownCode, nationalCode]))
  return ({ ownCode, nationalCode }) => nationalCode !== '' && told.get(ownCode) !== nationalCode
}
