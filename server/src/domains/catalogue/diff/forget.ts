import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../../../call/context.ts'
import { store } from '../../organisation/tables.ts'
import type { Seller } from '../items.ts'
import { menuDiff } from '../tables.ts'

/** Goods that are marked as a prescription drug no longer differ in it, in any store of their company in the area. */
export const forgetUnmarked = async (
  { db }: Pick<Deps, 'db'>,
  { companyId, areaCode }: Seller,
  ownCodes: readonly string[],
): Promise<void> => {
  const stores = db
    .select({ id: store.id })
    .from(store)
    .where(and(eq(store.companyId, companyId), eq(store.areaCode, areaCode)))
  await db
    .delete(menuDiff)
    .where(
      and(
        sql`${menuDiff.storeId} in ${stores}`,
        inArray(menuDiff.ownCode, [...ownCodes]),
        eq(menuDiff.type, 'rxUnmarked'),
      ),
    )
}
